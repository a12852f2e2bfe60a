import { type ApiCall, type ApiResponse, createCall } from "./call.ts";
import type { CallRequest } from "./client.ts";
import { CallError, type CallFacts } from "./errors.ts";
import { refuser, typeOf } from "./input.ts";
import type { Operation, PaginationRule } from "./operation.ts";
import { checkOptions, NUMBER } from "./options.ts";

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

/** The part of a client with listings. */
export const listings = {
  /** Creates the call of a listing, whose first page is requested at once. */
  list<Page, Item, Err>(
    { parameters }: Operation,
    { cursorField, cursorParameter: name, itemsField }: PaginationRule,
    send: CallRequest,
    facts: CallFacts,
  ): PagedCall<Page, Item, Err> {
    const { in: where } = (parameters as Record<string, unknown>)[name] as { in: "query" | "body" };
    const refuse = refuser(facts);
    let start: unknown;
    const call = createCall<Page, Err>(
      send(({ placed }) => {
        start = placed[where][name];
        if (start === "") {
          refuse(name, "must not be empty");
        }
      }) as Promise<ApiResponse<Page>>,
    );

    async function* pages(): AsyncGenerator<Page, void, undefined> {
      let page: Page = await call;
      const seen = new Set([start]);
      for (;;) {
        // Before the caller has the page and may change it.
        const cursor: unknown = Object(page)[cursorField];
        yield page;
        // An empty cursor cannot be sent: it would ask for the first page again.
        if ((cursor ?? "") === "") {
          return;
        }
        if (seen.has(cursor) || !/string|number|integer/.test(typeOf(cursor))) {
          throw new CallError("pagination", facts, "cursor repeats or is not text");
        }
        seen.add(cursor);
        const turned = send((prepared) => {
          prepared.placed[where][name] = cursor;
          prepared.options.setField?.(prepared, where, name);
        });
        page = (await turned).data as Page;
      }
    }

    // Neither a generator nor an async function: for each item that is there already, the one would wait
    // three times and allocate twice as much, the other half as much again, which slows a whole listing.
    function items(): AsyncIterableIterator<Item, void> {
      const source = pages();
      let rows: Iterator<Item, void> = [].values();
      let turning: Promise<IteratorReturnResult<void> | undefined> | undefined;
      const next = (): Promise<IteratorResult<Item, void>> => {
        const row = rows.next();
        return row.done
          ? // biome-ignore lint/suspicious/noAssignInExpressions: concurrent callers wait for the same page.
            (turning ??= source.next().then((page) => {
              if (page.done) {
                return page;
              }
              const found: unknown = Object(page.value)[itemsField];
              if (!Array.isArray(found)) {
                throw new CallError("decode", facts, `page without ${itemsField}`);
              }
              rows = found.values();
              // Not after an error: a caller that continues must not take the listing for complete.
              turning = undefined;
            })).then((end) => end ?? next())
          : Promise.resolve(row);
      };
      return {
        next,
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    }

    const toArray = async (options: { max?: number | undefined } = {}): Promise<Item[]> => {
      // If no page is needed, nobody waits for the call: its failure must not end the process.
      call.catch(() => {});
      const { max = Infinity } = checkOptions(options, { max: NUMBER }, refuse);
      const all: Item[] = [];
      if (max) {
        for await (const item of items()) {
          if (all.push(item) >= max) {
            break;
          }
        }
      }
      return all;
    };

    return Object.assign(call, { pages, toArray, [Symbol.asyncIterator]: items });
  },
};
