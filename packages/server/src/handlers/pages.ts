import type { Cursors, Position } from "../http/cursor.ts";
import { invalid } from "../http/http-error.ts";

/** Paging parameters of a request. */
export interface PageRequest {
  readonly cursor?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

/** A page of records, and the cursor of the next page. */
interface RecordPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

/** A page whose cursor is decoded and whose records are not read yet. */
export interface PageReader<Row, At> {
  /** Position of the last record of the previous page; undefined for the first page. */
  readonly after: At | undefined;
  /** Maximum number of records. */
  readonly limit: number;
  /** Reads the page plus one record, which shows whether there is a next page. */
  read(): Promise<RecordPage<Row>>;
}

/**
 * Creates the reader of one page.
 *
 * @param scope Listing that the cursors are bound to.
 * @param read Reads records after a position.
 * @param positionOf Returns the position of a record.
 * @throws HttpError 400 if the cursor does not belong to this listing.
 */
export function pageReader<Row, At extends Position>(
  cursors: Cursors,
  scope: readonly string[],
  { cursor, limit }: PageRequest,
  read: (after: At | undefined, count: number) => Promise<readonly Row[]>,
  positionOf: (row: Row) => At,
): PageReader<Row, At> {
  const position = cursor == null ? undefined : cursors.decode(scope, cursor);
  if (cursor != null && position === undefined) {
    throw invalid([{ parameter: "cursor", reason: "is not a cursor of this listing" }]);
  }
  if (typeof limit !== "number") {
    throw new Error("the contract must declare a default for `limit`");
  }
  // A signed position was created by `positionOf` for this scope.
  const after = position as At | undefined;
  return {
    after,
    limit,
    async read() {
      const found = await read(after, limit + 1);
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const hasNext = found.length > limit && last !== undefined;
      return { rows, cursor: hasNext ? cursors.encode(scope, positionOf(last)) : null };
    },
  };
}
