import type { Cursors, Position } from "../http/cursor.ts";
import { invalid } from "../http/http-error.ts";
import type { ChainReader } from "../store/chain-reader.ts";

export interface PageRequest {
  readonly cursor?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

/**
 * Size of the entries of a page in bytes of JSON, beyond which it ends, unless a single entry is larger: a
 * contract or a sender chooses how long texts and inputs are.
 */
export const MAX_PAGE_BYTES = 2 ** 20;
/**
 * Bytes that are read for a page. The store counts fields of a bounded size, too: what it leaves out then lies beyond the
 * page in any case, and is not taken for the end of the listing.
 */
const READ_BYTES = 2 * MAX_PAGE_BYTES;

/** How the entries of a listing are read and shown. */
export interface Listing<Row, At, Item> {
  /** Reads records after a position; it may end early beyond a number of bytes, see `ChainReader`. */
  read(
    chain: ChainReader,
    after: At | undefined,
    count: number,
    maxBytes: number,
  ): Promise<readonly Row[]>;
  positionOf(row: Row): At;
  show(row: Row): Item;
  /** Returns the size of an entry as JSON in bytes, apart from fields of a bounded size. */
  sizeOf(item: Item): number;
}

/**
 * Creates the reader of one page.
 *
 * @param scope Listing that the cursors are bound to.
 * @throws HttpError 400 if the cursor does not belong to this listing.
 */
export function pageReader<Row, At extends Position, Item>(
  cursors: Cursors,
  scope: readonly string[],
  { cursor, limit }: PageRequest,
  listing: Listing<Row, At, Item>,
) {
  // A signed position was created by `positionOf` for this scope.
  const after = cursor == null ? undefined : (cursors.decode(scope, cursor) as At | undefined);
  if (cursor != null && after === undefined) {
    throw invalid([{ parameter: "cursor", reason: "is not a cursor of this listing" }]);
  }
  if (typeof limit !== "number") {
    throw new Error("the contract must declare a default for `limit`");
  }
  return {
    /** Position of the last record of the previous page; undefined for the first page. */
    after,
    /** Reads the page plus one record, which shows whether there is a next page. */
    async read(chain: ChainReader) {
      const found = await listing.read(chain, after, limit + 1, READ_BYTES);
      const items: Item[] = [];
      let bytes = 0;
      for (const row of found.slice(0, limit)) {
        const item = listing.show(row);
        bytes += listing.sizeOf(item);
        if (items.length > 0 && bytes > MAX_PAGE_BYTES) {
          break;
        }
        items.push(item);
      }
      const rows = found.slice(0, items.length);
      const last = found.length > rows.length ? rows.at(-1) : undefined;
      const next = last ? cursors.encode(scope, listing.positionOf(last)) : null;
      return { rows, items, cursor: next };
    },
  };
}
