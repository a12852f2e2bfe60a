import { type ApiCall, type ApiResponse, Call } from "./call.ts";
import type { CallRequest } from "./client.ts";
import { CallError } from "./errors.ts";
import { received } from "./input.ts";
import type { Operation, PaginationRule } from "./operation.ts";

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

class ListingCall<Page, Item, Err> extends Call<Page, Err> implements PagedCall<Page, Item, Err> {
  readonly #rule: PaginationRule;
  readonly #request: CallRequest;
  readonly #start: unknown;
  readonly #inBody: boolean;

  constructor({ parameters }: Operation, pagination: PaginationRule, request: CallRequest) {
    super(request.send() as Promise<ApiResponse<Page>>);
    this.#rule = pagination;
    this.#request = request;
    const { cursorParameter } = pagination;
    this.#start = Object(request.params)[cursorParameter];
    this.#inBody = parameters?.[cursorParameter]?.in === "body";
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { cursorField, cursorParameter: name } = this.#rule;
    const { send, facts } = this.#request;
    const seen = new Set([this.#start]);
    let page: Page = await this;
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
      const turned = send(({ placed, init }) => {
        if (this.#inBody) {
          init.body = JSON.stringify({ ...JSON.parse(String(init.body)), [name]: cursor });
        } else {
          placed.query[name] = cursor;
        }
      });
      page = (await turned).data as Page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { itemsField } = this.#rule;
    for await (const page of this.pages()) {
      const { [itemsField]: items } = Object(page);
      if (!Array.isArray(items)) {
        const what = `page has no array ${itemsField}`;
        throw new CallError("decode", this.#request.facts, what);
      }
      for (const item of items) {
        yield item;
      }
    }
  }

  async toArray({ max = Infinity }: { max?: number | undefined } = {}): Promise<Item[]> {
    if (!(max >= 0)) {
      const what = `max must be a number >= 0; ${received(max)}`;
      throw new CallError("input", this.#request.facts, what, undefined, undefined, {
        parameter: "max",
      });
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

const list = (rule: Operation, pagination: PaginationRule, request: CallRequest) =>
  new ListingCall(rule, pagination, request);

/** The part of a client with listings. */
export const listings = { list };
