import { type ApiCall, type ApiResponse, createCall } from "./call.ts";
import { checkOptions, NUMBER } from "./check-options.ts";
import type { Coverage, coverages } from "./coverage.ts";
import { CallError, type CallFacts, inputError } from "./errors.ts";
import type { PaginationRule } from "./operation.ts";
import type { PreparedCall } from "./prepare.ts";
import { hasType } from "./values.ts";

/**
 * A call of a listing: a promise of its first page, and an async iterable over all its items. The
 * pages after the first are fetched when the loop reaches them; leaving the loop fetches no more.
 *
 * @example
 * for await (const transaction of addresses.getAddressTransactions(params)) {
 *   console.log(transaction.transaction_hash);
 * }
 */
export interface PagedCall<Page, Item, Err> extends ApiCall<Page, Err>, AsyncIterable<Item> {
  /** Iterates over the pages. A page's cursor is a checkpoint: pass it as `cursor` to resume there. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /**
   * Collects all items into one array.
   *
   * @param options.max Maximum number of items; no page is fetched beyond them. Default: all.
   */
  toArray(options?: { max?: number | undefined }): Promise<Item[]>;
  /** What all pages received so far cover together; undefined if one of them does not state it. */
  readonly coverage: Coverage | undefined;
}

/** Sends the request of a call. */
type Execute = (call: PreparedCall) => Promise<ApiResponse<unknown>>;

/** Listings, for clients with operations that have some. */
export const listings = { createListing };

/** A service that returns more pages without items in a row would keep a loop busy for ever. */
const MAX_EMPTY_PAGES = 1_000;

/** Creates the call of a listing, whose first page is requested at once. */
function createListing<Page, Item, Err>(
  facts: CallFacts,
  pagination: PaginationRule,
  prepared: Promise<PreparedCall>,
  execute: Execute,
  narrow?: typeof coverages.narrowCoverage,
): PagedCall<Page, Item, Err> {
  const { cursorField, cursorParameter, itemsField } = pagination;
  let hasPage = false;
  const fetchPage = async (call: PreparedCall) => {
    const page = (await execute(call)) as ApiResponse<Page>;
    listing.coverage = hasPage ? narrow?.(listing.coverage, page.coverage) : page.coverage;
    hasPage = true;
    return page;
  };
  const first = createCall<Page, Err>(
    prepared.then((call) => {
      if (cursorOf(call, cursorParameter) === "") {
        throw inputError(facts, cursorParameter, "must not be empty");
      }
      return fetchPage(call);
    }),
  );
  // A failure waits for the loop, which may begin later: it must not end the process before.
  first.catch(() => {});

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await first;
    const call = await prepared;
    const seen = new Set([cursorOf(call, cursorParameter)]);
    let emptyPages = 0;
    for (;;) {
      // Read before the caller has the page and may change it.
      const { [cursorField]: cursor, [itemsField]: items } = Object(page);
      emptyPages = items?.length === 0 ? emptyPages + 1 : 0;
      yield page;
      // An empty cursor cannot be sent: it would ask for the first page again.
      if (cursor === undefined || cursor === null || cursor === "") {
        return;
      }
      if (seen.has(cursor) || !hasType(cursor, ["string", "number"])) {
        throw new CallError("pagination", "cursor repeats or is not text", facts);
      }
      if (emptyPages >= MAX_EMPTY_PAGES) {
        throw new CallError("pagination", `${emptyPages} pages in a row have no items`, facts);
      }
      seen.add(cursor);
      page = (await fetchPage(withCursor(call, cursorParameter, cursor))).data;
    }
  }

  const itemsOf = (page: Page): readonly Item[] => {
    const items: unknown = Object(page)[itemsField];
    if (!Array.isArray(items)) {
      throw new CallError("decode", `page without ${itemsField}`, facts);
    }
    return items;
  };
  const iterate = () => iterateItems(pages(), itemsOf);

  const toArray = async (options: { max?: number | undefined } = {}): Promise<Item[]> => {
    const { max = Infinity } = checkOptions(facts, options, { max: NUMBER });
    const items: Item[] = [];
    if (max > 0) {
      for await (const item of iterate()) {
        items.push(item);
        if (items.length >= max) {
          break;
        }
      }
    }
    return items;
  };

  const listing = Object.assign(first, {
    pages,
    toArray,
    [Symbol.asyncIterator]: iterate,
    coverage: undefined as Coverage | undefined,
  });
  return listing;
}

/**
 * Iterates over the items of pages. Not a generator: for each item that is there already, it would wait
 * three times, which slows a whole listing.
 */
function iterateItems<Page, Item>(
  pages: AsyncGenerator<Page, void, undefined>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncIterableIterator<Item, void> {
  let items: Iterator<Item, void> = [].values();
  /** Resolves to true when there is a new page; concurrent callers wait for the same one. */
  let turning: Promise<boolean> | undefined;
  const turn = async () => {
    const page = await pages.next();
    if (page.done) {
      return false;
    }
    items = itemsOf(page.value).values() as Iterator<Item, void>;
    // Not after an error: a caller that continues must not take the listing for complete.
    turning = undefined;
    return true;
  };
  const next = (): Promise<IteratorResult<Item, void>> => {
    const item = items.next();
    if (!item.done) {
      return Promise.resolve(item);
    }
    turning ??= turn();
    return turning.then((isTurned) => (isTurned ? next() : { done: true, value: undefined }));
  };
  return {
    next,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A cursor is a query parameter or a field of the body. */
function placeOf({ rule: { parameters = {} } }: PreparedCall, name: string): "query" | "body" {
  return parameters[name]?.in === "body" ? "body" : "query";
}

function cursorOf(call: PreparedCall, name: string): unknown {
  return call.params[placeOf(call, name)][name];
}

/** Copies a call with another cursor: calls of one listing share nothing that changes. */
function withCursor(call: PreparedCall, name: string, cursor: unknown): PreparedCall {
  const place = placeOf(call, name);
  const params = { ...call.params, [place]: { ...call.params[place], [name]: cursor } };
  if (place === "query") {
    return { ...call, params };
  }
  const body = JSON.stringify({ ...JSON.parse(String(call.init.body)), [name]: cursor });
  return { ...call, params, init: { ...call.init, body } };
}
