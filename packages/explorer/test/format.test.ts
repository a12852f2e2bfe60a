import { keccak } from "hash-wasm";
import { describe, expect, it } from "vitest";
import { readDecoded, SIGNATURES } from "../src/calls.ts";
import {
  formatAge,
  formatAmount,
  groupDigits,
  parseTime,
  percentOf,
  shortenAmount,
  textOf,
} from "../src/format.ts";
import { parseRoute, type Route, routeHref, searchRoute } from "../src/route.ts";

describe("amounts", () => {
  it.each([
    ["1", 18, "0.000000000000000001"],
    ["1234500000000000000000", 18, "1,234.5"],
    [`${2n ** 256n - 1n}`, 0, groupDigits(2n ** 256n - 1n)],
    ["100", 2, "1"],
    ["0", 18, "0"],
    ["-1500", 3, "-1.5"],
  ])("%s with %i decimals is %s", (amount, decimals, expected) => {
    expect(formatAmount(amount, decimals)).toBe(expected);
  });

  it.each([
    ["1,234.5", "1,234.5"],
    ["1.000000000000000001", "1"],
    ["0.0123456", "0.012"],
    ["0.000000014", "<0.001"],
    ["0", "0"],
  ])("%s is at most three digits more exact than its whole: %s", (amount, expected) => {
    expect(shortenAmount(amount, 3)).toBe(expected);
  });

  it.each([
    ["105000", 0.3],
    ["3000000", 10],
    ["29999999", 99],
    ["30000000", 100],
  ])("%s of thirty millions is %d %%", (part, expected) => {
    expect(percentOf(part, "30000000")).toBe(expected);
  });
});

describe("bytes", () => {
  it.each([
    ["0x496c6c", "Ill"],
    ["0xe29c93f09f90bc0000", "✓🐼"],
    ["0x6e6f00", "no"],
    ["0xd883010d05846765746888676f312e32312e36856c696e7578", undefined],
    ["0xff", undefined],
    ["0x2020", undefined],
    ["0xe280ae61", undefined],
    ["0x", undefined],
  ])("%s are the text %s", (hex, expected) => {
    expect(textOf(hex)).toBe(expected);
  });
});

describe("routes", () => {
  it.each<Route>([
    { chain: "polygon", page: "home" },
    { chain: "ethereum", page: "block", number: "latest" },
    { chain: "ethereum", page: "tx", hash: "0x1" },
    { chain: "base", page: "address", address: "0x1" },
    { chain: "base", page: "nft", collection: "0x1", token: "a/b #1" },
  ])("%j is read from its link", (route) => {
    expect(parseRoute(routeHref(route))).toEqual(route);
  });

  it.each(["#/nochain", "#/ethereum/block", "#/ethereum/block/1/2", "#/ethereum/nft/0x1/1/2"])(
    "%s leads nowhere",
    (fragment) => expect(parseRoute(fragment).page).toBe("unknown"),
  );

  it("are found by what is searched for", () => {
    expect(searchRoute("base", " Latest ")).toMatchObject({ page: "block", number: "latest" });
    expect(searchRoute("base", "1_000")).toMatchObject({ page: "block", number: "1000" });
    expect(searchRoute("base", "0x12")).toBeUndefined();
    expect(searchRoute("base", "")).toBeUndefined();
  });
});

describe("what the contract leaves open", () => {
  it("is shown if it can be read", () => {
    const text = '{"method":"mint","arguments":{"to":"0x1","ids":["1"]}}';
    expect(readDecoded(text)).toEqual({ method: "mint", arguments: { to: "0x1", ids: '["1"]' } });
    expect([null, "", "x", "1", "{}"].map(readDecoded)).toEqual(Array(5).fill(undefined));
  });

  it("is a time in UTC unless it says another zone", () => {
    expect(parseTime("2026-01-01 00:00:00")?.toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(parseTime("2026-01-01T01:00:00+01:00")?.toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(parseTime("yesterday")).toBeUndefined();
    expect(formatAge(new Date(0), 90_000)).toBe("1 min. ago");
  });
});

it("names methods by the first bytes of the hash of their signature", async () => {
  const selectors = await Promise.all(
    Object.values(SIGNATURES).map(async (text) => `0x${(await keccak(text, 256)).slice(0, 8)}`),
  );
  expect(selectors).toEqual(Object.keys(SIGNATURES));
});
