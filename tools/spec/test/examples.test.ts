import { describe, expect, it } from "vitest";
import { readProblems } from "../src/index.ts";
import { objectsIn, pagesOf, readContract } from "./contract.ts";

const operations = await readContract();
const objects = operations
  .flatMap(({ responses }) => [...responses.values()].flat())
  .flatMap(({ place, value }) => objectsIn(value).map((object) => ({ place, object })));

it.each(operations)("$id: a named parameter example has a 200 example", (operation) => {
  const names = pagesOf(operation).map(({ name }) => name);
  for (const { examples } of operation.parameters) {
    for (const name of examples.keys()) {
      expect(names).toContain(name);
    }
  }
});

describe("amounts", () => {
  const transfers = objects.filter(({ object }) => "value_raw" in object);
  const balances = objects.filter(({ object }) => "raw_balance" in object);

  it("exist in the examples", () => {
    expect(transfers).not.toEqual([]);
    expect(balances).not.toEqual([]);
  });

  it.each(transfers)("$place: value is value_raw / 10^18", ({ object }) => {
    expect(object.value).toBe(Number(scaled(String(object.value_raw), 18)));
  });

  it.each(balances)("$place: balance is raw_balance scaled by decimals", ({ object }) => {
    const { decimals } = object.contract as { decimals: number };
    expect(object.balance).toBe(scaled(String(object.raw_balance), decimals));
  });
});

describe("decoded", () => {
  const decoded = objects.filter(({ object }) => typeof object.decoded === "string");
  const selectors: Record<string, string> = { transfer: "a9059cbb", approve: "095ea7b3" };

  it("exists in the examples", () => {
    expect(decoded).not.toEqual([]);
  });

  it.each(decoded)("$place: matches the input", ({ object }) => {
    const { method, arguments: values } = JSON.parse(String(object.decoded));
    const [, selector, data = ""] = /^0x(.{8})((?:.{64})*)$/.exec(String(object.input)) ?? [];
    const words = data.match(/.{64}/g)?.map((word) => BigInt(`0x${word}`));
    expect(selector).toBe(selectors[method]);
    expect(words).toEqual(Object.values(values as Record<string, string>).map(BigInt));
  });
});

describe("problems", () => {
  const problems = objects.filter(({ object }) => "title" in object && "status" in object);

  it.each(problems)("$place: has the status of its response", ({ place, object }) => {
    expect(object.status).toBe(Number(place.split(" ")[1]));
    expect("errors" in object).toBe(object.status === 400);
  });

  it.each(problems)("$place: has type, title and status from the catalogue", async ({ object }) => {
    const known = (await readProblems()).map(({ name, title, status }) => ({
      type: `/problems/${name}`,
      title,
      status,
    }));
    const { type, title, status } = object;
    expect(known).toContainEqual({ type, title, status });
  });
});

/** Divides an integer by a power of ten, exactly and without trailing zeros. */
function scaled(raw: string, decimals: number): string {
  const digits = raw.padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return `${digits.slice(0, split)}.${digits.slice(split)}`.replace(/\.?0*$/, "");
}
