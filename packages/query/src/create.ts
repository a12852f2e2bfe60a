import { inspectClient, isRead } from "@chainkit/runtime";
import type { QueryKey } from "@tanstack/query-core";
import { listing } from "./listing.ts";
import { type Method, reading, type Target, writing } from "./operation.ts";
import type { Queries } from "./types.ts";

/** Options of `createQueries`. */
export interface QueriesOptions {
  /**
   * What all keys begin with. Needed if one `QueryClient` holds data of several deployments or users:
   * the keys of an area are otherwise equal for all its clients.
   */
  readonly keyPrefix?: QueryKey | undefined;
}

const areaKeys = new WeakMap<object, QueryKey>();

/**
 * Creates options for TanStack Query, version 5, from the operations of a client: `queryOptions` for
 * what reads, also `infiniteQueryOptions` for listings, `mutationOptions` for what writes. They fit
 * the adapters for React, Vue, Solid and Svelte alike.
 *
 * Queries are aborted with their `signal`. Retries are the client's (`retry` of its options); those of
 * TanStack Query are off, so that they do not multiply.
 *
 * @param client A client of any area.
 * @returns For each operation id its factories. Keys are `[area, operation, params]`.
 * @throws TypeError if `client` is not a client.
 * @example
 * const queries = createQueries(createChainDataClient({ baseUrl }));
 * const { data } = useQuery(
 *   queries.getBlock.queryOptions({ chain_name: "ethereum", block_number: "latest" }),
 * );
 */
export function createQueries<Client extends object>(
  client: Client,
  { keyPrefix = [] }: QueriesOptions = {},
): Queries<Client> {
  const facts = inspectClient(client);
  const root = [...keyPrefix, facts.area];
  const methods = client as Readonly<Record<string, Method>>;
  const entries = Object.entries(facts.operations).map(([id, rule]) => {
    const method: Method = (params, options) => (methods[id] as Method)(params, options);
    const target: Target = { id, rule, facts, method, key: [...root, id] };
    const { pagination } = rule;
    return [
      id,
      isRead(rule) || pagination
        ? { ...reading(target), ...(pagination && listing(target, pagination)) }
        : writing(target),
    ];
  });
  const queries = Object.fromEntries(entries);
  areaKeys.set(queries, root);
  return queries;
}

/**
 * Returns the key of everything of an area, for example to invalidate it.
 *
 * @param queries What `createQueries` returned.
 * @throws TypeError if it is something else.
 * @example
 * await queryClient.invalidateQueries({ queryKey: areaKey(queries) });
 */
export function areaKey(queries: object): QueryKey {
  const key = areaKeys.get(queries);
  if (!key) {
    throw new TypeError("areaKey: not an object that createQueries returned");
  }
  return key;
}
