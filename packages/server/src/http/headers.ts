/**
 * Headers of every response. Caching is disabled except where a handler enables it: errors may be
 * temporary, and responses of management are private to the caller.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** States which part of the chain a list covers. */
export const COVERAGE_HEADER = "chainkit-coverage";
