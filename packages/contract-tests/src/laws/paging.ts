import fc from "fast-check";
import { refused } from "../cases/expect.ts";
import { keywordsOf } from "../schema/walk.ts";
import { isObject } from "../spec/node.ts";
import type { Operation } from "../spec/operations.ts";
import { filterLaws } from "./filter.ts";
import type { Law, Scene } from "./law.ts";
import { getPage, walk } from "./walk.ts";

const RUNS = 5;

/** A walk with a small limit takes about so many pages at most. */
const MAX_PAGES = 30;

/** What holds of every listing, and of the parameters that narrow it. */
export function pagingLaws(operation: Operation, all: readonly Operation[]): Law[] {
  if (!operation.pagination) {
    return [];
  }
  const base = { operation: operation.id, needs: ["state", "known"] as const };
  const bounds = limitOf(operation);
  const { maximum } = bounds ?? ANY;
  const laws: Law[] = [
    ...(bounds
      ? [
          {
            ...base,
            name: "a page has at most `limit` records",
            check: (scene: Scene) => pageSizes(scene, bounds),
          },
        ]
      : []),
    {
      ...base,
      name: "every limit yields the same records, each once, up to the end",
      check: (scene) => sameUnion(scene, bounds ?? ANY),
    },
    ...filterLaws(operation, maximum),
    ...foreignCursor(operation, all),
  ];
  return countsRecords(operation)
    ? [
        ...laws,
        { ...base, name: "resultCount is the number of records of the page", check: counts },
      ]
    : laws;
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
  scene: Scene,
  { minimum, maximum }: Bounds,
  check: (limit: number) => Promise<void>,
): Promise<void> {
  const limit = fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 9) }),
  );
  const property = fc.asyncProperty(limit, check);
  const examples: [number][] = [[minimum], [maximum]];
  await fc.assert(property, { seed: scene.seed, numRuns: RUNS, examples, endOnFailure: true });
}

async function pageSizes(scene: Scene, bounds: Bounds): Promise<void> {
  const { operation } = scene;
  for (const flat of scene.known(operation.id)) {
    await forAnyLimit(scene, bounds, async (limit) => {
      const { records } = await getPage(scene, operation, { ...flat, limit });
      scene.demand(
        records.length <= limit,
        `a page has at most ${limit} records`,
        `${records.length}`,
      );
    });
    const { records } = await getPage(scene, operation, flat);
    const expected = `without a limit, a page has at most ${bounds.usual} records`;
    scene.demand(records.length <= bounds.usual, expected, `${records.length}`);
  }
}

async function sameUnion(scene: Scene, bounds: Bounds): Promise<void> {
  const { operation } = scene;
  for (const flat of scene.known(operation.id)) {
    const before = await walk(scene, operation, flat, bounds.maximum);
    noDuplicates(scene, before.records);
    if (!before.complete) {
      continue;
    }
    // One request per record is too much to ask of a long listing.
    const bearable = Math.ceil(before.records.length / MAX_PAGES);
    const minimum = Math.min(bounds.maximum, Math.max(bounds.minimum, bearable));
    await forAnyLimit(scene, { ...bounds, minimum }, async (limit) => {
      const { records } = await walk(scene, operation, flat, limit);
      noDuplicates(scene, records);
      // A listing may grow between two walks: what both of the outer ones have must be there.
      const after = await walk(scene, operation, flat, bounds.maximum);
      const all = new Set([...before.records, ...after.records]);
      const lost = before.records.filter(
        (record) => after.records.includes(record) && !records.includes(record),
      );
      const invented = records.filter((record) => !all.has(record));
      scene.demand(
        lost.length === 0,
        `with limit ${limit}, all ${before.records.length} records are listed`,
        `missing: ${lost[0]}`,
      );
      scene.demand(
        invented.length === 0,
        `with limit ${limit}, no other records are listed`,
        `${invented[0]}`,
      );
    });
  }
}

function noDuplicates(scene: Scene, records: readonly string[]): void {
  const twice = records.find((record, index) => records.indexOf(record) !== index);
  scene.demand(twice === undefined, "no record is listed twice", `${twice}`);
}

/** A cursor of one listing is none of another. */
function foreignCursor(operation: Operation, all: readonly Operation[]): Law[] {
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
      check: async (scene) => {
        for (const flat of scene.known(other.id)) {
          const { cursor } = await getPage(scene, other, { ...flat, limit: 1 });
          const own = scene.known(operation.id)[0] ?? {};
          const { cursorParameter = "" } = operation.pagination ?? {};
          if (cursor === null) {
            continue;
          }
          await scene.call(
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

async function counts(scene: Scene): Promise<void> {
  const { operation } = scene;
  for (const flat of scene.known(operation.id)) {
    for (const asked of [flat, { ...flat, limit: 1 }, { ...flat, limit: 2 }]) {
      const { body, records } = await getPage(scene, operation, asked);
      const count = isObject(body) ? body.resultCount : undefined;
      scene.demand(count === records.length, `resultCount is ${records.length}`, `${count}`);
    }
  }
}
