import { isObject, itemsOf } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Fixture } from "./fixture.ts";
import type { Listing } from "./listing.ts";

/** Maximum number of records of a walk, regardless of the limit. */
const MAX_RECORDS = 1000;

/** Number of records that an invariant reads of long listings, all together. */
const DEEP_RECORDS = 5000;

/** Maximum number of pages of a walk. */
const MAX_PAGES = 120;

/** One page of a listing. */
export interface Page {
  readonly records: readonly unknown[];
  readonly cursor: string | null;
  readonly body: unknown;
}

/** The records of a listing, as far as it was walked. */
export interface Walk {
  readonly records: readonly unknown[];
  /** The key of each record. */
  readonly keys: readonly string[];
  /** Whether the end was reached. */
  readonly complete: boolean;
  /** Cursor of the page after the last one; null at the end. */
  readonly next: string | null;
  /** Start of each page: its cursor, and the number of records before it. */
  readonly pages: readonly { readonly cursor: string | null; readonly start: number }[];
}

/** Options of a walk. */
export interface WalkOptions {
  /** Limit of each page. Default: none is sent. */
  readonly size?: number | undefined;
  /** After how many records to stop. Default: 1,000. */
  readonly maxRecords?: number;
  /** After how many pages to stop. Default: 120. */
  readonly maxPages?: number;
  /** Cursor of the first page. Default: none, for the beginning. */
  readonly from?: string | null;
  /** Called with each page. */
  readonly onPage?: (page: Page) => void;
}

/** Remaining number of records that may be read of long listings. */
export class Budget {
  #records = DEEP_RECORDS;

  /** Maximum number of records of the next walk. */
  get records(): number {
    return Math.max(MAX_RECORDS, this.#records);
  }

  /** Counts records that were read. */
  spend(count: number): void {
    this.#records -= count;
  }
}

/** Fetches one page. A waiver covers a 4xx instead; such a page is empty. */
export async function getPage(
  fixture: Fixture,
  { operation, cursorField, itemsField }: Listing,
  params: CallParams,
  waiver?: string,
): Promise<Page> {
  const { body } = await fixture.call(operation.id, params, undefined, undefined, waiver);
  const fields = isObject(body) ? body : {};
  const cursor = fields[cursorField];
  return {
    body,
    records: itemsOf(fields[itemsField]),
    cursor: typeof cursor === "string" ? cursor : null,
  };
}

/**
 * Follows the cursors of a listing to its end. Checks on the way that no page is longer than its limit,
 * that no cursor repeats, and that the listing ends.
 */
export async function walk(
  fixture: Fixture,
  listing: Listing,
  params: CallParams,
  { size, maxRecords = MAX_RECORDS, maxPages = MAX_PAGES, from = null, onPage }: WalkOptions = {},
): Promise<Walk> {
  const { cursorParameter, limit, keyOf } = listing;
  const asked =
    limit === undefined || size === undefined ? params : { ...params, [limit.name]: size };
  const records: unknown[] = [];
  const cursors = new Set<string>();
  const pages: { cursor: string | null; start: number }[] = [];
  let cursor = from;
  const done = (complete: boolean) => ({
    records,
    keys: records.map(keyOf),
    complete,
    next: cursor,
    pages,
  });
  while (pages.length < maxPages && records.length < maxRecords) {
    const at: CallParams = cursor === null ? asked : { ...asked, [cursorParameter]: cursor };
    pages.push({ cursor, start: records.length });
    const page = await getPage(fixture, listing, at);
    onPage?.(page);
    if (limit !== undefined && size !== undefined) {
      const count = page.records.length;
      fixture.guard(count <= size, `a page has at most ${size} records`, `${count} records`);
    }
    records.push(...page.records);
    cursor = page.cursor;
    if (cursor === null) {
      return done(true);
    }
    if (!fixture.guard(!cursors.has(cursor), "every page has a new cursor", `${cursor} again`)) {
      return done(false);
    }
    cursors.add(cursor);
    if (pages.length === MAX_PAGES && records.length < MAX_PAGES) {
      const actual = `${MAX_PAGES} pages with ${records.length} records`;
      fixture.guard(false, "the listing ends or continues", actual);
    }
  }
  return done(false);
}
