import { createClient, type OperationTable } from "@chainkit/runtime";
import { skipToken } from "@tanstack/query-core";
import { describe, expect, it } from "vitest";
import { areaKey, createQueries } from "../src/index.ts";
import { keyParams, snapshot } from "../src/keys.ts";

const pagination = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };
const operations: OperationTable = {
  get: { method: "GET", path: "/", parameters: { a: { in: "query" } } },
  needs: { method: "GET", path: "/", parameters: { a: { in: "query", required: true } } },
  bound: {
    method: "GET",
    path: "/",
    parameters: { a: { in: "query", required: true, option: "a" } },
  },
  search: { method: "POST", path: "/", idempotent: true },
  make: { method: "POST", path: "/" },
  list: { method: "GET", path: "/", parameters: { cursor: { in: "query" } }, pagination },
  listByPost: { method: "POST", path: "/", pagination },
};

// Loosely typed: what is tested is what there is at run time.
interface Options {
  readonly queryKey: readonly unknown[];
  readonly queryFn: unknown;
  readonly enabled?: boolean;
  readonly retry: boolean;
  readonly initialPageParam?: unknown;
  readonly mutationKey?: readonly unknown[];
  readonly mutationFn: (params: object) => Promise<unknown>;
}
type Factories = Record<string, Record<string, (params?: unknown) => Options>>;

const client = createClient<object>(operations, { baseUrl: "http://localhost" }, [
  { area: "things", options: { a: null } },
]);
const queries = createQueries(client) as unknown as Factories;
const of = (id: string, factory: string, params?: unknown) =>
  queries[id]?.[factory]?.(params) ?? expect.fail(`no ${id}.${factory}`);

it("reads have queries, listings also endless ones, and writes have mutations", () => {
  const factories = Object.entries(queries).map(([id, each]) => [id, Object.keys(each).join()]);
  const read = "queryKey,queryOptions";
  expect(Object.fromEntries(factories)).toEqual({
    ...{ get: read, needs: read, bound: read, search: read },
    make: "mutationKey,mutationOptions",
    ...{ list: `${read},infiniteQueryOptions`, listByPost: `${read},infiniteQueryOptions` },
  });
  expect(of("make", "mutationOptions")).toMatchObject({
    ...{ mutationKey: ["things", "make"], retry: false },
  });
});

describe("options", () => {
  it("name the call by its key, which has what is sent", () => {
    expect(of("get", "queryOptions", { a: "b", c: undefined, d: null }).queryKey).toEqual([
      ...["things", "get", { a: "b" }],
    ]);
    expect(of("get", "queryOptions").queryKey).toEqual(["things", "get", {}]);
    expect(of("list", "infiniteQueryOptions", { cursor: "c" })).toMatchObject({
      ...{ queryKey: ["things", "list", { cursor: "c" }, "infinite"], initialPageParam: "c" },
      retry: false,
    });
    expect(of("list", "infiniteQueryOptions").initialPageParam).toBeUndefined();
    expect(of("get", "queryOptions").retry).toBe(false);
    expect(queries.get?.queryKey?.()).toEqual(["things", "get"]);
    expect(queries.get?.queryKey?.({ a: "b" })).toEqual(["things", "get", { a: "b" }]);
    expect(queries.make?.mutationKey?.()).toEqual(["things", "make"]);
  });

  it("wait for parameters that the operation needs, but for those of the client", () => {
    expect(of("needs", "queryOptions")).toMatchObject({
      queryKey: ["things", "needs"],
      enabled: false,
    });
    expect(of("needs", "queryOptions", {})).not.toHaveProperty("enabled");
    expect(of("bound", "queryOptions")).not.toHaveProperty("enabled");
    expect(of("get", "queryOptions")).not.toHaveProperty("enabled");
  });

  it("may be skipped", () => {
    expect(of("get", "queryOptions", skipToken)).toMatchObject({
      ...{ queryKey: ["things", "get"], queryFn: skipToken },
    });
    expect(of("list", "infiniteQueryOptions", skipToken)).toMatchObject({
      ...{ queryKey: ["things", "list", "infinite"], queryFn: skipToken },
      initialPageParam: undefined,
    });
  });
});

it("keys of an area may have a prefix", () => {
  const prefixed = createQueries(client, { keyPrefix: ["user", 1] });
  expect([areaKey(queries), areaKey(prefixed)]).toEqual([["things"], ["user", 1, "things"]]);
  expect(() => areaKey({})).toThrow("areaKey: not an object that createQueries returned");
});

it("keys can be hashed, and have null in bodies only", () => {
  const parameters = { body: { in: "body" }, q: { in: "query" } } as const;
  const keys = (params: object) =>
    keyParams({ method: "POST", path: "/", parameters }, { ...params });
  expect(keys({ body: null, q: null, other: undefined })).toEqual({ body: null });
  const date = new Date(0);
  expect(keys({ q: [1n, 2n ** 64n, { a: 3n, b: date }] })).toEqual({
    q: [1, "18446744073709551616", { a: 3, b: date }],
  });
});

it("a snapshot has no part that the caller may change", () => {
  const list = [{ a: 1 }];
  const date = new Date(0);
  const given = { list, date, none: null, big: 1n };
  const copy = snapshot(given);
  list.push({ a: 2 });
  expect(copy).toEqual({ list: [{ a: 1 }], date, none: null, big: 1n });
  expect(copy.date).toBe(date);
});
