import type { OperationDescription } from "@chainkit/runtime";
import { describe, expect, test } from "vitest";
import { BadParameterError, exampleItems } from "../src/paging.ts";
import {
  example,
  inTurn,
  offline,
  Reply,
  rateLimited,
  serverError,
  slow,
  status,
  unauthorized,
} from "../src/reply.ts";
import { respond } from "../src/respond.ts";
import { operationWith } from "./support.ts";

const schema = { type: "object", properties: { id: { type: "integer" } } };
const operation = operationWith({
  responses: {
    200: {
      description: "",
      mediaType: "a/json",
      schema,
      examples: { one: { id: 1 }, two: { id: 2 } },
    },
    "4XX": { description: "", mediaType: "a/problem", examples: { none: { title: "None" } } },
    503: { description: "", examples: {} },
    "5XX": {
      description: "",
      mediaType: "application/problem+json",
      schema: { type: "object", properties: { status: { type: "integer" } } },
      examples: {},
    },
  },
});
const of = (given?: unknown, described: OperationDescription = operation) =>
  respond(described, {}, given);

describe("a response", () => {
  const ok = { status: 200, headers: { "content-type": "a/json" }, delayMs: 0, isOffline: false };

  test("is the first example of a success, or the one that is named, or a body", () => {
    expect(of()).toEqual({ ...ok, body: { id: 1 } });
    expect(of(example("two"))).toEqual({ ...ok, body: { id: 2 } });
    expect(of({ id: 3 })).toEqual({ ...ok, body: { id: 3 } });
    expect(() => of(example("three"))).toThrow(
      "list: has no example three; expected one of one, two",
    );
    expect(() => of(example("a"), operationWith({}))).toThrow("expected one of none");
  });

  test("has the documented media type of its status, or its range, or that of a problem", () => {
    const typeOf = (code: number, body?: unknown) => of(status(code, body)).headers["content-type"];
    expect([typeOf(404), typeOf(503), typeOf(500), typeOf(201, {}), typeOf(399, {})]).toEqual([
      ...["a/problem", "application/problem+json", "application/problem+json"],
      ...["application/json", "application/json"],
    ]);
    const none = operationWith({});
    expect(of(status(400), none)).toMatchObject({
      headers: { "content-type": "application/problem+json" },
      body: { type: "about:blank", title: "Status 400", status: 400 },
    });
    expect(of(status(404)).body).toEqual({ title: "None" });
    expect(of(status(400, { a: 1 })).body).toEqual({ a: 1 });
    expect(of(status(503)).body).toEqual({ type: "about:blank", title: "Status 503", status: 503 });
    expect(of(status(502)).body).toEqual({ status: 502 });
    expect(of(status(399))).toMatchObject({ body: undefined, headers: {} });
    const byDefault = operationWith({
      responses: { default: { description: "", mediaType: "a/any", examples: {} } },
    });
    expect(of(status(418, {}), byDefault).headers).toEqual({ "content-type": "a/any" });
  });

  test("has the status of the first success", () => {
    const first = (...statuses: string[]) => {
      const documented = statuses.map((each) => [each, { description: "", examples: {} }]);
      return of(undefined, operationWith({ responses: Object.fromEntries(documented) })).status;
    };
    expect([first("404", "201"), first("2XX"), first("404"), first()]).toEqual([
      201, 200, 200, 200,
    ]);
  });

  test("keeps to the contract", () => {
    expect(() => of({ id: "a" })).toThrow(
      "list: the mocked 200 response breaks the contract at /id: must be integer",
    );
    expect(() => of([])).toThrow("breaks the contract at its root: must be object");
    expect(of(status(404, { id: "a" })).body).toEqual({ id: "a" });
  });

  test("may be late, or none", () => {
    expect(of(slow(5))).toMatchObject({ status: 200, delayMs: 5, body: { id: 1 } });
    expect(of(slow(5, slow(2, status(404))))).toMatchObject({ status: 404, delayMs: 7 });
    expect(of(slow(5, offline()))).toEqual({ status: 0, headers: {}, delayMs: 5, isOffline: true });
  });

  test("has the headers of its kind", () => {
    expect(unauthorized()).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    expect(rateLimited()).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    expect(rateLimited(7).headers).toEqual({ "retry-after": "7" });
    expect(serverError().status).toBe(500);
    expect(of(status(200, { id: 1 }, { "x-a": "b", "content-type": "own" })).headers).toEqual({
      ...{ "x-a": "b", "content-type": "own" },
    });
    expect(inTurn(status(404), offline()).turns).toHaveLength(2);
    expect(new Reply({})).toEqual({
      ...{ status: undefined, example: undefined, body: undefined, turns: undefined },
      ...{ headers: {}, delayMs: 0, isOffline: false },
    });
  });
});

