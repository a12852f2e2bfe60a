import { isObject, itemsOf } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import type { Fixture } from "./invariant.ts";

/** Listings longer than this are not walked to their end, whatever the limit. */
const MAX_RECORDS = 300;

/** Pages more than this are not fetched in one walk. */
const MAX_PAGES = 120;

/** One page of a listing. */
export interface Page {
  readonly records: readonly unknown[];
  readonly cursor: string | null;
  readonly body: unknown;
}

/** The records of a listing, as far as it was walked. */
export interface Walk {
  readonly records: readonly string[];
  /** Whether the end was reached. */
  readonly complete: boolean;
}

/** Gets one page. */
export async function getPage(
  fixture: Fixture,
  operation: Operation,
  params: CallParams,
): Promise<Page> {
  const { body } = await fixture.call(
    operation.id,
    params,
    ["200"],
    "the listing exists at the target",
  );
  const { cursorField = "", itemsField = "" } = operation.pagination ?? {};
  const fields = isObject(body) ? body : {};
  return {
    body,
    records: itemsOf(fields[itemsField]),
    cursor: typeof fields[cursorField] === "string" ? fields[cursorField] : null,
  };
}

/**
 * Follows the cursors of a listing to its end. Demands on the way that no page is longer than
 * `limit`, that no cursor comes twice, and that it ends.
 *
 * @param size At most so many records in a page, where the listing has a `limit`; absent: what the
 *   target thinks right.
 */
export async function walk(
  fixture: Fixture,
  operation: Operation,
  params: CallParams,
  size?: number,
): Promise<Walk> {
  const hasLimit = operation.parameters.some(({ name }) => name === "limit");
  const limit = hasLimit ? size : undefined;
  const { cursorParameter = "" } = operation.pagination ?? {};
  const records: string[] = [];
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES && records.length < MAX_RECORDS; pages += 1) {
    const asked = { ...params, ...(limit === undefined ? {} : { limit }) };
    const page = await getPage(
      fixture,
      operation,
      cursor === null ? asked : { ...asked, [cursorParameter]: cursor },
    );
    if (limit !== undefined) {
      fixture.assert(
        page.records.length <= limit,
        `a page has at most ${limit} records`,
        `${page.records.length} records`,
      );
    }
    records.push(...page.records.map((record) => JSON.stringify(record)));
    cursor = page.cursor;
    if (cursor === null) {
      return { records, complete: true };
    }
    fixture.assert(!cursors.has(cursor), "every page has a new cursor", `${cursor} again`);
    cursors.add(cursor);
    if (pages + 1 === MAX_PAGES && records.length < MAX_PAGES) {
      fixture.assert(
        false,
        "the listing ends or continues",
        `${MAX_PAGES} pages with ${records.length} records`,
      );
    }
  }
  return { records, complete: false };
}
