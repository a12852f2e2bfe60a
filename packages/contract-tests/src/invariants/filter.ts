import { leavesAt, leavesOf, same } from "../judge/leaves.ts";
import { faultsOfText } from "../schema/validator.ts";
import type { Parameter } from "../spec/operations.ts";
import { named } from "./facts.ts";
import type { Invariant } from "./invariant.ts";
import { exampleRecords, type Listing, listingsOf } from "./listing.ts";
import { type Query, walk } from "./walk.ts";

/** Number of values of a filter that are tested. */
const MAX_VALUES = 4;

/** A parameter that selects records, and the field that it matches. */
export interface Filter {
  readonly parameter: Parameter;
  readonly place: string;
}

/**
 * Invariants of filters: a filter returns exactly the matching records of the unfiltered listing. The
 * filtered field is the one that has the filter's example in the examples of the records.
 */
export function filterInvariants(listing: Listing): Invariant[] {
  return filtersOf(listing).map((filter) => {
    const { name, description } = filter.parameter;
    return {
      name: `${name} returns exactly the records with this${filter.place.replaceAll(".", " ")}`,
      basis: description,
      operation: listing.operation.id,
      calls: (fixture) => {
        const open = fixture.known().map(({ [name]: _, ...others }) => others);
        return listingsOf(listing, open);
      },
      check: (fixture, params) => check({ fixture, listing, params }, filter),
    };
  });
}

/** The filters of a listing: what it takes besides cursor and limit, if an example shows the field. */
export function filtersOf(listing: Listing): Filter[] {
  const { operation, cursorParameter, limit } = listing;
  const leaves = exampleRecords(listing).flatMap((record) => leavesOf(record));
  return operation.parameters
    .filter(({ in: place, required }) => place === "query" && !required)
    .filter(({ name }) => name !== limit?.name && name !== cursorParameter)
    .flatMap((parameter) => {
      const values = [...parameter.examples.values()];
      const shown = leaves.find(([, leaf]) => values.some((value) => same(value, leaf)));
      return shown ? [{ parameter, place: shown[0] }] : [];
    });
}

async function check(query: Query, { parameter, place }: Filter): Promise<void> {
  const { fixture, listing, params } = query;
  const { records, keys, complete } = await walk(query, { isDeep: true });
  if (records.length === 0) {
    fixture.skip("the listings are empty");
    return;
  }
  if (!complete) {
    fixture.limitTo(records.length);
  }
  const whole = new Set(keys);
  for (const value of [...sampled(records, place), ...absentValue(listing, parameter)]) {
    const filtered = await walk({ ...query, params: { ...params, [parameter.name]: value } });
    const passes = (record: unknown) => leavesAt(record, place).some((leaf) => same(value, leaf));
    const wrong = filtered.keys.filter((_, index) => !passes(filtered.records[index]));
    fixture.guard(wrong.length === 0, `every record has ${value} at ${place}`, named(wrong));
    if (!complete && !filtered.complete) {
      fixture.skip("the listings are too long to compare");
      continue;
    }
    const found = new Set(filtered.keys);
    const lost = keys.filter((key, index) => passes(records[index]) && !found.has(key));
    const all = `all records with ${value} are listed`;
    fixture.assert(lost.length === 0, all, `missing ${named(lost)}`);
    if (complete) {
      const more = filtered.keys.filter((key) => !whole.has(key));
      const subset = "the filtered listing is a subset of the unfiltered one";
      fixture.assert(more.length === 0, subset, `more, ${named(more)}`);
    }
  }
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
