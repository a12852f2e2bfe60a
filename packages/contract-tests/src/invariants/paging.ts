import { isObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { sameRecords, type Turn } from "./every-limit.ts";
import { filterInvariants } from "./filter.ts";
import type { Fixture } from "./fixture.ts";
import { foreignCursor } from "./foreign-cursor.ts";
import type { Invariant } from "./invariant.ts";
import { type Limit, type Listing, listingOf, listingsOf } from "./listing.ts";
import { countBasis, cursorBasis } from "./listing-basis.ts";
import { movingInvariants } from "./moving.ts";
import { Budget, getPage, walk } from "./walk.ts";

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
      basis: cursorBasis(listing),
      check: each((fixture, params, turn) => sameRecords(fixture, listing, params, turn)),
    },
    ...(limit === undefined ? [] : limitInvariants(listing, limit, base, each)),
    ...(countField === undefined
      ? []
      : [
          {
            ...base,
            name: `${countField} is the number of records of each page`,
            basis: countBasis(listing, countField),
            check: each((fixture, params) => counts(fixture, listing, countField, params)),
          },
        ]),
    ...filterInvariants(listing),
    ...foreignCursor(listing, all),
    ...movingInvariants(listing),
  ];
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
      basis: limit.description,
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
      basis: limit.description,
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
          // A record may have come since: the usual page is read again before it is said to differ.
          const { records, cursor } =
            count === expected.records.length ? expected : await getPage(fixture, listing, usual);
          const text = `with ${how}, ${records.length} records as with ${limit.usual}`;
          fixture.assert(count === records.length, text, `${count} records`);
          fixture.assert(
            (page.cursor === null) === (cursor === null),
            `with ${how}, the listing ends where it does with ${limit.usual}`,
            `cursor ${page.cursor}`,
          );
        }
      }),
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
