import { apiError, type CallFacts } from "./api-error.ts";
import { type Answer, type ApiCall, Call } from "./call.ts";
import type { PaginationRule } from "./operation.ts";

/** A page that a listing is at, and how to ask for the one that a cursor names. */
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
  /** The pages, one by one. `page.cursor` is a checkpoint: pass it back as `cursor` to go on from there. */
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
    const { rule, start, next, facts } = this.#listing;
    const seen = new Set([start]);
    let answer = await this.withResponse();
    for (;;) {
      yield answer.data;
      const cursor = (Object(answer.data) as Record<string, unknown>)[rule.cursorField];
      if (cursor == null || cursor === "") return;
      if (seen.has(cursor)) {
        const what = "a cursor came back that was there before; the listing would not end";
        throw apiError("pagination", facts, what, {});
      }
      seen.add(cursor);
      answer = await next(cursor);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { rule, facts } = this.#listing;
    for await (const page of this.pages()) {
      const items = (Object(page) as Record<string, unknown>)[rule.itemsField];
      if (!Array.isArray(items)) {
        const details = { status: 200, requestId: undefined };
        throw apiError("decode", facts, `a page has no array ${rule.itemsField}`, details);
      }
      yield* items as Item[];
    }
  }

  async toArray({ max = Infinity }: { max?: number | undefined } = {}): Promise<Item[]> {
    if (!(max >= 0)) {
      const what = `max must be a number from 0 up; got ${max}`;
      throw apiError("input", this.#listing.facts, what, { parameter: "max" });
    }
    const items: Item[] = [];
    if (max === 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= max) break;
    }
    return items;
  }
}
