import { CallError, type PaginationRule } from "@chainkit/runtime";
import type { InfiniteData, QueryFunctionContext, QueryKey } from "@tanstack/query-core";
import { type Params, snapshot } from "./keys.ts";
import { type Given, prepare, type Target } from "./operation.ts";

type Page = Readonly<Record<string, unknown>>;

/** The part of an operation that returns pages. */
export function listing(target: Target, { cursorParameter, ...rule }: PaginationRule) {
  const { method } = target;
  const next = (page: Page) => nextCursor(page, rule.cursorField);
  const check = checker(target, rule);
  // One function for all options, so that its result is memoised.
  const select = ({ pages }: InfiniteData<Page>) =>
    pages.flatMap((page) => page[rule.itemsField] as unknown[]);
  return {
    infiniteQueryOptions(given?: Given) {
      const { queryKey, skip } = prepare(target, given);
      const params = typeof given === "object" ? snapshot(given) : {};
      return {
        queryKey: [...queryKey, "infinite"],
        queryFn: async (context: QueryFunctionContext<QueryKey, unknown>) => {
          const { signal, pageParam } = context;
          const turned: Params = { ...params, [cursorParameter]: pageParam };
          const page: Page = Object(await method(turned, { signal }));
          check(page, context);
          return page;
        },
        initialPageParam: params[cursorParameter],
        getNextPageParam: next,
        select,
        retry: false,
        ...skip,
      };
    },
  };
}

/** The cursor of the next page; undefined on the last. An empty one cannot be sent. */
function nextCursor(page: Page, cursorField: string): unknown {
  const { [cursorField]: cursor } = page;
  return cursor === null || cursor === "" ? undefined : cursor;
}

/** Refuses what the client's own iteration refuses: a page without items, and a loop of cursors. */
function checker(
  { id: operation, rule: { method, path }, facts }: Target,
  { cursorField, itemsField }: Omit<PaginationRule, "cursorParameter">,
) {
  const call = { operation, method, url: facts.baseUrl + path, attempts: 1 };
  return (page: Page, { client, queryKey, pageParam }: QueryFunctionContext<QueryKey, unknown>) => {
    if (!Array.isArray(page[itemsField])) {
      throw new CallError("decode", `page has no array ${itemsField}`, call);
    }
    const cursor = nextCursor(page, cursorField);
    const query = client.getQueryCache().find<InfiniteData<Page>>({ queryKey, exact: true });
    // A refetch begins anew: only the cursors before a further page have been used by this listing.
    const isFurther = query?.state.fetchMeta?.fetchMore !== undefined;
    const used = isFurther ? (query.state.data?.pageParams ?? []) : [];
    if (cursor !== undefined && [...used, pageParam].includes(cursor)) {
      const what = "the service returned the same cursor twice; the listing would not end";
      throw new CallError("pagination", what, call);
    }
  };
}
