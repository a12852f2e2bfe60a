import { isObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { sameRecords, type Turn } from "./every-limit.ts";
import { filterInvariants } from "./filter.ts";
import type { Fixture } from "./fixture.ts";
import { foreignCursor } from "./foreign-cursor.ts";
import type { Invariant } from "./invariant.ts";
import {
  countBasis,
  cursorBasis,
  type Limit,
  type Listing,
  listingOf,
  listingsOf,
} from "./listing.ts";
import { movingInvariants } from "./moving.ts";
import { Budget, getPage, walk } from "./walk.ts";

/** Invariants of every listing and its filters. */
export function pagingInvariants(operation: Operation, all: readonly Operation[]): Invariant[] {
  const listing = listingOf(operation);
  if (!listing) {
    return [];
  }
  const { limit, countField } = listing;
  const of = (name: string, basis: string, check: Check): Invariant => ({
    name,
    basis,
    operation: operation.id,
    needs: ["state", "known"],
    check: (fixture) => {
      const budget = new Budget();
      const known = listingsOf(listing, fixture.known());
      return fixture.forEach(known.entries(), ([index, params]) =>
        check(fixture, params, { index, budget }),
      );
    },
  });
  const everyLimit = "every limit yields the same records, each once, up to the end";
  return [
    of(everyLimit, cursorBasis(listing), (fixture, params, turn) =>
      sameRecords(fixture, listing, params, turn),
    ),
    ...(limit
      ? [
          of(`a page has at most \`${limit.name}\` records`, limit.description, (fixture, params) =>
            atMost(fixture, listing, limit, params),
          ),
          of(
            `without \`${limit.name}\`, a page has the default size`,
            limit.description,
            (fixture, params) => byDefault(fixture, listing, limit, params),
          ),
        ]
      : []),
    ...(countField
      ? [
          of(
            `${countField} is the number of records of each page`,
            countBasis(listing, countField),
            (fixture, params) => counts(fixture, listing, countField, params),
          ),
        ]
      : []),
    ...filterInvariants(listing),
    ...foreignCursor(listing, all),
    ...movingInvariants(listing),
  ];
}

type Check = (fixture: Fixture, params: CallParams, turn: Turn) => Promise<void>;

async function atMost(
  fixture: Fixture,
  listing: Listing,
  { name, minimum, maximum }: Limit,
  params: CallParams,
): Promise<void> {
  for (const size of new Set([minimum, minimum + 1, maximum - 1, maximum])) {
    const { records } = await getPage(fixture, listing, { ...params, [name]: size });
    if (records.length === 0) {
      fixture.skip("the listings are empty");
      return;
    }
    const expected = `a page has at most ${size} records`;
    fixture.assert(records.length <= size, expected, `${records.length}`);
  }
}

async function byDefault(
  fixture: Fixture,
  listing: Listing,
  { name, usual, isNullable }: Limit,
  params: CallParams,
): Promise<void> {
  const asUsual = { ...params, [name]: usual };
  const expected = await getPage(fixture, listing, asUsual);
  if (expected.records.length === 0) {
    fixture.skip("the listings are empty");
    return;
  }
  const without = {
    "no limit": params,
    ...(isNullable && { "an empty limit": { ...params, [name]: null } }),
  };
  for (const [how, asked] of Object.entries(without)) {
    const page = await getPage(fixture, listing, asked);
    const count = page.records.length;
    // A record may have come since: the usual page is read again before it is said to differ.
    const { records, cursor } =
      count === expected.records.length ? expected : await getPage(fixture, listing, asUsual);
    const text = `with ${how}, ${records.length} records as with ${usual}`;
    fixture.assert(count === records.length, text, `${count} records`);
    const isEnd = (page.cursor === null) === (cursor === null);
    const end = `with ${how}, the listing ends where it does with ${usual}`;
    fixture.assert(isEnd, end, `cursor ${page.cursor}`);
  }
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
