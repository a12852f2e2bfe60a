import { isObject } from "@chainkit/openapi";
import fc from "fast-check";
import { refused } from "../cases/expect.ts";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { canonical } from "./canonical.ts";
import { differenceBetween, windowDifference } from "./compare.ts";
import { sameRecordsBehind } from "./depth.ts";
import { filterInvariants } from "./filter.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { assertSameRecords, noDuplicates } from "./keys.ts";
import { type Limit, type Listing, listingOf, listingsOf } from "./listing.ts";
import { movingInvariants } from "./moving.ts";
import { Budget, getPage, walk } from "./walk.ts";

const RUNS = 4;

/** Approximate maximum number of pages of a walk with a small limit. */
const MAX_PAGES = 30;

/** Number of known listings that are walked with random limits; the others use the extreme ones. */
const MAX_RANDOM = 2;

/** Invariants of every listing and its filters. */
export function pagingInvariants(operation: Operation, all: readonly Operation[]): Invariant[] {
  const listing = listingOf(operation);
  if (!listing) {
    return [];
  }
  const base = { operation: operation.id, needs: ["state", "known"] as const };
  const { limit, countField } = listing;
  const each =
    (check: (fixture: Fixture, params: CallParams, turn: Turn) => Promise<void>) =>
    async (fixture: Fixture) => {
      const budget = new Budget();
      let index = 0;
      await fixture.forEach(listingsOf(listing, fixture.known(operation.id)), (params) =>
        check(fixture, params, { index: index++, budget }),
      );
    };
  return [
    {
      ...base,
      name: "every limit yields the same records, each once, up to the end",
      check: each((fixture, params, turn) => sameRecords(fixture, listing, params, turn)),
    },
    ...(limit === undefined ? [] : limitInvariants(listing, limit, base, each)),
    ...(countField === undefined
      ? []
      : [
          {
            ...base,
            name: `${countField} is the number of records of each page`,
            check: each((fixture, params) => counts(fixture, listing, countField, params)),
          },
        ]),
    ...filterInvariants(listing),
    ...foreignCursor(listing, all),
    ...movingInvariants(listing),
  ];
}

/** Which of the known listings is checked, and what may still be read of long ones. */
interface Turn {
  readonly index: number;
  readonly budget: Budget;
}

type Each = (
  check: (fixture: Fixture, params: CallParams, turn: Turn) => Promise<void>,
) => (fixture: Fixture) => Promise<void>;

function limitInvariants(
  listing: Listing,
  limit: Limit,
  base: Pick<Invariant, "operation" | "needs">,
  each: Each,
): Invariant[] {
  return [
    {
      ...base,
      name: `a page has at most \`${limit.name}\` records`,
      check: each(async (fixture, params) => {
        const sizes = [limit.minimum, limit.minimum + 1, limit.maximum - 1, limit.maximum];
        for (const size of new Set(sizes)) {
          const { records } = await getPage(fixture, listing, { ...params, [limit.name]: size });
          if (records.length === 0) {
            fixture.skip("the listings are empty");
            return;
          }
          const expected = `a page has at most ${size} records`;
          fixture.assert(records.length <= size, expected, `${records.length}`);
        }
      }),
    },
    {
      ...base,
      name: `without \`${limit.name}\`, a page has the default size`,
      check: each(async (fixture, params) => {
        const usual = { ...params, [limit.name]: limit.usual };
        const expected = await getPage(fixture, listing, usual);
        if (expected.records.length === 0) {
          fixture.skip("the listings are empty");
          return;
        }
        for (const [how, asked] of [
          ["no limit", params],
          ...(limit.isNullable ? [["an empty limit", { ...params, [limit.name]: null }]] : []),
        ] as [string, CallParams][]) {
          const page = await getPage(fixture, listing, asked);
          const count = page.records.length;
          const text = `with ${how}, ${expected.records.length} records as with ${limit.usual}`;
          fixture.assert(count === expected.records.length, text, `${count} records`);
          fixture.assert(
            (page.cursor === null) === (expected.cursor === null),
            `with ${how}, the listing ends where it does with ${limit.usual}`,
            `cursor ${page.cursor}`,
          );
        }
      }),
    },
  ];
}

async function sameRecords(
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

/** A cursor belongs to the listing that returned it. */
function foreignCursor(listing: Listing, all: readonly Operation[]): Invariant[] {
  const { operation, cursorParameter, limit } = listing;
  const other = all
    .filter(({ id }) => id !== operation.id)
    .flatMap((each) => listingOf(each) ?? [])[0];
  return [
    {
      name: "a cursor of another listing is refused",
      operation: operation.id,
      ...(other ? { also: [other.operation.id] } : {}),
      needs: ["state", "known"],
      check: async (fixture) => {
        const [own = {}, ...siblings] = listingsOf(listing, fixture.known(operation.id));
        const small = limit === undefined ? {} : { [limit.name]: limit.minimum };
        const sources: [Listing, CallParams][] = [
          ...(other
            ? fixture
                .known(other.operation.id)
                .map((params): [Listing, CallParams] => [other, params])
            : []),
          ...siblings.map((params): [Listing, CallParams] => [listing, params]),
        ];
        const refusal = refused(operation, "", { part: operation.node }).statuses;
        fixture.skip("no other listing has a second page");
        await fixture.forEach(sources, async ([source, params]) => {
          if (source === listing && canonical(params) === canonical(own)) {
            return;
          }
          const first = source.limit ? { [source.limit.name]: source.limit.minimum } : {};
          const { cursor } = await getPage(fixture, source, { ...params, ...first });
          if (cursor !== null) {
            const because = `the cursor belongs to ${source.operation.id} ${canonical(params)}`;
            const asked = { ...own, ...small, [cursorParameter]: cursor };
            await fixture.call(operation.id, asked, refusal, because);
          }
        });
      },
    },
  ];
}

async function counts(
  fixture: Fixture,
  listing: Listing,
  field: string,
  params: CallParams,
): Promise<void> {
  const onPage = ({ body, records }: Awaited<ReturnType<typeof getPage>>) => {
    const count = isObject(body) ? body[field] : undefined;
    fixture.assert(count === records.length, `${field} is ${records.length}`, `${count}`);
  };
  const { minimum = 1, maximum = 100 } = listing.limit ?? {};
  for (const size of new Set([undefined, minimum, minimum + 1, minimum + 6, maximum])) {
    await walk(fixture, listing, params, { size, maxRecords: (size ?? maximum) * 8, onPage });
  }
}
