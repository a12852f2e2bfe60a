import { CallError, type CallFacts } from "./api-error.ts";
import { type Answer, type ApiCall, Call } from "./call.ts";
import type { PaginationRule } from "./operation.ts";

/** How a listing goes on after its first page. */
export interface Listing<Page> {
  readonly rule: PaginationRule;
  /** The cursor that the first page was asked for with. */
  readonly start: unknown;
  readonly next: (cursor: unknown) => Promise<Answer<Page>>;
  readonly facts: CallFacts;
}

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

export class ListingCall<Page, Item, Err>
  extends Call<Page, Err>
  implements PagedCall<Page, Item, Err>
{
  readonly #listing: Listing<Page>;

  constructor(first: Promise<Answer<Page>>, listing: Listing<Page>) {
    super(first);
    this.#listing = listing;
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { rule, start: cursor, next, facts } = this.#listing;
    const seen = new Set([cursor]);
    let page: Page = await this;
    for (;;) {
      yield page;
      const { [rule.cursorField]: cursor } = Object(page);
      // An empty cursor cannot be sent: it would ask for the first page again.
      if (cursor == null || cursor === "") return;
      if (seen.has(cursor)) {
        const what = "a cursor came back a second time; the listing would not end";
        throw new CallError("pagination", facts, what, {});
      }
      seen.add(cursor);
      page = (await next(cursor)).data;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { rule, facts } = this.#listing;
    for await (const page of this.pages()) {
      const { [rule.itemsField]: items } = Object(page);
      if (!Array.isArray(items)) {
        throw new CallError("decode", facts, `a page without ${rule.itemsField}`, {});
      }
      yield* items;
    }
  }

  async toArray({ max = Infinity }: { max?: number | undefined } = {}): Promise<Item[]> {
    if (!(max >= 0)) {
      const what = `max must be at least 0; got ${max}`;
      throw new CallError("input", this.#listing.facts, what, { parameter: "max" });
    }
    const items: Item[] = [];
    if (max) {
      for await (const item of this) if (items.push(item) >= max) break;
    }
    return items;
  }
}
