import type { ApiCall, CallOptions, PagedCall, WriteCall } from "@chainkit/runtime";
// Only types without a class in them: an adapter may bring a query-core of another version.
import type { DataTag, InfiniteData, QueryKey, SkipToken } from "@tanstack/query-core";

/** A key, tagged with the data and error that TanStack Query keeps under it. */
type Key<Data, Err> = DataTag<QueryKey, Data, Err>;

/** Fields of all options. */
interface Shared<Err> {
  /** `false`: the client retries. */
  readonly retry: false;
  /** Not set: the adapters infer the type of errors from it. */
  readonly throwOnError?: boolean | ((error: Err) => boolean);
}

/** What TanStack Query keeps of the data of a call: null for no body, because undefined is no data to it. */
export type Cached<Data> = undefined extends Data ? Exclude<Data, undefined> | null : Data;

/** Part of the parameters; a key with it matches all calls with these parameters. */
type Match<Params> = Partial<NonNullable<Params>>;

/** The arguments of a factory: optional if all parameters of the operation are. */
type Arguments<Params> = undefined extends Params ? [params?: Params] : [params: Params];

/** Fetches the data of a query. */
type Read<Data> = (context: { readonly signal: AbortSignal }) => Promise<Data>;

/** Fetches a page of an infinite query. */
type ReadPage<Page> = (context: {
  readonly signal: AbortSignal;
  readonly pageParam: unknown;
}) => Promise<Page>;

/** Options of a query of one operation, for every adapter of TanStack Query. */
export interface ReadOptions<Data, Err> extends Shared<Err> {
  readonly queryKey: Key<Data, Err>;
  readonly queryFn: Read<Data>;
}

/** Options of a query whose parameters may not be known yet. */
export type Skippable<Options extends { readonly queryFn: unknown }, Skip = SkipToken> = Omit<
  Options,
  "queryFn"
> & {
  readonly queryFn: Options["queryFn"] | Skip;
  /** `false` if the parameters are undefined. */
  readonly enabled?: boolean;
};

/** Options of an infinite query; its data is the items of all pages so far. */
export interface InfiniteOptions<Page, Item, Err> extends Shared<Err> {
  readonly queryKey: Key<InfiniteData<Page>, Err>;
  readonly queryFn: ReadPage<Page>;
  readonly initialPageParam: unknown;
  readonly getNextPageParam: (page: Page) => unknown;
  /** Flattens the pages into their items. `select: (data) => data` keeps the pages. */
  readonly select: (data: InfiniteData<Page>) => Item[];
}

/** Options of a mutation of one operation. */
export interface WriteOptions<Params, Data, Err> extends Shared<Err> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (params: Params) => Promise<Data>;
}

/** Factories of a read operation. */
export interface ReadQuery<Params, Data, Err> {
  /** Key of all queries of the operation, or of those with these parameters. */
  queryKey(params?: Match<Params>): QueryKey;
  /** Options of a query. */
  queryOptions(...args: Arguments<Params>): ReadOptions<Data, Err>;
  /** Options of a query that is disabled while its parameters are undefined. */
  queryOptions(params: Params | undefined): Skippable<ReadOptions<Data, Err>, never>;
  /** Options of a query that is disabled while its parameters are `skipToken` or undefined. */
  queryOptions(params: Params | SkipToken | undefined): Skippable<ReadOptions<Data, Err>>;
}

/** Factories of a paginated operation. */
export interface Listing<Params, Page, Item, Err> extends ReadQuery<Params, Page, Err> {
  /** Options of an infinite query of the items, starting at `params.cursor`. */
  infiniteQueryOptions(...args: Arguments<Params>): InfiniteOptions<Page, Item, Err>;
  /** Options of an infinite query that is disabled while its parameters are undefined. */
  infiniteQueryOptions(
    params: Params | undefined,
  ): Skippable<InfiniteOptions<Page, Item, Err>, never>;
  /** Options of an infinite query that is disabled while its parameters are `skipToken` or undefined. */
  infiniteQueryOptions(
    params: Params | SkipToken | undefined,
  ): Skippable<InfiniteOptions<Page, Item, Err>>;
}

/** Factories of a write operation. */
export interface WriteMutation<Params, Data, Err> {
  /** Key of all mutations of the operation. */
  mutationKey(): QueryKey;
  /** Options of a mutation; its variables are the parameters of the operation. */
  mutationOptions(): WriteOptions<Params, Data, Err>;
}

/** The symbol that distinguishes calls that write from calls that read. */
type WriteMark = Exclude<keyof WriteCall<unknown, unknown>, keyof ApiCall<unknown, unknown>>;

type OperationQueries<Params, Call> =
  Call extends PagedCall<infer Page, infer Item, infer Err>
    ? Listing<Params, Cached<Page>, Item, Err>
    : Call extends ApiCall<infer Data, infer Err>
      ? WriteMark extends keyof Call
        ? WriteMutation<Params, Data, Err>
        : ReadQuery<Params, Cached<Data>, Err>
      : never;

/** The queries and mutations of a client, by operation id. */
export type Queries<Client> = {
  readonly [Id in keyof Client]: Client[Id] extends (
    params: infer Params,
    options?: CallOptions,
  ) => infer Call
    ? OperationQueries<Params, Call>
    : never;
};
