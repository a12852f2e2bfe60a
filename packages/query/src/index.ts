export { areaKey, createQueries, type QueriesOptions } from "./create.ts";
export type {
  Cached,
  InfiniteOptions,
  Listing,
  Queries,
  ReadOptions,
  ReadQuery,
  Skippable,
  WriteMutation,
  WriteOptions,
} from "./types.ts";
