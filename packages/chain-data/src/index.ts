import type { Client } from "@chainkit/runtime";
import {
  type ChainDataClientOptions,
  type ChainDataOperations,
  createClient,
  operations,
} from "./generated/operations.ts";
import type { paths } from "./generated/types.ts";

export { type ApiError, isApiError } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** A client of the API “Chain data”: a method for each operation, and openapi-fetch as `raw`. */
export type ChainDataClient = Client<paths, ChainDataOperations>;

/**
 * Makes a client of the API “Chain data”.
 *
 * @param options Where the service is, who calls, and how patient to be.
 * @returns A client that may be kept and shared; it holds no connection.
 * @throws InputError if an option is wrong; nothing is sent before the first call.
 * @example
 * const client = createChainDataClient({
 *   baseUrl: "https://api.example.com",
 * });
 */
export function createChainDataClient(options: ChainDataClientOptions): ChainDataClient {
  return createClient<paths, ChainDataOperations>(operations, options);
}
