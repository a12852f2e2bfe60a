import { createClient } from "@chainkit/runtime";
import {
  operations,
  parts,
  type SubgraphManagementClientOptions,
  type SubgraphManagementOperations,
} from "./generated/operations.ts";

export { type ApiError, isApiError } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** Client of the “Subgraph management” API: a method per operation. */
export interface SubgraphManagementClient extends SubgraphManagementOperations {}

/**
 * Creates a client of the “Subgraph management” API.
 *
 * @param options Client options.
 * @returns A client that can be shared; it holds no connections.
 * @throws InputError if an option is invalid. No request is sent before the first call.
 * @example
 * const client = createSubgraphManagementClient({
 *   baseUrl: "https://api.example.com",
 *   graphNs: "example-ns",
 *   token: "my-token",
 * });
 */
export function createSubgraphManagementClient(
  options: SubgraphManagementClientOptions,
): SubgraphManagementClient {
  return createClient<SubgraphManagementOperations>(operations, options, parts);
}
