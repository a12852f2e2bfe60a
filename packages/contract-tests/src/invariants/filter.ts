import { isObject, itemsOf } from "@chainkit/openapi";
import { asRead } from "../cases/wire.ts";
import { validatorOf } from "../schema/validator.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import type { Fixture, Invariant } from "./invariant.ts";
import { leavesAt, leavesOf, same } from "./leaves.ts";
import { walk } from "./walk.ts";

/** So many values of a filter are tried. */
const MAX_VALUES = 4;

/** A value that no record has. */
const NOWHERE = "0x000000000000000000000000000000000000dead";

/**
 * What a filter lets through is what the listing has without it and nothing else. Which field it
 * looks at is where its example stands in the examples of the records.
 *
 * @param size How many records to get at once.
 */
export function filterInvariants(operation: Operation, size: number): Invariant[] {
  return filtersOf(operation).flatMap((filter) => {
    const place = placeOf(operation, filter);
    if (place === undefined) {
      return [];
    }
    return {
      name: `${filter.name} returns exactly the records with this${place.replaceAll(".", " ")}`,
      operation: operation.id,
      needs: ["state", "known"],
      check: (fixture) => check(fixture, filter, place, size),
    };
  });
}

/** The parameters that may narrow a listing: not those that say which page, or how long it is. */
export function filtersOf({ pagination, parameters }: Operation): Parameter[] {
  return parameters.filter(
    ({ in: place, required, name }) =>
      place === "query" && !required && name !== "limit" && name !== pagination?.cursorParameter,
  );
}

/** Where the records have the value that a filter asks for; undefined if no example shows it. */
export function placeOf(
  { responses, pagination }: Operation,
  filter: Parameter,
): string | undefined {
  const success = responses.find(({ status }) => status.startsWith("2"));
  const bodies = [...(success?.media[0]?.examples.values() ?? [])];
  const records = bodies.flatMap((body) =>
    itemsOf(isObject(body) ? body[pagination?.itemsField ?? ""] : []),
  );
  const values = [...filter.examples.values()];
  const places = records.flatMap((record) =>
    leavesOf(record).flatMap(([place, leaf]) =>
      values.some((value) => same(value, leaf)) ? [place] : [],
    ),
  );
  return places[0];
}

async function check(
  fixture: Fixture,
  { name, schema }: Parameter,
  place: string,
  size: number,
): Promise<void> {
  const { operation } = fixture;
  for (const params of fixture.known(operation.id)) {
    const { [name]: _, ...open } = params;
    const { records, complete } = await walk(fixture, operation, open, size);
    const values = new Set(
      records.flatMap((record) => leavesAt(JSON.parse(record), place).map(String)),
    );
    const { spec } = operation;
    const mayBeNowhere =
      validatorOf(spec).faults(schema, asRead(spec, schema, NOWHERE)).length === 0;
    const asked = [...[...values].slice(0, MAX_VALUES), ...(mayBeNowhere ? [NOWHERE] : [])];
    for (const value of asked) {
      const filtered = await walk(fixture, operation, { ...open, [name]: value }, size);
      const passes = (record: string) =>
        leavesAt(JSON.parse(record), place).some((leaf) => same(value, leaf));
      const wrong = filtered.records.find((record) => !passes(record));
      fixture.assert(wrong === undefined, `every record has ${value} at ${place}`, `${wrong}`);
      if (!complete) {
        continue;
      }
      const lost = records.find((record) => passes(record) && !filtered.records.includes(record));
      fixture.assert(
        lost === undefined,
        `all records with ${value} are listed`,
        `missing: ${lost}`,
      );
      const more = filtered.records.find((record) => !records.includes(record));
      fixture.assert(
        more === undefined,
        "the filtered listing is a subset of the unfiltered one",
        `${more}`,
      );
    }
  }
}
