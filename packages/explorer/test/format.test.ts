import { keccak } from "hash-wasm";
import { describe, expect, it } from "vitest";
import {
  isUnlimited,
  methodName,
  readDecoded,
  requestOf,
  SIGNATURES,
  type TokenRequest,
} from "../src/calls.ts";
import {
  formatAge,
  formatAmount,
  formatTime,
  parseTime,
  percentOf,
  shortenAmount,
  shortHex,
  shortText,
  textOf,
  visible,
} from "../src/format.ts";
import { parseRoute, type Route, routeHref, searchHint, searchRoute } from "../src/route.ts";

describe("amounts", () => {
  it.each([
    ["1", 18, "0.000000000000000001"],
    ["1234500000000000000000", 18, "1,234.5"],
    ["5", 255, `0.${"5".padStart(255, "0")}`],
    ["100", 2, "1"],
    ["0", 18, "0"],
    ["-1500", 3, "-1.5"],
    ["-123456", 0, "-123,456"],
    ["1000", 0, "1,000"],
    // Those that are no amounts stay as they are.
    ["words", 18, "words"],
    ["", 18, ""],
    ["5", -1, "5"],
    ["5", 256, "5"],
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
    ["105000", "30000000", 0.3],
    ["3000000", "30000000", 10],
    ["29999999", "30000000", 99],
    ["0", "0", 0],
  ])("%s of %s is %d %%", (part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected);
  });
});

describe("texts of others", () => {
  it("are shortened by whole letters, and lose marks that would cover other lines", () => {
    expect(shortText("a🐼b🐼", 2)).toBe("a🐼…");
    expect(shortText("a🐼", 2)).toBe("a🐼");
    expect(["1".repeat(15), "1234567890123456"].map(shortHex)).toEqual([
      ...["1".repeat(15), "12345678…123456"],
    ]);
    expect(shortText(`e${"\u0301".repeat(50)}`, 80)).toBe("e\u0301\u0301\u0301…");
  });

  it("that cannot be seen are none", () => {
    expect(["", " ", "\u200b\u202e", "\u3164", "\u0301"].map(visible)).toEqual(
      Array(5).fill(undefined),
    );
    expect(visible(" a")).toBe(" a");
  });
});

