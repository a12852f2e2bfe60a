import { describe, expect, it } from "vitest";
import { findRoundedInteger, hasLargeNumber } from "../src/numbers.ts";
import {
  hasMethods,
  hasType,
  isBinary,
  JSON_TYPES,
  membersOf,
  received,
  SCALARS,
  typeOf,
} from "../src/values.ts";
import { isAbortSignal, isHeaders, isRequest, isResponse, isUnread } from "../src/web.ts";

class Own {
  own = 1;
}

it.each<[value: unknown, type: string]>([
  [null, "null"],
  [undefined, "undefined"],
  [[], "array"],
  [{}, "object"],
  [new Own(), "object"],
  [new Map(), "Map Object"],
  [{ [Symbol.toStringTag]: "string" }, "string Object"],
  [1, "integer"],
  [-0, "integer"],
  [1n, "integer"],
  [2 ** 53, "number"],
  [0.5, "number"],
  [Number.NaN, "nan"],
  [Infinity, "nan"],
  ["a", "string"],
  ["\u{1f600}", "string"],
  ["\ud83d", "invalid Unicode"],
  [true, "boolean"],
  [Symbol("a"), "symbol"],
  [() => {}, "function"],
])("the type of %o is %s", (value, type) => {
  expect(typeOf(value)).toBe(type);
});

it("an integer is a number, and no number is an integer", () => {
  expect(hasType(1, ["number"])).toBe(true);
  expect(hasType(1, ["integer"])).toBe(true);
  expect(hasType(1, ["string"])).toBe(false);
  expect(hasType(0.5, ["integer"])).toBe(false);
  expect(hasType("a", ["integer", "number"])).toBe(false);
  const values = [null, [], {}, 1, 0.5, "a", true];
  expect(values.every((value) => hasType(value, JSON_TYPES))).toBe(true);
  expect(values.map((value) => hasType(value, SCALARS))).toEqual([
    ...[false, false, false, true, true, true, true],
  ]);
});

it.each<[value: unknown, shown: string]>([
  ["5", 'received "5" (string)'],
  [5, "received 5 (integer)"],
  [null, "received null (null)"],
  [[1], "received  (array)"],
  [{ secret: 1 }, "received  (object)"],
  [() => "secret", "received  (function)"],
  ["x".repeat(100), `received "${"x".repeat(79)} (string)`],
])("%o is shown as %s", (value, shown) => {
  expect(received(value)).toBe(shown);
});

it("members are the own and the inherited, but not those of every object", () => {
  const members = membersOf(Object.create({ a: 1 }, { b: { value: 2, enumerable: true } }));
  expect(members).toEqual({ a: 1, b: 2 });
  expect(members.constructor).toBeUndefined();
});

it("bytes are a Blob or in memory", () => {
  const bytes = [new Blob([]), new ArrayBuffer(1), new Uint8Array(1)];
  expect(bytes.every(isBinary)).toBe(true);
  expect(["a", {}, [1], new Uint16Array(1), null].some(isBinary)).toBe(false);
});

it("methods are functions, all of those that are asked for", () => {
  expect(hasMethods({ a() {}, b() {} }, ["a", "b"])).toBe(true);
  expect(hasMethods({ a() {}, b: 1 }, ["a", "b"])).toBe(false);
  expect(hasMethods(null, ["a"])).toBe(false);
});

describe("objects of the Fetch API", () => {
  const url = "http://localhost";
  const controller = new AbortController();
  const method = () => {};

  it.each<[is: (value: unknown) => boolean, value: object, others: unknown[]]>([
    [
      isResponse,
      new Response(),
      [{ status: 200 }, { text: method, clone: method }, { status: 200, clone: method }],
    ],
    [isRequest, new Request(url), [{ method: "GET" }, { clone: method }, new Response(), url]],
    [isHeaders, new Headers(), [{ get: method }, { append: method }, new Map(), {}]],
    [
      isAbortSignal,
      controller.signal,
      [{ aborted: false }, { addEventListener: method }, new EventTarget(), controller],
    ],
  ])("are told from others by %o", (is, value, others) => {
    expect(is(value)).toBe(true);
    expect([...others, null, undefined, "text"].filter(is)).toEqual([]);
  });

  it("may be read once", async () => {
    const response = new Response("a");
    expect(isUnread(response)).toBe(true);
    await response.text();
    expect([isUnread(response), isResponse(response), isUnread({})]).toEqual([false, true, false]);
  });
});

describe("numbers beyond 2^53", () => {
  it.each<[value: unknown, is: boolean]>([
    [2 ** 53, true],
    [-(2 ** 53), true],
    [2 ** 53 - 1, false],
    [1 - 2 ** 53, false],
    ["9007199254740993", false],
    [[1, 2 ** 60], true],
    [[1, 2], false],
    [{ a: 1, b: { c: [2 ** 60] } }, true],
    [{ a: 1, b: {} }, false],
    [null, false],
    [true, false],
  ])("are in %j: %s", (value, is) => {
    expect(hasLargeNumber(value)).toBe(is);
  });

  it.each([
    ['{"a":1,"":-9007199254740993}', ""],
    ['{"a":-0.001e30}', undefined],
  ])("are found in %s by the field %s", (json, field) => {
    expect(findRoundedInteger(json)).toBe(field);
  });
});
