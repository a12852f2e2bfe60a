import { itemsOf } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { field } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Listing } from "./listing.ts";

/** Maximum number of records of a walk, regardless of the limit. */
const MAX_RECORDS = 1000;

/** Maximum number of pages of a walk. */
const MAX_PAGES = 120;

/** A listing of the target, as asked for with some parameters. */
export interface Query {
  readonly fixture: Fixture;
  readonly listing: Listing;
  readonly params: CallParams;
}

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
  /** Limit of each page; null: none is sent. Default: the maximum. */
  readonly size?: number | null | undefined;
  /** After how many records to stop. Default: 1,000. */
  readonly maxRecords?: number | undefined;
  /** Whether more records are read, as far as the budget of the fixture goes. */
  readonly isDeep?: boolean;
  /** After how many pages to stop. Default: 120. */
  readonly maxPages?: number;
  /** Cursor of the first page. Default: none, for the beginning. */
  readonly from?: string | null;
  /** Called with each page. */
  readonly onPage?: (page: Page) => void;
}

/** Fetches one page. A waiver covers a 4xx instead; such a page is empty. */
export async function getPage(
  { fixture, listing, params }: Query,
  change: CallParams = {},
  waiver?: string,
): Promise<Page> {
  const asked = { ...params, ...change };
  const { body } = await fixture.call(listing.operation.id, asked, undefined, undefined, waiver);
  const cursor = field(body, listing.cursorField);
  return {
    body,
    records: itemsOf(field(body, listing.itemsField)),
    cursor: typeof cursor === "string" ? cursor : null,
  };
}

/**
 * Follows the cursors of a listing to its end. Checks on the way that no page is longer than its limit,
 * that no cursor repeats, and that the listing ends.
 */
export async function walk(query: Query, options: WalkOptions = {}): Promise<Walk> {
  const { fixture, listing } = query;
  const { cursorParameter, limit, keyOf } = listing;
  const { size = limit?.maximum ?? null, isDeep = false, maxPages = MAX_PAGES, onPage } = options;
  const most = isDeep ? Math.max(MAX_RECORDS, fixture.budget) : MAX_RECORDS;
  const { maxRecords = most, from = null } = options;
  const sized = limit && size !== null ? { [limit.name]: size } : {};
  const records: unknown[] = [];
  const cursors = new Set<string>();
  const pages: { cursor: string | null; start: number }[] = [];
  let cursor = from;
  let isOpen = true;
  while (isOpen && pages.length < maxPages && records.length < maxRecords) {
    pages.push({ cursor, start: records.length });
    const at = cursor === null ? {} : { [cursorParameter]: cursor };
    const page = await getPage(query, { ...sized, ...at });
    onPage?.(page);
    if (limit && size !== null) {
      const count = page.records.length;
      fixture.guard(count <= size, `a page has at most ${size} records`, `${count} records`);
    }
    records.push(...page.records);
    cursor = page.cursor;
    if (cursor === null) {
      break;
    }
    isOpen = fixture.guard(!cursors.has(cursor), "every page has a new cursor", `${cursor} again`);
    cursors.add(cursor);
    if (isOpen && pages.length === MAX_PAGES && records.length < MAX_PAGES) {
      const actual = `${MAX_PAGES} pages with ${records.length} records`;
      fixture.guard(false, "the listing ends or continues", actual);
    }
  }
  fixture.budget -= isDeep ? records.length : 0;
  return { records, keys: records.map(keyOf), complete: cursor === null, next: cursor, pages };
}
