import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { differenceBetween, windowDifference } from "./compare.ts";
import { sameRecordsBehind } from "./depth.ts";
import type { Fixture } from "./fixture.ts";
import { assertSameRecords, noDuplicates } from "./keys.ts";
import type { Listing } from "./listing.ts";
import { type Budget, walk } from "./walk.ts";

const RUNS = 4;

/** Approximate maximum number of pages of a walk with a small limit. */
const MAX_PAGES = 30;

/** Number of known listings that are walked with random limits; the others use the extreme ones. */
const MAX_RANDOM = 2;

/** Index of the known listing that is checked, and the remaining budget for long ones. */
export interface Turn {
  readonly index: number;
  readonly budget: Budget;
}

/** Checks that every limit yields the same records, each once, up to the end. */
export async function sameRecords(
  fixture: Fixture,
  listing: Listing,
  params: CallParams,
  { index, budget }: Turn,
): Promise<void> {
  const { limit } = listing;
  const { maximum } = limit ?? { maximum: undefined };
  let before = await walk(fixture, listing, params, { size: maximum });
  if (before.keys.length === 0) {
    fixture.skip("the listings are empty");
    return;
  }
  noDuplicates(fixture, before.keys);
  if (limit === undefined) {
    return;
  }
  // One request per record is too much to ask of a long listing.
  const bearable = Math.ceil(Math.min(before.keys.length, MAX_PAGES * 12) / MAX_PAGES);
  const min = Math.min(limit.maximum, Math.max(limit.minimum, bearable));
  const check = async (size: number) => {
    const maxRecords = before.complete ? undefined : Math.min(before.keys.length, size * MAX_PAGES);
    const middle = await walk(fixture, listing, params, {
      size,
      ...(maxRecords === undefined ? {} : { maxRecords }),
    });
    noDuplicates(fixture, middle.keys);
    const after = before.complete
      ? await walk(fixture, listing, params, { size: maximum })
      : before;
    const difference =
      before.complete && middle.complete && after.complete
        ? differenceBetween(before, middle, after)
        : windowDifference(before, middle);
    if (difference === undefined) {
      const expected = `with limit ${size}, the listing begins as with ${limit.maximum}`;
      fixture.assert(false, expected, middle.keys[0] ?? "no record");
      return;
    }
    const how = { one: `with limit ${size}`, other: `with ${limit.maximum}` };
    assertSameRecords(fixture, difference, how);
    if (before.complete !== middle.complete && !before.complete) {
      fixture.assert(false, `with limit ${size}, the listing is as long`, "it ends earlier");
    }
    before = after;
  };
  const arbitrary = fc.oneof(
    fc.integer({ min, max: limit.maximum }),
    fc.integer({ min, max: Math.min(limit.maximum, min + 9) }),
  );
  const numRuns = index < MAX_RANDOM ? RUNS : 1;
  const extremes = index < MAX_RANDOM ? [min, limit.maximum] : [min];
  const sizes = fc.sample(arbitrary, { seed: fixture.seed, numRuns });
  await fixture.forEach(new Set([...extremes, ...sizes]), check);
  budget.spend(before.records.length);
  if (!before.complete) {
    const { count, complete } = await sameRecordsBehind(
      fixture,
      listing,
      limit,
      params,
      before,
      budget,
    );
    if (!complete) {
      fixture.limitTo(count);
    }
  }
}
