import { createClient } from "@chainkit/runtime";
import {
  type ChainDataClientOptions,
  type ChainDataOperations,
  operations,
  parts,
} from "./generated/operations.ts";

export { type ApiError, isApiError, isProblem, type ProblemDetails } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** Client of the “Chain data” API: a method per operation. */
export interface ChainDataClient extends ChainDataOperations {}

/**
 * Creates a client of the “Chain data” API.
 *
 * @param options Client options.
 * @returns A client that can be shared; it holds no connections.
 * @throws InputError if an option is invalid. No request is sent before the first call.
 * @example
 * const client = createChainDataClient({
 *   baseUrl: "https://api.example.com",
 * });
 */
export function createChainDataClient(options: ChainDataClientOptions): ChainDataClient {
  return createClient<ChainDataOperations>(operations, options, parts);
}
