import { type ApiCall, type ApiResponse, createCall } from "./call.ts";
import type { CallRequest } from "./client.ts";
import { CallError, type CallFacts } from "./errors.ts";
import { refuser } from "./input.ts";
import type { Operation, PaginationRule } from "./operation.ts";
import { checkOptions } from "./options.ts";

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
}

/** Creates the call of a listing, whose first page is asked for at once. */
function list<Page, Item, Err>(
  { parameters }: Operation,
  { cursorField, cursorParameter: name, itemsField }: PaginationRule,
  send: CallRequest,
  facts: CallFacts,
): PagedCall<Page, Item, Err> {
  const inBody = parameters?.[name]?.in === "body";
  let start: unknown;
  const call = createCall<Page, Err>(
    send(({ placed }) => {
      start = placed[inBody ? "body" : "query"][name];
    }) as Promise<ApiResponse<Page>>,
  );

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await call;
    const seen = new Set([start]);
    for (;;) {
      yield page;
      const { [cursorField]: cursor } = Object(page);
      // An empty cursor cannot be sent: it would ask for the first page again.
      if (cursor == null || cursor === "") {
        return;
      }
      if (seen.has(cursor)) {
        const what = "the service returned the same cursor twice; the listing would not end";
        throw new CallError("pagination", facts, what);
      }
      seen.add(cursor);
      const turned = send((prepared) => {
        const { placed, init } = prepared;
        if (inBody) {
          const body = JSON.stringify({ ...JSON.parse(String(init.body)), [name]: cursor });
          // Not changed in place: a loop beside this one may be sending it.
          prepared.init = { ...init, body };
        } else {
          placed.query[name] = cursor;
        }
      });
      page = (await turned).data as Page;
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) {
      const { [itemsField]: found } = Object(page);
      if (!Array.isArray(found)) {
        throw new CallError("decode", facts, `page has no array ${itemsField}`);
      }
      // Not `yield*`: it would wait for each item once more.
      for (const item of found) {
        yield item;
      }
    }
  }

  async function toArray(options: { max?: number | undefined } = {}): Promise<Item[]> {
    const { max = Infinity } = checkOptions(options, refuser(facts));
    const all: Item[] = [];
    if (max) {
      for await (const item of items()) {
        if (all.push(item) >= max) {
          break;
        }
      }
    }
    return all;
  }

  return Object.assign(call, { pages, toArray, [Symbol.asyncIterator]: items });
}

/** The part of a client with listings. */
export const listings = { list };
