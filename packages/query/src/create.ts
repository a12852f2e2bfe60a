import { inspectClient, isRead } from "@chainkit/runtime";
import type { QueryKey } from "@tanstack/query-core";
import { listing } from "./listing.ts";
import { type Method, reading, type Target, writing } from "./operation.ts";
import type { Queries } from "./types.ts";

/** Options of `createQueries`. */
export interface QueriesOptions {
  /**
   * Prefix of all keys. Required if one `QueryClient` holds data of several deployments or users,
   * because the keys of an area are the same for all of its clients.
   */
  readonly keyPrefix?: QueryKey | undefined;
}

const areaKeys = new WeakMap<object, QueryKey>();

/**
 * Creates TanStack Query v5 options for the operations of a client: `queryOptions` for reads, also
 * `infiniteQueryOptions` for listings, and `mutationOptions` for writes. The adapters for React, Vue,
 * Solid and Svelte all accept them.
 *
 * Queries are aborted with their `signal`. The client retries requests (its option `retry`); retries of
 * TanStack Query are disabled, so that they do not multiply.
 *
 * @param client Client of any area.
 * @returns Factories by operation id. Keys are `[area, operation, params]`.
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
 * Returns the key of all queries and mutations of an area, for example to invalidate them.
 *
 * @param queries Result of `createQueries`.
 * @throws TypeError if `queries` is any other value.
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
