import fc from "fast-check";
import { refused, successOf } from "../cases/expect.ts";
import { type Difference, differenceBetween, windowDifference } from "./compare.ts";
import { named } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Limit } from "./listing.ts";
import { type Query, type Walk, walk } from "./walk.ts";

const RUNS = 4;

/** Approximate maximum number of pages of a walk with a small limit. */
const MAX_PAGES = 30;

/** Number of known listings that are walked with random limits; the others use the extreme ones. */
const MAX_RANDOM = 2;

/** Number of pages of a window, with a smaller limit than that of the walk. */
const WINDOW_PAGES = 8;

/** Number of windows at random places, besides the first and the last one. */
const RANDOM_WINDOWS = 2;

/**
 * Checks that every limit yields the same records, each once, up to the end.
 *
 * @param index Index of the known listing that is checked.
 */
export async function sameRecords(query: Query, index: number): Promise<void> {
  const { fixture, listing } = query;
  const { limit } = listing;
  let before = await walk(query);
  if (before.keys.length === 0) {
    fixture.skip("the listings are empty");
    return;
  }
  noDuplicates(fixture, before.keys);
  if (!limit) {
    return;
  }
  const { minimum, maximum } = limit;
  // One request per record is too much to ask of a long listing.
  const bearable = Math.ceil(Math.min(before.keys.length, MAX_PAGES * 12) / MAX_PAGES);
  const min = Math.min(maximum, Math.max(minimum, bearable));
  const check = async (size: number) => {
    const { complete } = before;
    const maxRecords = complete ? undefined : Math.min(before.keys.length, size * MAX_PAGES);
    const middle = await walk(query, { size, maxRecords });
    noDuplicates(fixture, middle.keys);
    const after = complete ? await walk(query) : before;
    const difference =
      complete && middle.complete && after.complete
        ? differenceBetween(before, middle, after)
        : windowDifference(before, middle);
    const how = `with limit ${size}`;
    if (difference === undefined) {
      const expected = `${how}, the listing begins as with ${maximum}`;
      fixture.assert(false, expected, middle.keys[0] ?? "no record");
      return;
    }
    assertSameRecords(fixture, difference, how, maximum);
    if (!complete && middle.complete) {
      fixture.assert(false, `${how}, the listing is as long`, "it ends earlier");
    }
    before = after;
  };
  const arbitrary = fc.oneof(
    fc.integer({ min, max: maximum }),
    fc.integer({ min, max: Math.min(maximum, min + 9) }),
  );
  const numRuns = index < MAX_RANDOM ? RUNS : 1;
  const extremes = index < MAX_RANDOM ? [min, maximum] : [min];
  const sizes = fc.sample(arbitrary, { seed: fixture.seed, numRuns });
  await fixture.forEach(new Set([...extremes, ...sizes]), check);
  fixture.budget -= before.records.length;
  if (!before.complete) {
    await sameRecordsBehind(query, limit, before);
  }
}

/**
 * Compares a long listing behind its first walk, which did not reach the end: follows it with the maximum limit as far as
 * the budget goes, and reads windows of it again with smaller limits.
 */
async function sameRecordsBehind(query: Query, limit: Limit, first: Walk): Promise<void> {
  const { fixture } = query;
  const { seed } = fixture;
  const { minimum, maximum } = limit;
  const rest = await walk(query, { from: first.next, isDeep: true });
  noDuplicates(fixture, [...first.keys, ...rest.keys]);
  const { pages } = rest;
  const places = fc.sample(fc.nat({ max: pages.length - 1 }), { seed, numRuns: RANDOM_WINDOWS });
  const windows = new Set([0, ...places, Math.max(0, pages.length - 2)]);
  const smaller = fc.integer({ min: minimum, max: Math.max(minimum, maximum >> 1) });
  const sizes = fc.sample(smaller, { seed, numRuns: windows.size });
  for (const { cursor, start } of [...windows].flatMap((place) => pages[place] ?? [])) {
    const long = { ...rest, keys: rest.keys.slice(start) };
    const window = { cursor, long, depth: first.keys.length + start };
    if (!(await compareWindow(query, limit, window, sizes.shift() ?? minimum))) {
      fixture.limitTo(first.keys.length);
      return;
    }
  }
  if (!rest.complete) {
    fixture.limitTo(first.keys.length + rest.keys.length);
  }
}

interface Window {
  readonly cursor: string | null;
  /** Part of the walk from the cursor on. */
  readonly long: Walk;
  /** Number of records before the window. */
  readonly depth: number;
}

/** @returns Whether pages of this size have something in common with the walk to compare. */
async function compareWindow(
  query: Query,
  { name, maximum }: Limit,
  { cursor, long, depth }: Window,
  size: number,
): Promise<boolean> {
  const { fixture, listing, params } = query;
  const { operation, cursorParameter } = listing;
  // The contract does not say that the limit may change from one page to the next.
  const asked = { ...params, [cursorParameter]: cursor, [name]: size };
  const refusal = refused(operation, "", { part: operation.node }).statuses;
  const statuses = [successOf(operation), ...refusal];
  const because = "the cursor may be bound to its limit";
  const { status } = await fixture.call(operation.id, asked, statuses, because);
  if (status >= 400) {
    return false;
  }
  const short = await walk(query, { size, from: cursor, maxPages: WINDOW_PAGES });
  noDuplicates(fixture, short.keys);
  const difference = windowDifference(long, short);
  if (difference !== undefined) {
    const how = `with limit ${size}, behind record ${depth}`;
    assertSameRecords(fixture, difference, how, maximum);
  }
  return difference !== undefined;
}

/** Asserts that no key occurs twice. */
function noDuplicates(fixture: Fixture, keys: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set(keys.filter((key) => seen.size === seen.add(key).size));
  fixture.assert(twice.size === 0, "no record is listed twice", `${named([...twice])}`);
}

/** Asserts that a walk lists what the one with the maximum limit does. */
function assertSameRecords(
  fixture: Fixture,
  { lost, added }: Difference,
  how: string,
  maximum: number,
): void {
  const all = `${how}, every record is listed that is listed with ${maximum}`;
  fixture.assert(lost.length === 0, all, `missing ${named(lost)}`);
  const no = `${how}, no other records are listed`;
  fixture.assert(added.length === 0, no, `more, ${named(added)}`);
}
