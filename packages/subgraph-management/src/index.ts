import type { Client } from "@chainkit/runtime";
import {
  createClient,
  operations,
  type SubgraphManagementClientOptions,
  type SubgraphManagementOperations,
} from "./generated/operations.ts";
import type { paths } from "./generated/types.ts";

export { type ApiError, isApiError } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** A client of the API “Subgraph management”: a method for each operation, and openapi-fetch as `raw`. */
export type SubgraphManagementClient = Client<paths, SubgraphManagementOperations>;

/**
 * Makes a client of the API “Subgraph management”.
 *
 * @param options Where the service is, who calls, and how patient to be.
 * @returns A client that may be kept and shared; it holds no connection.
 * @throws InputError if an option is wrong; nothing is sent before the first call.
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
  return createClient<paths, SubgraphManagementOperations>(operations, options);
}
