import { refused } from "../cases/expect.ts";
import type { CallParams } from "../cases/values.ts";
import type { Operation } from "../spec/operations.ts";
import { canonical } from "./facts.ts";
import type { Invariant } from "./invariant.ts";
import { type Listing, listingOf, listingsOf } from "./listing.ts";
import { getPage } from "./walk.ts";

/** Returns the invariant that a cursor is only valid for the listing that returned it. */
export function foreignCursor(listing: Listing, all: readonly Operation[]): Invariant[] {
  const { operation, cursorParameter, limit } = listing;
  const other = all
    .filter(({ id }) => id !== operation.id)
    .flatMap((each) => listingOf(each) ?? [])[0];
  return [
    {
      name: "a cursor of another listing is refused",
      basis: "400: a cursor continues the listing that returned it, and no other.",
      operation: operation.id,
      ...(other ? { also: [other.operation.id] } : {}),
      needs: ["state", "known"],
      check: async (fixture) => {
        const [own = {}, ...siblings] = listingsOf(listing, fixture.known());
        const small = limit === undefined ? {} : { [limit.name]: limit.minimum };
        const of = (source: Listing, calls: readonly CallParams[]) =>
          calls.map((params) => ({ source, params }));
        const sources = [
          ...(other ? of(other, fixture.known(other.operation.id)) : []),
          ...of(listing, siblings),
        ];
        const refusal = refused(operation, "", { part: operation.node }).statuses;
        fixture.skip("no other listing has a second page");
        await fixture.forEach(sources, async ({ source, params }) => {
          const first = source.limit ? { [source.limit.name]: source.limit.minimum } : {};
          const { cursor } = await getPage(fixture, source, { ...params, ...first });
          if (cursor !== null) {
            const because = `the cursor belongs to ${source.operation.id} ${canonical(params)}`;
            const asked = { ...own, ...small, [cursorParameter]: cursor };
            await fixture.call(operation.id, asked, refusal, because, "foreign-cursor");
          }
        });
      },
    },
  ];
}