describe("a call of a token", () => {
  const sender = `0x${"1".repeat(40)}`;
  const other = `0x${"2".repeat(40)}`;
  const word = (value: string | bigint) =>
    (typeof value === "bigint" ? value.toString(16) : value.slice(2)).padStart(64, "0");
  const input = (selector: string, ...values: (string | bigint)[]) =>
    selector + values.map(word).join("");
  const [TRANSFER, TRANSFER_FROM, APPROVE] = ["0xa9059cbb", "0x23b872dd", "0x095ea7b3"];
  it.each([
    [input(TRANSFER_FROM, other, sender, 7n), "transfer", other, sender, "from", "to"],
    [input("0xd505accf", other, sender, 7n, 8n), "allowance", other, sender, "owner", "spender"],
    [input(APPROVE, other, 7n), "allowance", sender, other, undefined, "spender"],
    [input(TRANSFER.toUpperCase(), other, 7n), "transfer", sender, other, undefined, "to"],
  ] as const)("is a request: %j, %s", (text, kind, from, to, giver, taker) => {
    const method = methodName(text.slice(0, 10).toLowerCase());
    const named = giver && { [giver]: from };
    const call = { method, arguments: { ...named, [taker]: to, value: "7" } };
    expect(requestOf(text, sender)).toEqual({ kind, from, to, value: 7n, call });
  });

  it.each([
    input(TRANSFER, other),
    input("0x2e1a7d4d", 7n),
    input("0x40c10f19", other, 7n),
    `${TRANSFER}${"zz".repeat(64)}`,
    "0x",
    "",
  ])("is none without an amount, and of other methods: %j", (text) => {
    expect(requestOf(text, sender)).toBeUndefined();
  });

  it("that allows the largest amount of a type sets no limit", () => {
    const isNone = (selector: string, value: bigint) =>
      isUnlimited(requestOf(input(selector, other, value), sender) as TokenRequest);
    expect(isNone(APPROVE, 2n ** 256n - 1n)).toBe(true);
    expect(isNone(APPROVE, 2n ** 96n - 1n)).toBe(true);
    expect(isNone(APPROVE, 2n ** 255n)).toBe(false);
    expect(isNone(TRANSFER, 2n ** 256n - 1n)).toBe(false);
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
    { chain: "ethereum", page: "block", id: "latest" },
    { chain: "ethereum", page: "tx", id: "0x1" },
    { chain: "ethereum", page: "tx", id: "5" },
    { chain: "base", page: "address", id: "0x1" },
    { chain: "base", page: "nft", id: "0x1", token: "a/b #1" },
  ])("%j is read from its link", (route) => {
    expect(parseRoute(routeHref(route))).toEqual(route);
  });

  it.each(["#/%", "#/nochain", "#/ethereum/block", "#/base/block/1/2", "#/base/nft/0x1/1/2"])(
    "%s leads nowhere",
    (fragment) => expect(parseRoute(fragment).page).toBe("unknown"),
  );

  it("are found by what is searched for", () => {
    expect(searchRoute("base", " Latest ")).toEqual({ chain: "base", page: "block", id: "latest" });
    expect(searchRoute("base", "1_000")).toEqual({ chain: "base", page: "block", id: "1000" });
    expect(searchRoute("base", "0x12")).toBeUndefined();
    expect(searchRoute("base", "")).toBeUndefined();
    expect(searchRoute("base", ",")).toBeUndefined();
  });

  const hash = `0x${"ab".repeat(32)}`;
  const address = `0x${"cd".repeat(20)}`;
  it.each([
    [hash.toUpperCase(), { page: "tx", id: hash }],
    [hash.slice(2), { page: "tx", id: hash }],
    ["1".repeat(64), { page: "tx", id: `0x${"1".repeat(64)}` }],
    ["1".repeat(63), { page: "block", id: "1".repeat(63) }],
    [`${hash.slice(0, 34)}\n ${hash.slice(34)}\u200b`, { page: "tx", id: hash }],
    [`https://other.example/tx/${hash}?tab=logs`, { page: "tx", id: hash }],
    [`0X${address.slice(2)}`, { page: "address", id: address }],
    [`${address}/7`, { page: "nft", id: address, token: "7" }],
    ["#17,686,112", { page: "block", id: "17686112" }],
  ])("mistyped are mended: %j", (text, expected) => {
    expect(searchRoute("base", text)).toEqual({ chain: "base", ...expected });
  });

  it("of mistyped links are mended, too", () => {
    const route = (path: string) => parseRoute(`#/base/${path}`);
    expect(route(`tx/0X${hash.slice(2)}`)).toEqual({ chain: "base", page: "tx", id: hash });
    expect(route(`block/${hash}`)).toEqual({ chain: "base", page: "tx", id: hash });
    expect(route(`tx/%20${address}`)).toEqual({ chain: "base", page: "address", id: address });
    expect(route("block/1,000")).toEqual({ chain: "base", page: "block", id: "1000" });
  });

  it("that are not found have a hint", () => {
    expect(searchHint("0xabc")).toMatch(
      /^This has 3 digits; a hash has 64, an address 40\. Enter /,
    );
    expect(searchHint("0xa")).toMatch(/^This has 1 digit; /);
    expect(searchHint("vitalik.eth")).toMatch(/^Enter a block number/);
  });
});

describe("what the contract leaves open", () => {
  it("is shown if it can be read", () => {
    const text = '{"method":"mint","arguments":{"to":"0x1","ids":["1"]}}';
    expect(readDecoded(text)).toEqual({ method: "mint", arguments: { to: "0x1", ids: '["1"]' } });
    expect([null, "", "x", "1", "{}"].map(readDecoded)).toEqual(Array(5).fill(undefined));
  });

  it("is a time, or none", () => {
    expect(parseTime("2026-01-01T01:00:00+01:00")?.toISOString()).toBe("2026-01-01T00:00:00.000Z");
    expect(parseTime("yesterday")).toBeUndefined();
    const seconds = [-60, -59, 0, 1.6, 60, 119, 3_600, 86_399, 86_400, 29 * 86_400];
    seconds.push(30 * 86_400, 31_535_999, 31_536_000);
    const ages = seconds.map((each) => formatAge(new Date(0), each * 1_000));
    expect(ages.join()).toBe(
      "in 1 min.,0 sec. ago,0 sec. ago,2 sec. ago,1 min. ago,1 min. ago,1 hr. ago,23 hr. ago,1 day ago,29 days ago,1 mo. ago,12 mo. ago,1 yr. ago",
    );
    expect(formatAge(new Date("9999-01-01T00:00:00Z"), 0)).toBe("in 8,034 yr.");
    expect(formatTime(new Date("2026-01-02T03:04:05Z"))).toBe("2 Jan 2026, 03:04:05 UTC");
  });
});

it("names methods by the first bytes of the hash of their signature", async () => {
  const selectors = await Promise.all(
    Object.values(SIGNATURES).map(async (text) => `0x${(await keccak(text, 256)).slice(0, 8)}`),
  );
  expect(selectors).toEqual(Object.keys(SIGNATURES));
});
