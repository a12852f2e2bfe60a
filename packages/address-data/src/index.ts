import { createClient } from "@chainkit/runtime";
import {
  type AddressDataClientOptions,
  type AddressDataOperations,
  operations,
  parts,
} from "./generated/operations.ts";

export { type ApiError, isApiError, isProblem, type ProblemDetails } from "@chainkit/runtime";
export type * from "./generated/operations.ts";
export type { components, paths } from "./generated/types.ts";

/** Client of the “Address-centred chain data” API: a method per operation. */
export interface AddressDataClient extends AddressDataOperations {}

/**
 * Creates a client of the “Address-centred chain data” API.
 *
 * @param options Client options.
 * @returns A client that can be shared; it holds no connections.
 * @throws InputError if an option is invalid. No request is sent before the first call.
 * @example
 * const client = createAddressDataClient({
 *   baseUrl: "https://api.example.com",
 * });
 */
export function createAddressDataClient(options: AddressDataClientOptions): AddressDataClient {
  return createClient<AddressDataOperations>(operations, options, parts);
}
