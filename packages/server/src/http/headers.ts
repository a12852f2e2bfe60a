/**
 * Headers of every answer. Nothing is to be kept by caches: the newest block, balances and pages change
 * with each block, any block may change until it is final, and an answer from the store is as fast as
 * one from a cache. What management answers is for its caller alone.
 */
export const ALWAYS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
