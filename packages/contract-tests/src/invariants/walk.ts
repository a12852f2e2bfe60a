import { isObject, itemsOf } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Fixture } from "./fixture.ts";
import type { Listing } from "./listing.ts";

/** Maximum number of records of a walk, regardless of the limit. */
const MAX_RECORDS = 1000;

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
}

/** Options of a walk. */
export interface WalkOptions {
  /** Limit of each page. Default: none is sent. */
  readonly size?: number | undefined;
  /** After how many records to stop. Default: 1,000. */
  readonly maxRecords?: number;
  /** Called with each page. */
  readonly onPage?: (page: Page) => void;
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
  { size, maxRecords = MAX_RECORDS, onPage }: WalkOptions = {},
): Promise<Walk> {
  const { cursorParameter, limit, keyOf } = listing;
  const asked =
    limit === undefined || size === undefined ? params : { ...params, [limit.name]: size };
  const records: unknown[] = [];
  const cursors = new Set<string>();
  const done = (complete: boolean) => ({ records, keys: records.map(keyOf), complete });
  let cursor: string | null = null;
  for (let pages = 1; pages <= MAX_PAGES && records.length < maxRecords; pages += 1) {
    const at: CallParams = cursor === null ? asked : { ...asked, [cursorParameter]: cursor };
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
    if (pages === MAX_PAGES && records.length < MAX_PAGES) {
      const actual = `${MAX_PAGES} pages with ${records.length} records`;
      fixture.guard(false, "the listing ends or continues", actual);
    }
  }
  return done(false);
}
