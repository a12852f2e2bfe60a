import { describe, expect, test } from "vitest";
import { prefer } from "../src/index.ts";
import { errorExampleFor, exampleFor } from "../src/matching.ts";
import { examplesOf, successOf } from "../src/operations.ts";
import { choosePage } from "../src/paging.ts";
import { preferenceOf, withoutPreference } from "../src/prefer.ts";
import { operationWith } from "./support-operation.ts";

const content = (examples: Record<string, unknown>) => ({
  content: {
    "application/json": {
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { value }]),
      ),
    },
  },
});
const request = { path: "/things/1", search: "", bytes: "", query: {}, headers: {} };

describe("a preference", () => {
  const operation = operationWith({
    responses: { 201: content({ made: 1 }), 200: content({ one: 1, two: 2 }), "4XX": {} },
  });

  test.each<[header: string | undefined, found: object | undefined]>([
    [undefined, undefined],
    ["respond-async", undefined],
    ["barcode=404", undefined],
    ["code=404", { kind: "documented", code: 404 }],
    ['respond-async, Code = "404"', { kind: "documented", code: 404 }],
    ['example="two"', { kind: "documented", example: "two" }],
    ["code=201, example=made", { kind: "documented", code: 201, example: "made" }],
    [
      "code=500",
      { message: "Prefer: getThing has no documented status 500; expected one of 200, 201, 4XX" },
    ],
    ["code=4040", { message: expect.stringContaining("no documented status 4040") }],
    [
      "example=made",
      { message: "Prefer: getThing has no example made for 200; expected one of one, two" },
    ],
    [
      "code=404, example=a",
      { message: "Prefer: getThing has no example a for 4XX; expected one of none" },
    ],
  ])("%s is %j", (header, found) => {
    const preference = preferenceOf(header, operation);
    expect(preference).toEqual(
      found && "message" in found ? { kind: "undocumented", ...found } : found,
    );
  });

  test("is taken out of the header, others stay", () => {
    const left = (header: string) =>
      withoutPreference({ ...request, headers: { prefer: header, a: "b" } }).headers;
    expect(left("code=404, example=a")).toEqual({ a: "b" });
    expect(left('respond-async; code="404"')).toEqual({ a: "b", prefer: "respond-async" });
    expect(left("Code = 1, wait=2")).toEqual({ a: "b", prefer: "wait=2" });
    expect(withoutPreference(request).headers).toEqual({});
  });

  test("is written as a header", () => {
    expect(prefer({ status: 404 })).toEqual({ prefer: "code=404" });
    expect(prefer({ example: "a b" })).toEqual({ prefer: 'example="a b"' });
    expect(prefer({ status: 404, example: "a" })).toEqual({ prefer: "code=404, example=a" });
    expect(() => prefer({})).toThrow("status or example is required");
    expect(prefer({ example: 'a "b"' })).toEqual({ prefer: 'example="a%20%22b%22"' });
  });
});

describe("an example", () => {
  const parameters = [
    { name: "id", in: "path", required: true, examples: { one: { value: 1 }, two: { value: 2 } } },
    { name: "q", in: "query", examples: { two: { value: "x" } } },
  ];
  const responses = { 200: content({ one: 1, two: 2, three: 3 }) };

  test("has the name of those of the parameters that a request has", () => {
    const found = (path: string, query: Record<string, string> = {}) =>
      exampleFor(operationWith({ parameters, responses }), { ...request, path, query });
    expect([found("/things/1"), found("/things/%31"), found("/things/3")]).toEqual([
      ...["one", "one", undefined],
    ]);
    expect([found("/things/2"), found("/things/2", { q: "x" })]).toEqual([undefined, "two"]);
  });

  test("has the name of that of the body", () => {
    const requestBody = content({ one: { a: [1] }, two: 2 });
    const found = (body: unknown, others: object = {}) =>
      exampleFor(operationWith({ requestBody, responses, ...others }), { ...request, body });
    expect([found({ a: [1] }), found(2), found({ a: [2] }), found(undefined)]).toEqual([
      ...["one", "two", undefined, undefined],
    ]);
    expect(found(2, { parameters })).toBeUndefined();
  });

  test("of an error blames a parameter", () => {
    const errors = (parameter: string) => ({ errors: [{ parameter: "x" }, { parameter }] });
    const documented = {
      400: content({ none: null, text: { errors: "a" }, a: errors("a"), b: errors("b") }),
    };
    const [response] = operationWith({ responses: documented }).responses;
    expect([errorExampleFor(response, ["b"]), errorExampleFor(response, ["c", "a"])]).toEqual([
      ...["b", "a"],
    ]);
    expect(errorExampleFor(response, ["c"])).toBeUndefined();
    expect(errorExampleFor(undefined, ["a"])).toBeUndefined();
  });

  test("has a name, and is of the lowest success", () => {
    const responsesOf = {
      "2XX": content({}),
      202: content({ a: 1 }),
      201: content({ b: 1 }),
      404: {},
    };
    expect(successOf(operationWith({ responses: responsesOf }))?.status).toBe("201");
    const unnamed = { 200: { content: { "a/b": { example: 1 } } } };
    expect(examplesOf(operationWith({ responses: unnamed }).responses[0])).toEqual([]);
    expect(examplesOf(undefined)).toEqual([]);
  });
});

test("a cursor leads to the example after that which has it", () => {
  const pages = { one: { next: "a" }, text: "a", two: { next: "b" }, last: { next: "z" } };
  const pagination = { cursorParameter: "after", cursorField: "next", itemsField: "items" };
  const listing = operationWith({ responses: { 200: content(pages) }, "x-pagination": pagination });
  const page = (after: string | string[]) => choosePage(listing, { after });
  expect(page("a")).toEqual({ kind: "page", example: "text" });
  expect(page("b")).toEqual({ kind: "page", example: "last" });
  const none = { kind: "no-page", parameter: "after" };
  expect(page("c")).toEqual({ ...none, reason: expect.stringMatching(/^Unknown cursor: /) });
  const reason = expect.stringMatching(/No example follows .+ Fix: .+ have no next$/);
  expect(page("z")).toEqual({ ...none, reason });
  expect([page(""), page(["a", "b"]), choosePage(listing, {})]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  expect(choosePage(operationWith({}), { after: "a" })).toBeUndefined();
});
