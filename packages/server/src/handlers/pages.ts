import type { Cursors, Position } from "../http/cursor.ts";
import { invalid } from "../http/http-error.ts";

/** Paging parameters of a request. */
export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | null | undefined;
}

/** A page of records, and the cursor of the next page. */
interface RecordPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

/**
 * Reads one page. Reads one record more than the page holds, to know whether there is a next page.
 *
 * @param scope Listing that its cursors are bound to.
 * @param read Reads records after a position.
 * @param positionOf Returns the position of a record.
 * @throws HttpError 400 if the cursor does not belong to this listing.
 */
export async function readPage<Row, At extends Position>(
  cursors: Cursors,
  scope: readonly string[],
  { cursor, limit }: PageRequest,
  read: (after: At | undefined, count: number) => Promise<readonly Row[]>,
  positionOf: (row: Row) => At,
): Promise<RecordPage<Row>> {
  const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  if (cursor !== undefined && after === undefined) {
    throw invalid([{ parameter: "cursor", reason: "is not a cursor of this listing" }]);
  }
  if (typeof limit !== "number") {
    throw new Error("the contract must give `limit` a default, which is what an absent one means");
  }
  // A signed position was created by `positionOf` for this scope.
  const found = await read(after as At | undefined, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return { rows, cursor: hasNext ? cursors.encode(scope, positionOf(last)) : null };
}
