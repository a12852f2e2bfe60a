import fc from "fast-check";
import { refused, successOf } from "../cases/expect.ts";
import type { CallParams } from "../cases/values.ts";
import { windowDifference } from "./compare.ts";
import type { Fixture } from "./fixture.ts";
import { assertSameRecords, noDuplicates } from "./keys.ts";
import type { Limit, Listing } from "./listing.ts";
import { type Budget, type Walk, walk } from "./walk.ts";

/** Number of pages of a window, with a smaller limit than that of the walk. */
const WINDOW_PAGES = 8;

/** Number of windows at random places, besides the first and the last one. */
const RANDOM_WINDOWS = 2;

/**
 * Compares a long listing behind its first walk: follows it with the maximum limit as far as the
 * budget goes, and reads windows of it again with smaller limits.
 *
 * @param first The walk from the beginning, which did not reach the end.
 * @param budget What may still be read.
 * @returns The number of records that were compared.
 */
export async function sameRecordsBehind(
  fixture: Fixture,
  listing: Listing,
  limit: Limit,
  params: CallParams,
  first: Walk,
  budget: Budget,
): Promise<{ readonly count: number; readonly complete: boolean }> {
  const size = limit.maximum;
  const rest = await walk(fixture, listing, params, {
    size,
    from: first.next,
    maxRecords: budget.records,
  });
  budget.spend(rest.records.length);
  noDuplicates(fixture, [...first.keys, ...rest.keys]);
  const { pages } = rest;
  const places = fc.sample(fc.nat({ max: Math.max(0, pages.length - 1) }), {
    seed: fixture.seed,
    numRuns: RANDOM_WINDOWS,
  });
  const windows = [...new Set([0, ...places, Math.max(0, pages.length - 2)])];
  const smaller = fc.integer({ min: limit.minimum, max: Math.max(limit.minimum, size >> 1) });
  const sizes = fc.sample(smaller, { seed: fixture.seed, numRuns: windows.length });
  let isCompared = true;
  for (const [index, place] of windows.entries()) {
    const page = pages[place];
    if (page && isCompared) {
      isCompared = await compareWindow(fixture, listing, limit, params, {
        cursor: page.cursor,
        long: { ...rest, keys: rest.keys.slice(page.start) },
        depth: first.keys.length + page.start,
        size: sizes[index] ?? limit.minimum,
      });
    }
  }
  return isCompared
    ? { count: first.keys.length + rest.keys.length, complete: rest.complete }
    : { count: first.keys.length, complete: false };
}

interface Window {
  readonly cursor: string | null;
  /** Part of the walk from the cursor on. */
  readonly long: Walk;
  /** Number of records before the window. */
  readonly depth: number;
  /** Limit of the window's pages. */
  readonly size: number;
}

/** @returns Whether the two have something in common to compare. */
async function compareWindow(
  fixture: Fixture,
  listing: Listing,
  limit: Limit,
  params: CallParams,
  { cursor, long, depth, size }: Window,
): Promise<boolean> {
  const { operation, cursorParameter } = listing;
  // The contract does not say that the limit may change from one page to the next.
  const asked = { ...params, [cursorParameter]: cursor, [limit.name]: size };
  const refusal = refused(operation, "", { part: operation.node }).statuses;
  const statuses = [successOf(operation), ...refusal];
  const because = "the cursor may be bound to its limit";
  const { status } = await fixture.call(operation.id, asked, statuses, because);
  if (status >= 400) {
    return false;
  }
  const short = await walk(fixture, listing, params, {
    size,
    from: cursor,
    maxPages: WINDOW_PAGES,
  });
  noDuplicates(fixture, short.keys);
  const difference = windowDifference(long, short);
  if (difference !== undefined) {
    const one = `with limit ${size}, behind record ${depth}`;
    assertSameRecords(fixture, difference, { one, other: `with ${limit.maximum}` });
  }
  return difference !== undefined;
}
