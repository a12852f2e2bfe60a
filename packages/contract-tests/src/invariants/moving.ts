import { setTimeout as sleep } from "node:timers/promises";
import { named } from "./facts.ts";
import type { Invariant } from "./invariant.ts";
import { cursorBasis, exampleRecords, type Listing } from "./listing.ts";
import { getPage, type Query, walk } from "./walk.ts";

const POLL_MS = 200;
const PAGE = 5;

/** Invariants of a listing that grows during a walk. */
export function movingInvariants(listing: Listing): Invariant[] {
  const { operation, limit } = listing;
  // A listing that needs nothing but a chain has its newest records, and so grows.
  const growing = operation.parameters.filter(
    ({ required, clientOption }) => required && clientOption === undefined,
  );
  if (growing.length > 1 || limit === undefined || exampleRecords(listing).length === 0) {
    return [];
  }
  return [
    {
      name: "records added while paging neither repeat nor hide others",
      basis: cursorBasis(listing),
      operation: operation.id,
      calls: (fixture) => fixture.known().slice(0, 1),
      check: (fixture, params) =>
        check({ fixture, listing, params: { ...params, [limit.name]: PAGE } }),
    },
  ];
}

async function check(query: Query): Promise<void> {
  const { fixture, listing } = query;
  const { cursorParameter, keyOf } = listing;
  const { cursor, records } = await getPage(query);
  if (cursor === null) {
    fixture.skip("the listing has one page only");
    return;
  }
  const expected = (await getPage(query, { [cursorParameter]: cursor })).records.map(keyOf);
  const keys = records.map(keyOf);
  if (!(await hasMoved(query, keys[0]))) {
    fixture.skip(`nothing was added within ${fixture.context.blockWaitMs} ms`, true);
    return;
  }
  const rest = await walk(query, { size: PAGE, from: cursor, maxRecords: 4 * PAGE });
  const again = rest.keys.filter((key) => keys.includes(key));
  fixture.assert(again.length === 0, "the next page repeats no record", named(again));
  const lost = expected.filter((key) => !rest.keys.includes(key));
  const continues = "the next page continues where the first ended";
  fixture.assert(lost.length === 0, continues, `missing ${named(lost)}`);
}

async function hasMoved(query: Query, head: string | undefined): Promise<boolean> {
  const { fixture, listing } = query;
  const end = performance.now() + fixture.context.blockWaitMs;
  for (let now = 0; now <= end; now = performance.now()) {
    const { records } = await getPage(query);
    if (listing.keyOf(records[0]) !== head) {
      return true;
    }
    await sleep(POLL_MS);
  }
  return false;
}
