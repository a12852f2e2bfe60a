/**
 * Headers of every response. Caching is disabled: the latest block, balances and pages change with each
 * block, any block may change until it is final, and the store is as fast as a cache. Responses of
 * management are private to the caller.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};
