import { type Client, createRaw, type RawOptions } from "@chainkit/runtime/raw";
import type { paths } from "./generated/types.ts";
import type { SubgraphManagementClient } from "./index.ts";

export type { Client, ClientMethod, FetchResponse, RawOptions } from "@chainkit/runtime/raw";

/**
 * Creates an openapi-fetch client of the “Subgraph management” API, for requests that the methods do not
 * cover. It sends through the given client: the same token, timeouts, retries and log.
 *
 * @param client The client to send through.
 * @param options Options of openapi-fetch, such as `querySerializer`.
 */
export function raw(client: SubgraphManagementClient, options?: RawOptions): Client<paths> {
  return createRaw<paths>(client, options);
}
