import fc from "fast-check";
import { refused, successOf } from "../cases/expect.ts";
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
    const after = complete ? await walk(query) : before;
    const difference =
      complete && middle.complete && after.complete
        ? differenceBetween(before, middle, after)
        : windowDifference(before, middle);
    const how = `with limit ${size}`;
    if (difference === undefined) {
      const expected = `${how}, the listing begins as with ${maximum}`;
      fixture.assert(false, expected, named(middle.keys));
      return;
    }
    assertSameRecords(fixture, middle, difference, how, maximum);
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
  const { fixture, listing, params } = query;
  const { operation, cursorParameter } = listing;
  const { seed } = fixture;
  const { name, minimum, maximum } = limit;
  const rest = await walk(query, { from: first.next, isDeep: true });
  noDuplicates(fixture, [...first.keys, ...rest.keys]);
  const { pages } = rest;
  const places = fc.sample(fc.nat({ max: pages.length - 1 }), { seed, numRuns: RANDOM_WINDOWS });
  const windows = new Set([0, ...places, pages.length - 2]);
  const smaller = fc.integer({ min: minimum, max: Math.max(minimum, maximum >> 1) });
  const sizes = fc.sample(smaller, { seed, numRuns: windows.size });
  // The contract does not say that the limit may change from one page to the next.
  const refusal = refused(operation, "", { part: operation.node }).statuses;
  const statuses = [successOf(operation), ...refusal];
  const because = "the cursor may be bound to its limit";
  for (const { cursor, start } of [...windows].flatMap((place) => pages[place] ?? [])) {
    const size = sizes.shift() ?? minimum;
    const asked = { ...params, [cursorParameter]: cursor, [name]: size };
    const { status } = await fixture.call(operation.id, asked, statuses, because);
    if (status >= 400) {
      fixture.limitTo(first.keys.length);
      return;
    }
    const window = await walk(query, { size, from: cursor, maxPages: WINDOW_PAGES });
    const difference = windowDifference({ ...rest, keys: rest.keys.slice(start) }, window);
    if (difference === undefined) {
      fixture.limitTo(first.keys.length);
      return;
    }
    const how = `with limit ${size}, behind record ${first.keys.length + start}`;
    assertSameRecords(fixture, window, difference, how, maximum);
  }
  if (!rest.complete) {
    fixture.limitTo(first.keys.length + rest.keys.length);
  }
}

/** Asserts that no key occurs twice. */
function noDuplicates(fixture: Fixture, keys: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set(keys.filter((key) => seen.size === seen.add(key).size));
  fixture.assert(twice.size === 0, "no record is listed twice", `${named([...twice])}`);
}

/** Asserts that a walk lists what the one with the maximum limit does, each once. */
function assertSameRecords(
  fixture: Fixture,
  { keys }: Walk,
  { lost, added }: Difference,
  how: string,
  maximum: number,
): void {
  noDuplicates(fixture, keys);
  const all = `${how}, every record is listed that is listed with ${maximum}`;
  fixture.assert(lost.length === 0, all, `missing ${named(lost)}`);
  const no = `${how}, no other records are listed`;
  fixture.assert(added.length === 0, no, `more, ${named(added)}`);
}

/** Keys of records that one walk lacks, or has although the other one does not. */
interface Difference {
  readonly lost: readonly string[];
  readonly added: readonly string[];
}

/**
 * Compares a complete walk with one before and one after it. A listing may change in the meantime: only
 * records in both must be in it, and only records in neither must not.
 */
export function differenceBetween(before: Walk, middle: Walk, after: Walk): Difference {
  const [own, first, last] = [middle, before, after].map(({ keys }) => new Set(keys));
  return {
    lost: before.keys.filter((key) => last?.has(key) && !own?.has(key)),
    added: middle.keys.filter((key) => !first?.has(key) && !last?.has(key)),
  };
}

/** Number of records searched at the head of a listing, where new ones may have arrived between two walks. */
const MAX_MOVE = 200;

/** The last records of a window may be in another order than in the other walk. */
const TAIL_SHARE = 0.2;

/**
 * Compares the beginnings of two walks that did not reach the end, from the first record that both
 * have.
 *
 * @returns Undefined if they have nothing in common to begin with.
 */
export function windowDifference(one: Walk, other: Walk): Difference | undefined {
  const [left, right] = [one.keys, other.keys];
  const start = left.slice(0, MAX_MOVE).findIndex((key) => right.includes(key));
  const offset = right.indexOf(left[start] ?? "");
  if (start === -1 || offset > MAX_MOVE) {
    return undefined;
  }
  const size = Math.min(left.length - start, right.length - offset);
  const sure = one.complete && other.complete ? size : Math.ceil(size * (1 - TAIL_SHARE));
  const [leftSet, rightSet] = [new Set(left), new Set(right)];
  return {
    lost: left.slice(start, start + sure).filter((key) => !rightSet.has(key)),
    added: right.slice(offset, offset + sure).filter((key) => !leftSet.has(key)),
  };
}
