import type { Cursors, Position } from "../http/cursor.ts";
import { invalid } from "../http/http-error.ts";

/** What a page of a listing is asked by. */
export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | null | undefined;
}

/** A page of records, and where the listing goes on. */
interface RecordPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
}

const DEFAULT_LIMIT = 100;

/**
 * Reads one page. It asks for one record more than it shows: only if that is there, the page has a
 * cursor.
 *
 * @param scope What the cursors of the listing belong to.
 * @param read Reads records after a position.
 * @param positionOf The position of a record.
 * @throws HttpError 400 if the cursor is none of this listing.
 */
export async function readPage<Row, At extends Position>(
  cursors: Cursors,
  scope: readonly string[],
  { cursor, limit }: PageRequest,
  read: (after: At | undefined, count: number) => readonly Row[] | Promise<readonly Row[]>,
  positionOf: (row: Row) => At,
): Promise<RecordPage<Row>> {
  const after = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  if (cursor !== undefined && after === undefined) {
    throw invalid([{ parameter: "cursor", reason: "is not a cursor of this listing" }]);
  }
  const size = limit ?? DEFAULT_LIMIT;
  // A position that its signature vouches for is one that `positionOf` made for this scope.
  const found = await read(after as At | undefined, size + 1);
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  const goesOn = found.length > size && last !== undefined;
  return { rows, cursor: goesOn ? cursors.encode(scope, positionOf(last)) : null };
}
