import { leavesAt, leavesOf, same } from "../judge/leaves.ts";
import { faultsOfText } from "../schema/validator.ts";
import type { Parameter } from "../spec/operations.ts";
import { named } from "./facts.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { exampleRecords, type Listing, listingsOf } from "./listing.ts";
import { Budget, walk } from "./walk.ts";

/** Number of values of a filter that are tested. */
const MAX_VALUES = 4;

/**
 * Invariants of filters: a filter returns exactly the matching records of the unfiltered listing. The
 * filtered field is the one that has the filter's example in the examples of the records.
 */
export function filterInvariants(listing: Listing): Invariant[] {
  return filtersOf(listing).flatMap((filter) => {
    const place = placeOf(listing, filter);
    if (place === undefined) {
      return [];
    }
    return {
      name: `${filter.name} returns exactly the records with this${place.replaceAll(".", " ")}`,
      basis: filter.description,
      operation: listing.operation.id,
      needs: ["state", "known"],
      check: (fixture) => check(fixture, listing, filter, place),
    };
  });
}

/** Returns the filter parameters of a listing, without cursor and limit. */
export function filtersOf({ operation, cursorParameter, limit }: Listing): Parameter[] {
  return operation.parameters.filter(
    ({ in: place, required, name }) =>
      place === "query" && !required && name !== limit?.name && name !== cursorParameter,
  );
}

/** Finds the field that a filter matches; undefined if no example shows it. */
export function placeOf(listing: Listing, filter: Parameter): string | undefined {
  const values = [...filter.examples.values()];
  const places = exampleRecords(listing).flatMap((record) =>
    leavesOf(record).flatMap(([place, leaf]) =>
      values.some((value) => same(value, leaf)) ? [place] : [],
    ),
  );
  return places[0];
}

async function check(
  fixture: Fixture,
  listing: Listing,
  filter: Parameter,
  place: string,
): Promise<void> {
  const { name } = filter;
  const { operation, keyOf } = listing;
  const { maximum: size } = listing.limit ?? {};
  const budget = new Budget();
  const known = fixture.known(operation.id).map(({ [name]: _, ...open }) => open);
  await fixture.forEach(listingsOf(listing, known), async (open) => {
    const { records, complete } = await walk(fixture, listing, open, {
      size,
      maxRecords: budget.records,
    });
    budget.spend(records.length);
    if (records.length === 0) {
      fixture.skip("the listings are empty");
      return;
    }
    if (!complete) {
      fixture.limitTo(records.length);
    }
    const asked = [...sampled(records, place), ...absentValue(listing, filter)];
    for (const value of asked) {
      const filtered = await walk(fixture, listing, { ...open, [name]: value }, { size });
      const passes = (record: unknown) => leavesAt(record, place).some((leaf) => same(value, leaf));
      const wrong = filtered.keys.filter((_, index) => !passes(filtered.records[index]));
      fixture.guard(wrong.length === 0, `every record has ${value} at ${place}`, named(wrong));
      if (!complete && !filtered.complete) {
        fixture.skip("the listings are too long to compare");
        continue;
      }
      const found = new Set(filtered.keys);
      const lost = records
        .filter(passes)
        .map(keyOf)
        .filter((key) => !found.has(key));
      const all = `all records with ${value} are listed`;
      fixture.assert(lost.length === 0, all, `missing ${named(lost)}`);
      if (!complete) {
        continue;
      }
      const whole = new Set(records.map(keyOf));
      const more = filtered.keys.filter((key) => !whole.has(key));
      const subset = "the filtered listing is a subset of the unfiltered one";
      fixture.assert(more.length === 0, subset, `more, ${named(more)}`);
    }
  });
}

/** Values of a field: those of the first records, and that of the last one. */
function sampled(records: readonly unknown[], place: string): string[] {
  const values = [...new Set(records.flatMap((record) => leavesAt(record, place).map(String)))];
  return [...new Set([...values.slice(0, MAX_VALUES - 1), ...values.slice(-1)])];
}

/** The value that no record has, as the contract declares it (`x-absent-example`). */
export function absentValue(
  { operation: { spec } }: Listing,
  { node, schema }: Parameter,
): unknown[] {
  const value = node["x-absent-example"];
  const isValid = value !== undefined && faultsOfText(spec, schema, value).length === 0;
  return isValid ? [value] : [];
}
