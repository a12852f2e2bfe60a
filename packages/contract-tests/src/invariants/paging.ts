import { refused } from "../cases/expect.ts";
import type { Operation } from "../spec/operations.ts";
import { sameRecords } from "./every-limit.ts";
import { canonical, field } from "./facts.ts";
import { filterInvariants } from "./filter.ts";
import { type Invariant, ONCE } from "./invariant.ts";
import {
  countBasis,
  cursorBasis,
  type Limit,
  type Listing,
  listingOf,
  listingsOf,
} from "./listing.ts";
import { movingInvariants } from "./moving.ts";
import { getPage, type Page, type Query, walk } from "./walk.ts";

/** Invariants of every listing and its filters. */
export function pagingInvariants(operation: Operation, all: readonly Operation[]): Invariant[] {
  const listing = listingOf(operation);
  if (!listing) {
    return [];
  }
  const { limit, countField } = listing;
  const of = (
    name: string,
    basis: string,
    check: (query: Query, index: number) => Promise<void>,
  ): Invariant => ({
    name,
    basis,
    operation: operation.id,
    calls: (fixture) => listingsOf(listing, fixture.known()),
    check: (fixture, params, index) => check({ fixture, listing, params }, index),
  });
  const everyLimit = "every limit yields the same records, each once, up to the end";
  const invariants = [of(everyLimit, cursorBasis(listing), sameRecords)];
  if (limit) {
    const { name, description } = limit;
    invariants.push(
      of(`a page has at most \`${name}\` records`, description, (query) => atMost(query, limit)),
      of(`without \`${name}\`, a page has the default size`, description, (query) =>
        byDefault(query, limit),
      ),
    );
  }
  if (countField !== undefined) {
    const name = `${countField} is the number of records of each page`;
    const basis = countBasis(listing, countField);
    invariants.push(of(name, basis, (query) => counts(query, countField)));
  }
  return [
    ...invariants,
    ...filterInvariants(listing),
    foreignCursor(listing, all),
    ...movingInvariants(listing),
  ];
}

async function atMost(query: Query, { name, minimum, maximum }: Limit): Promise<void> {
  const { fixture } = query;
  for (const size of new Set([minimum, minimum + 1, maximum - 1, maximum])) {
    const { records } = await getPage(query, { [name]: size });
    if (records.length === 0) {
      fixture.skip("the listings are empty");
      return;
    }
    const expected = `a page has at most ${size} records`;
    fixture.assert(records.length <= size, expected, `${records.length}`);
  }
}

async function byDefault(query: Query, { name, usual, isNullable }: Limit): Promise<void> {
  const { fixture } = query;
  const expected = await getPage(query, { [name]: usual });
  if (expected.records.length === 0) {
    fixture.skip("the listings are empty");
    return;
  }
  const without = { "no limit": {}, ...(isNullable && { "an empty limit": { [name]: null } }) };
  for (const [how, change] of Object.entries(without)) {
    const page = await getPage(query, change);
    const count = page.records.length;
    // A record may have come since: the usual page is read again before it is said to differ.
    const { records, cursor } =
      count === expected.records.length ? expected : await getPage(query, { [name]: usual });
    const text = `with ${how}, ${records.length} records as with ${usual}`;
    fixture.assert(count === records.length, text, `${count} records`);
    const isEnd = (page.cursor === null) === (cursor === null);
    const end = `with ${how}, the listing ends where it does with ${usual}`;
    fixture.assert(isEnd, end, `cursor ${page.cursor}`);
  }
}

async function counts(query: Query, countField: string): Promise<void> {
  const { fixture, listing } = query;
  const onPage = ({ body, records }: Page) => {
    const count = field(body, countField);
    fixture.assert(count === records.length, `${countField} is ${records.length}`, `${count}`);
  };
  const { limit } = listing;
  const sizes = limit ? [limit.minimum, limit.minimum + 1, limit.minimum + 6, limit.maximum] : [];
  for (const size of new Set([null, ...sizes])) {
    await walk(query, { size, maxPages: 8, onPage });
  }
}

/** Makes the invariant that a cursor is only valid for the listing that returned it. */
function foreignCursor(listing: Listing, all: readonly Operation[]): Invariant {
  const { operation, cursorParameter } = listing;
  const [other] = all
    .filter(({ id }) => id !== operation.id)
    .flatMap((each) => listingOf(each) ?? []);
  const smallest = ({ limit }: Listing) => (limit ? { [limit.name]: limit.minimum } : {});
  return {
    name: "a cursor of another listing is refused",
    basis: "400: a cursor continues the listing that returned it, and no other.",
    operation: operation.id,
    ...(other ? { also: [other.operation.id] } : {}),
    calls: ONCE,
    check: async (fixture) => {
      const [own = {}, ...siblings] = listingsOf(listing, fixture.known());
      const foreign = other ? fixture.known(other.operation.id) : [];
      const sources: Query[] = [
        ...foreign.map((params) => ({ fixture, listing: other ?? listing, params })),
        ...siblings.map((params) => ({ fixture, listing, params })),
      ];
      const refusal = refused(operation, "", { part: operation.node }).statuses;
      fixture.skip("no other listing has a second page");
      await fixture.forEach(sources, async (source) => {
        const { cursor } = await getPage(source, smallest(source.listing));
        if (cursor !== null) {
          const from = `${source.listing.operation.id} ${canonical(source.params)}`;
          const because = `the cursor belongs to ${from}`;
          const asked = { ...own, ...smallest(listing), [cursorParameter]: cursor };
          await fixture.call(operation.id, asked, refusal, because, "foreign-cursor");
        }
      });
    },
  };
}
