import { isObject } from "@chainkit/openapi";
import fc from "fast-check";
import { refused } from "../cases/expect.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Operation } from "../spec/operations.ts";
import { filterInvariants } from "./filter.ts";
import type { Fixture, Invariant } from "./invariant.ts";
import { getPage, walk } from "./walk.ts";

const RUNS = 5;

/** A walk with a small limit takes about so many pages at most. */
const MAX_PAGES = 30;

/** What holds of every listing, and of the parameters that narrow it. */
export function pagingInvariants(operation: Operation, all: readonly Operation[]): Invariant[] {
  if (!operation.pagination) {
    return [];
  }
  const base = { operation: operation.id, needs: ["state", "known"] as const };
  const bounds = limitOf(operation);
  const { maximum } = bounds ?? ANY;
  const invariants: Invariant[] = [
    ...(bounds
      ? [
          {
            ...base,
            name: "a page has at most `limit` records",
            check: (fixture: Fixture) => pageSizes(fixture, bounds),
          },
        ]
      : []),
    {
      ...base,
      name: "every limit yields the same records, each once, up to the end",
      check: (fixture) => sameUnion(fixture, bounds ?? ANY),
    },
    ...filterInvariants(operation, maximum),
    ...foreignCursor(operation, all),
  ];
  return countsRecords(operation)
    ? [
        ...invariants,
        { ...base, name: "resultCount is the number of records of the page", check: counts },
      ]
    : invariants;
}

/** The sizes of pages where there is no `limit` to say them. */
const ANY: Bounds = { minimum: 1, maximum: 100, usual: 100 };

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly usual: number;
}

function limitOf({ parameters, spec }: Operation): Bounds | undefined {
  const limit = parameters.find(({ name }) => name === "limit");
  if (!limit) {
    return undefined;
  }
  const keywords = keywordsOf(spec, limit.schema);
  const number = (name: string, otherwise: number) =>
    Number(keywords.get(name)?.value ?? otherwise);
  const maximum = number("maximum", 100);
  return { minimum: number("minimum", 1), maximum, usual: number("default", maximum) };
}

/** Any limit from the smallest to the largest one. */
async function forAnyLimit(
  fixture: Fixture,
  { minimum, maximum }: Bounds,
  check: (limit: number) => Promise<void>,
): Promise<void> {
  const limit = fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 9) }),
  );
  const property = fc.asyncProperty(limit, check);
  const examples: [number][] = [[minimum], [maximum]];
  await fc.assert(property, { seed: fixture.seed, numRuns: RUNS, examples, endOnFailure: true });
}

async function pageSizes(fixture: Fixture, bounds: Bounds): Promise<void> {
  const { operation } = fixture;
  for (const params of fixture.known(operation.id)) {
    await forAnyLimit(fixture, bounds, async (limit) => {
      const { records } = await getPage(fixture, operation, { ...params, limit });
      fixture.assert(
        records.length <= limit,
        `a page has at most ${limit} records`,
        `${records.length}`,
      );
    });
    const { records } = await getPage(fixture, operation, params);
    const expected = `without a limit, a page has at most ${bounds.usual} records`;
    fixture.assert(records.length <= bounds.usual, expected, `${records.length}`);
  }
}

async function sameUnion(fixture: Fixture, bounds: Bounds): Promise<void> {
  const { operation } = fixture;
  for (const params of fixture.known(operation.id)) {
    const before = await walk(fixture, operation, params, bounds.maximum);
    noDuplicates(fixture, before.records);
    if (!before.complete) {
      continue;
    }
    // One request per record is too much to ask of a long listing.
    const bearable = Math.ceil(before.records.length / MAX_PAGES);
    const minimum = Math.min(bounds.maximum, Math.max(bounds.minimum, bearable));
    await forAnyLimit(fixture, { ...bounds, minimum }, async (limit) => {
      const { records } = await walk(fixture, operation, params, limit);
      noDuplicates(fixture, records);
      // A listing may grow between two walks: what both of the outer ones have must be there.
      const after = await walk(fixture, operation, params, bounds.maximum);
      const all = new Set([...before.records, ...after.records]);
      const lost = before.records.filter(
        (record) => after.records.includes(record) && !records.includes(record),
      );
      const invented = records.filter((record) => !all.has(record));
      fixture.assert(
        lost.length === 0,
        `with limit ${limit}, all ${before.records.length} records are listed`,
        `missing: ${lost[0]}`,
      );
      fixture.assert(
        invented.length === 0,
        `with limit ${limit}, no other records are listed`,
        `${invented[0]}`,
      );
    });
  }
}

function noDuplicates(fixture: Fixture, records: readonly string[]): void {
  const twice = records.find((record, index) => records.indexOf(record) !== index);
  fixture.assert(twice === undefined, "no record is listed twice", `${twice}`);
}

/** A cursor of one listing is none of another. */
function foreignCursor(operation: Operation, all: readonly Operation[]): Invariant[] {
  const other = all.find(({ pagination, id }) => pagination && id !== operation.id);
  if (!other) {
    return [];
  }
  return [
    {
      name: "a cursor of another listing is refused",
      operation: operation.id,
      also: [other.id],
      needs: ["state", "known"],
      check: async (fixture) => {
        for (const params of fixture.known(other.id)) {
          const { cursor } = await getPage(fixture, other, { ...params, limit: 1 });
          const own = fixture.known(operation.id)[0] ?? {};
          const { cursorParameter = "" } = operation.pagination ?? {};
          if (cursor === null) {
            continue;
          }
          await fixture.call(
            operation.id,
            { ...own, [cursorParameter]: cursor },
            refused(operation, "", { part: operation.node }).statuses,
            `the cursor belongs to ${other.id}`,
          );
        }
      },
    },
  ];
}

function countsRecords({ responses, spec }: Operation): boolean {
  const success = responses.find(({ status }) => status.startsWith("2"));
  const properties = keywordsOf(spec, success?.media[0]?.schema).get("properties")?.value;
  return isObject(properties) && "resultCount" in properties;
}

async function counts(fixture: Fixture): Promise<void> {
  const { operation } = fixture;
  for (const params of fixture.known(operation.id)) {
    for (const asked of [params, { ...params, limit: 1 }, { ...params, limit: 2 }]) {
      const { body, records } = await getPage(fixture, operation, asked);
      const count = isObject(body) ? body.resultCount : undefined;
      fixture.assert(count === records.length, `resultCount is ${records.length}`, `${count}`);
    }
  }
}
