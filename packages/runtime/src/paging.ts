import { CallError } from "./api-error.ts";
import { type Answer, type ApiCall, Call } from "./call.ts";
import { type CallRequest, type Client, createClient } from "./client.ts";
import type { OperationTable, PaginationRule } from "./operation.ts";
import type { ClientOptions } from "./options.ts";

/**
 * A call of a listing: a promise of its first page, and an async iterable over all its items. The
 * pages after the first are fetched when the loop gets there; leaving the loop fetches no more.
 *
 * @example
 * for await (const transaction of addresses.getAddressTransactions(params)) {
 *   console.log(transaction.transaction_hash);
 * }
 */
export interface PagedCall<Page, Item, Err> extends ApiCall<Page, Err>, AsyncIterable<Item> {
  /** The pages, one by one. A page's cursor is a checkpoint: pass it back to go on from there. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /**
   * All items in one array.
   *
   * @param options.max How many items at most; no page is fetched beyond them. All if not given.
   */
  toArray(options?: { max?: number | undefined }): Promise<Item[]>;
}

class ListingCall<Page, Item, Err> extends Call<Page, Err> implements PagedCall<Page, Item, Err> {
  readonly #rule: PaginationRule;
  readonly #request: CallRequest;

  constructor(rule: PaginationRule, request: CallRequest) {
    super(request.ask() as Promise<Answer<Page>>);
    this.#rule = rule;
    this.#request = request;
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { cursorParameter, cursorField } = this.#rule;
    const { params, ask, facts } = this.#request;
    const seen = new Set([params[cursorParameter]]);
    let page: Page = await this;
    for (;;) {
      yield page;
      const { [cursorField]: cursor } = Object(page);
      // An empty cursor cannot be sent: it would ask for the first page again.
      if (cursor == null || cursor === "") {
        return;
      }
      if (seen.has(cursor)) {
        const what = "a cursor came back a second time; the listing would not end";
        throw new CallError("pagination", facts(), what, {});
      }
      seen.add(cursor);
      page = (await ask({ [cursorParameter]: cursor })).data as Page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { itemsField } = this.#rule;
    for await (const page of this.pages()) {
      const { [itemsField]: items } = Object(page);
      if (!Array.isArray(items)) {
        throw new CallError("decode", this.#request.facts(), `a page without ${itemsField}`, {});
      }
      for (const item of items) {
        yield item;
      }
    }
  }

  async toArray({ max = Infinity }: { max?: number | undefined } = {}): Promise<Item[]> {
    if (!(max >= 0)) {
      const what = `max must be at least 0; got ${max}`;
      throw new CallError("input", this.#request.facts(), what, { parameter: "max" });
    }
    const items: Item[] = [];
    if (max) {
      for await (const item of this) {
        if (items.push(item) >= max) {
          break;
        }
      }
    }
    return items;
  }
}

/**
 * Makes a client as `createClient` does, of a table some of whose operations are listings.
 *
 * @throws InputError if an option is wrong; nothing has been sent then.
 */
export function createListingClient<Paths extends {}, Operations>(
  table: OperationTable,
  options: ClientOptions,
): Client<Paths, Operations> {
  return createClient(table, options, ({ pagination }, request) =>
    pagination ? new ListingCall(pagination, request) : new Call(request.ask()),
  );
}
