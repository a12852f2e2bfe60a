import type { CallParams } from "../cases/values.ts";
import { leavesAt, leavesOf } from "../judge/leaves.ts";
import type { Operation } from "../spec/operations.ts";
import { agree, canonical, field } from "./facts.ts";
import { absentValue, type Filter, filtersOf } from "./filter.ts";
import type { Invariant } from "./invariant.ts";
import { cursorBasis, listingOf } from "./listing.ts";
import { getPage, type Page, type Query, walk } from "./walk.ts";

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
  const of = (name: string, basis: string, check: (query: Query) => Promise<void>): Invariant => ({
    name,
    basis,
    operation: operation.id,
    check: async (fixture, params) => {
      fixture.skip("the listings are empty");
      await check({ fixture, listing, params });
    },
  });
  const ofFilters = filtersOf(listing).map((filter) => {
    const { name, description } = filter.parameter;
    const same = `a record has the same fields with ${name} as without it`;
    return of(same, description, (query) => filtered(query, filter));
  });
  const ofPages = "a record has the same fields on a small page as on a large one";
  return listing.limit ? [...ofFilters, of(ofPages, cursorBasis(listing), paged)] : ofFilters;
}

async function filtered(query: Query, { parameter, place }: Filter): Promise<void> {
  const { listing } = query;
  const { name } = parameter;
  const open = { ...largest(query), [name]: undefined };
  const before = await getPage(query, open);
  const values = [...new Set(before.records.flatMap((record) => leavesAt(record, place)))];
  for (const value of [...values.slice(0, MAX_VALUES), ...absentValue(listing, parameter)]) {
    const page = await getPage(query, { ...open, [name]: value });
    counted(query, page);
    const after = await getPage(query, open);
    sameFields(query, page.records, [before, after], `without ${name}`);
  }
}

async function paged(query: Query): Promise<void> {
  const { limit } = query.listing;
  const before = await getPage(query, largest(query));
  const { records } = await walk(query, { size: SMALL, maxRecords: WINDOW });
  const after = await getPage(query, largest(query));
  sameFields(query, records, [before, after], `with a limit of ${limit?.maximum}`);
}

/** Records that the chain has changed in the meantime are not compared. */
function sameFields(
  { fixture, listing: { keyOf } }: Query,
  records: readonly unknown[],
  pages: readonly [Page, Page],
  how: string,
): void {
  for (const record of records) {
    const key = keyOf(record);
    const [one, other] = pages.map((page) => page.records.find((each) => keyOf(each) === key));
    for (const [at, leaf] of leavesOf(record)) {
      const [was, is] = [leavesAt(one, at), leavesAt(other, at)];
      if (was.length === 1 && canonical(was) === canonical(is)) {
        fixture.assert(agree(was[0], leaf), `${at.slice(1)} is ${was[0]}, as ${how}`, `${leaf}`);
      }
    }
  }
}

/** Checks the number of records that a page states. */
function counted({ fixture, listing }: Query, { body, records }: Page): void {
  const { countField } = listing;
  if (countField !== undefined) {
    const count = field(body, countField);
    const expected = `${countField} is ${records.length}, also with a filter`;
    fixture.assert(count === records.length, expected, `${count}`);
  }
}

/** The parameters of the first page, as large as it can be. */
function largest({ listing: { limit, cursorParameter } }: Query): CallParams {
  return { [cursorParameter]: undefined, ...(limit && { [limit.name]: limit.maximum }) };
}
