import type { CallParams } from "../cases/values.ts";
import { leavesAt, leavesOf } from "../judge/leaves.ts";
import type { Operation, Parameter } from "../spec/operations.ts";
import { canonical } from "./canonical.ts";
import { agree } from "./facts.ts";
import { filtersOf, placeOf } from "./filter.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { type Listing, listingOf } from "./listing.ts";
import { getPage } from "./walk.ts";

/** Number of filtered values per call. */
const MAX_VALUES = 3;

/** Invariants of filtered records: a filter selects records and changes none of their fields. */
export function filteredRecordInvariants(operation: Operation): Invariant[] {
  const listing = listingOf(operation);
  return (listing ? filtersOf(listing) : []).flatMap((filter) => {
    const place = listing && placeOf(listing, filter);
    return listing === undefined || place === undefined
      ? []
      : {
          name: `a record has the same fields with ${filter.name} as without it`,
          operation: operation.id,
          needs: ["state", "known"],
          check: async (fixture: Fixture) => {
            fixture.skip("the listings are empty");
            await fixture.forEach(fixture.known(operation.id), (params) =>
              check(fixture, listing, filter, { params, place }),
            );
          },
        };
  });
}

async function check(
  fixture: Fixture,
  listing: Listing,
  filter: Parameter,
  { params, place }: { readonly params: CallParams; readonly place: string },
): Promise<void> {
  const { limit, keyOf } = listing;
  const open = { ...params, ...(limit ? { [limit.name]: limit.maximum } : {}) };
  delete open[filter.name];
  const before = await getPage(fixture, listing, open);
  const values = [...new Set(before.records.flatMap((record) => leavesAt(record, place)))];
  for (const value of values.slice(0, MAX_VALUES)) {
    const filtered = await getPage(fixture, listing, { ...open, [filter.name]: value });
    const after = await getPage(fixture, listing, open);
    for (const record of filtered.records) {
      const isIt = (each: unknown) => keyOf(each) === keyOf(record);
      const [one, other] = [before.records.find(isIt), after.records.find(isIt)];
      for (const [at, leaf] of leavesOf(record)) {
        const [was, is] = [leavesAt(one, at), leavesAt(other, at)];
        // What the chain changes meanwhile is not compared.
        if (at.includes("[]") || was.length === 0 || canonical(was) !== canonical(is)) {
          continue;
        }
        const expected = `${at.slice(1)} is ${was[0]}, as without ${filter.name}`;
        fixture.assert(agree(was[0], leaf), expected, `${leaf}`);
      }
    }
  }
}