describe("a listing", () => {
  const pagination = { cursorParameter: "after", cursorField: "next", itemsField: "items" };
  const pages = {
    one: { next: "x", items: [1, 2], count: 2, total: 9 },
    two: { next: null, items: [3], count: 1, total: 9 },
  };
  const listing = operationWith({
    pagination,
    responses: { 200: { description: "", examples: pages } },
    params: { properties: { limit: { default: 3 } } },
  });
  const page = (params: object, given?: unknown, described = listing) =>
    respond(described, { ...params }, given).body as { next: string | null; items: unknown[] };

  test("has the examples as pages, where the contract splits them", () => {
    const first = page({});
    expect(first).toEqual({ next: expect.any(String), items: [1, 2], count: 2, total: 9 });
    expect(first.next).not.toContain("=");
    expect(page({ after: first.next })).toEqual({ next: null, items: [3], count: 1, total: 9 });
    expect(page({ limit: 1 }).items).toEqual([1]);
    expect(page({ limit: 9 }).items).toEqual([1, 2]);
    expect(page({}, example("two")).items).toEqual([3]);
  });

  test("has own items in pages of the limit, or else of its default, or else of a hundred", () => {
    const items = Array.from({ length: 250 }, (_, at) => at);
    expect(page({}, items).items).toEqual([0, 1, 2]);
    expect(page({ limit: 250 }, items)).toMatchObject({ next: null, count: 250 });
    expect(page({ limit: 249 }, items).next).not.toBeNull();
    const plain = { ...listing, params: {} };
    expect(page({}, items, plain).items).toHaveLength(100);
    const other = { ...listing, params: { properties: { limit: { default: "3" } } } };
    expect(page({}, items, other).items).toHaveLength(100);
    expect(page({}, [])).toMatchObject({ next: null, items: [], count: 0 });
    expect(page({}, { next: "own", items: [7] })).toEqual({ next: "own", items: [7] });
    expect(page({}, status(400, [1]))).toEqual([1]);
    expect(page({}, status(300, [1]))).toEqual([1]);
    expect(page({}, status(299, [1])).items).toEqual([1]);
  });

  test("refuses what is no cursor of it", () => {
    const { next } = page({ name: "a" });
    expect(page({ name: "a", after: next }).items).toEqual([3]);
    const forged = btoa(`1.${atob(`${next}`).split(".")[1]}x`);
    const far = btoa(`99.${atob(`${next}`).split(".")[1]}`);
    const negative = btoa(`-1.${atob(`${next}`).split(".")[1]}`);
    const at3 = btoa(`3.${atob(`${next}`).split(".")[1]}`);
    for (const after of [forged, far, negative, at3, "!", "", btoa("1")]) {
      const call = () => page({ name: "a", after });
      expect(call).toThrow(BadParameterError);
      expect(call).toThrow("is not a cursor of this listing");
    }
    expect(() => page({ name: "b", after: next })).toThrow(BadParameterError);
    expect(() => page({ name: "a", after: next }, undefined, { ...listing, id: "other" })).toThrow(
      expect.objectContaining({ parameter: "after", name: "BadParameterError" }),
    );
  });

  const one = (next: string | null, ...items: readonly number[]) => ({ next, items });

  test.each([
    ["from a cursor to the end", [one("a", 1, 2), one(null, 3)], [1, 2, 3], 2],
    ["one page, where none has a cursor", [one(null, 1), one(null, 2)], [1], 1],
    [
      "not what is before or after",
      [one(null, 9), one("a", 1), one(null, 2), one("b", 8)],
      [1, 2],
      1,
    ],
    ["none where there is no page", [], [], 1],
  ])("has as example pages those %s", (_which, examples, items, most) => {
    expect(exampleItems({ pagination }, examples)).toEqual({ items, most });
  });

  test("is not one without a pagination", () => {
    expect(() => exampleItems({}, [])).toThrow("not a listing");
  });
});
