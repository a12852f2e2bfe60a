import { isObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { leavesAt, leavesOf } from "../judge/leaves.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { agree, canonical } from "./facts.ts";
import { absentValue, filtersOf, placeOf } from "./filter.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { cursorBasis, type Listing, listingOf } from "./listing.ts";
import { getPage, type Page, walk } from "./walk.ts";

/** Number of values of a filter that are tried for each call. */
const MAX_VALUES = 3;

/** Size of the small pages, and the number of records that are read in them. */
const SMALL = 2;
const WINDOW = 6;

/** Invariants of listings: filters and limits select records and change none of their fields. */
export function sameRecordInvariants(operation: Operation): Invariant[] {
  const listing = listingOf(operation);
  if (!listing) {
    return [];
  }
  const { limit } = listing;
  const base = { operation: operation.id, needs: ["state", "known"] as const };
  const each = (check: (fixture: Fixture, params: CallParams) => Promise<void>) => ({
    check: async (fixture: Fixture) => {
      fixture.skip("the listings are empty");
      await fixture.forEach(fixture.known(operation.id), (params) => check(fixture, params));
    },
  });
  const ofFilters = filtersOf(listing).flatMap((filter) => {
    const place = placeOf(listing, filter);
    return place === undefined
      ? []
      : {
          ...base,
          name: `a record has the same fields with ${filter.name} as without it`,
          basis: filter.description,
          ...each((fixture, params) => filtered(fixture, listing, filter, { params, place })),
        };
  });
  const ofPages = {
    ...base,
    name: "a record has the same fields on a small page as on a large one",
    basis: cursorBasis(listing),
    ...each((fixture, params) => paged(fixture, listing, params)),
  };
  return limit ? [...ofFilters, ofPages] : ofFilters;
}

async function filtered(
  fixture: Fixture,
  listing: Listing,
  filter: Parameter,
  { params, place }: { readonly params: CallParams; readonly place: string },
): Promise<void> {
  const open = atMost(listing, { ...params, [filter.name]: undefined });
  const before = await getPage(fixture, listing, open);
  const values = [...new Set(before.records.flatMap((record) => leavesAt(record, place)))];
  for (const value of [...values.slice(0, MAX_VALUES), ...absentValue(listing, filter)]) {
    const page = await getPage(fixture, listing, { ...open, [filter.name]: value });
    counted(fixture, listing, page);
    const after = await getPage(fixture, listing, open);
    sameFields(fixture, listing, page.records, [before, after], `without ${filter.name}`);
  }
}

async function paged(fixture: Fixture, listing: Listing, params: CallParams): Promise<void> {
  const before = await getPage(fixture, listing, atMost(listing, params));
  const options = { size: SMALL, maxRecords: WINDOW };
  const { records } = await walk(fixture, listing, params, options);
  const after = await getPage(fixture, listing, atMost(listing, params));
  sameFields(
    fixture,
    listing,
    records,
    [before, after],
    `with a limit of ${listing.limit?.maximum}`,
  );
}

/** Records that the chain has changed in the meantime are not compared. */
function sameFields(
  fixture: Fixture,
  { keyOf }: Listing,
  records: readonly unknown[],
  pages: readonly [Page, Page],
  how: string,
): void {
  for (const record of records) {
    const key = keyOf(record);
    const [one, other] = pages.map((page) => page.records.find((each) => keyOf(each) === key));
    for (const [at, leaf] of leavesOf(record)) {
      const [was, is] = [leavesAt(one, at), leavesAt(other, at)];
      if (!at.includes("[]") && was.length === 1 && canonical(was) === canonical(is)) {
        fixture.assert(agree(was[0], leaf), `${at.slice(1)} is ${was[0]}, as ${how}`, `${leaf}`);
      }
    }
  }
}

/** Checks the number of records that a page states. */
function counted(fixture: Fixture, { countField }: Listing, { body, records }: Page): void {
  if (countField !== undefined) {
    const count = isObject(body) ? body[countField] : undefined;
    const expected = `${countField} is ${records.length}, also with a filter`;
    fixture.assert(count === records.length, expected, `${count}`);
  }
}

function atMost({ limit, cursorParameter }: Listing, params: CallParams): CallParams {
  const { [cursorParameter]: _, ...rest } = params;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(limit ? { [limit.name]: limit.maximum } : {}) };
}
