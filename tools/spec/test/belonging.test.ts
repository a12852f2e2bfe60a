import { describe, expect, it } from "vitest";
import {
  type Example,
  itemsOf,
  type Json,
  type JsonObject,
  type Operation,
  objectsIn,
  pagesOf,
  readContract,
} from "./contract.ts";

const operations = await readContract();
const listings = operations.filter(({ pagination }) => pagination);
const answers = operations.flatMap(pagesOf);
const objects = answers.flatMap(({ place, value }) =>
  objectsIn(value).map((object) => ({ place, object })),
);
const transactions = objects.filter(({ object }) => "transaction_hash" in object);
const blocks = objects.filter(({ object }) => "parent_hash" in object);

/** Checks by parameter: what its value implies about an item of the response, or the object looked up. */
const promises: Record<string, (value: Json, found: JsonObject) => void> = {
  transaction_hash: (value, found) => expect(found.transaction_hash).toBe(value),
  block_number: (value, found) => {
    if (value === "latest") {
      expect(found.number).toBe(newest());
    } else {
      expect(String(found.number)).toBe(value);
    }
  },
  collection_address: (value, found) => expect(found.token_address).toBe(value),
  token_id: (value, found) => expect(found.token_id).toBe(value),
  blockNumber: (value, found) => expect(found.block_number).toBe(value),
  walletAddress: (value, found) => {
    if ("from_address" in found) {
      expect([found.from_address, found.to_address]).toContain(value);
    }
  },
  "contract-address": (value, found) => {
    expect(found.address ?? (found.contract as JsonObject).address).toBe(value);
  },
};

describe("a response matches the parameters of its operation", () => {
  const cases = operations.flatMap((operation) =>
    operation.parameters.flatMap((parameter) =>
      (parameter.name in promises ? pagesOf(operation) : []).flatMap((page) => {
        const value = parameter.example ?? parameter.examples.get(page.name);
        return value === undefined
          ? []
          : [{ ...page, operation, name: parameter.name, value, page }];
      }),
    ),
  );

  it("uses every check", () => {
    expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(Object.keys(promises)));
  });

  it.each(cases)("$place: $name", ({ operation, name, value, page }) => {
    const found = operation.pagination
      ? itemsOf(operation, page)
      : (Object.values(page.value as JsonObject) as JsonObject[]);
    expect(found).not.toEqual([]);
    for (const object of found) {
      promises[name]?.(value, object);
    }
  });
});

describe.each(listings)("the pages of $id", (operation) => {
  const pages = pagesOf(operation);

  it("are full except for the last, and have the right count", () => {
    const { cursorField = "" } = operation.pagination ?? {};
    expect(Object(pages[1]?.value)[cursorField]).toBeNull();
    const limit = Number(operation.parameters.find(({ name }) => name === "limit")?.example);
    expect(itemsOf(operation, pages[0] as Example)).toHaveLength(limit);
    for (const page of pages) {
      const items = itemsOf(operation, page);
      expect(items.length).toBeLessThanOrEqual(limit);
      const { resultCount = items.length } = page.value as JsonObject;
      expect(resultCount).toBe(items.length);
    }
  });

  it("list transactions newest first, without duplicates", () => {
    const items = pages.slice(0, 2).flatMap((page) => itemsOf(operation, page));
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length);
    expect(positionsOf(items)).toEqual(positionsOf(items).sort().reverse());
  });
});

describe("blocks and transactions", () => {
  it("exist in the examples", () => {
    expect(blocks.length).toBeGreaterThan(1);
    expect(transactions).not.toEqual([]);
  });

  it.each(transactions)("$place: agrees with its block, if that is an example", (entry) => {
    const { object } = entry;
    const block = blocks.find((one) => one.object.number === object.block_number)?.object;
    if (!block) {
      return;
    }
    expect(object.block_hash).toBe(block.hash);
    expect(object.block_timestamp).toBe(block.timestamp);
    expect(object.transaction_index).toBeLessThan(Number(block.transaction_count));
  });

  it.each(lookedUp("transaction"))("$place: is in a block that is an example", ({ object }) => {
    expect(blocks.map((block) => block.object.hash)).toContain(object.block_hash);
  });

  it("agree wherever the same transaction or block occurs", () => {
    for (const { object } of transactions) {
      for (const { object: other } of transactions) {
        const same = ["transaction_hash", "block_number"].filter(
          (key) => object[key] === other[key],
        );
        if (same.includes("transaction_hash")) {
          expectNoContradiction(object, other);
        }
        if (same.includes("block_number")) {
          expect(object.block_hash).toBe(other.block_hash);
        }
      }
    }
  });
});

/** Returns the objects that lookups return under a name. */
function lookedUp(name: string): { place: string; object: JsonObject }[] {
  const isLookup = ({ pagination }: Operation) => !pagination;
  return operations
    .filter(isLookup)
    .flatMap(pagesOf)
    .flatMap(({ place, value }) => {
      const object = (value as JsonObject)[name];
      return object ? [{ place, object: object as JsonObject }] : [];
    });
}

function newest(): number {
  return Math.max(...transactions.map(({ object }) => Number(object.block_number)));
}

/** Returns block and index of each transaction as text that sorts chronologically. */
function positionsOf(items: JsonObject[]): string[] {
  return items
    .filter((item) => "transaction_index" in item)
    .map((item) => [item.block_number, item.transaction_index].map(pad).join());
}

function pad(value: Json | undefined): string {
  return String(value).padStart(12, "0");
}

function expectNoContradiction(one: JsonObject, other: JsonObject): void {
  // `value` is a number of whole tokens in one area, and a string of wei in the other.
  const shared = Object.keys(one).filter((key) => key in other && key !== "value");
  for (const key of shared) {
    expect(one[key], key).toEqual(other[key]);
  }
  expect(String(one.value_raw ?? one.value)).toBe(String(other.value_raw ?? other.value));
}
