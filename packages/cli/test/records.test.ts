import { UsageError } from "@chainkit/command";
import { expect, test } from "vitest";
import type { Command } from "../src/commands.ts";
import {
  chooseColumns,
  documentedFields,
  flatten,
  flattenAll,
  unwrap,
} from "../src/output/records.ts";
import { exitCodeOf } from "../src/report-error.ts";

test("records are flattened to the fields that they have", () => {
  expect([...flatten({ a: { b: 1, c: [2] }, d: null })]).toEqual([
    ["a.b", 1],
    ["a.c", [2]],
    ["d", null],
  ]);
  expect([...flatten(5)]).toEqual([["value", 5]]);
  expect(flattenAll({ a: [{ b: 1 }, [2]], c: {} })).toEqual([
    ["a[0].b", 1],
    ["a[1][0]", 2],
    ["c", {}],
  ]);
  expect(flattenAll("")).toEqual([["value", ""]]);
  expect(unwrap({ a: { b: { c: 1, d: 2 } } })).toEqual({ c: 1, d: 2 });
  expect(unwrap({ a: { b: 1 } })).toEqual({ b: 1 });
  expect(unwrap([1])).toEqual([1]);
});

test.each([
  [{ properties: { block: { properties: { a: {}, b: {} }, required: ["b"] } } }, ["b", "a"]],
  [{ properties: { block: { properties: { a: {} } }, total: {} } }, ["block.a", "total"]],
  [{ items: { properties: { a: {} } } }, ["a"]],
  [{ properties: { a: {} } }, ["a"]],
])("the fields of %j are %j", (result, fields) => {
  expect(documentedFields({ result } as unknown as Command)).toEqual(fields);
});

test("columns are chosen by name, or by that of the object that they are in", () => {
  const known = ["id", "owner.name", "owner.age", "ownership"];
  expect(chooseColumns(["owner", "id"], known)).toEqual(["owner.name", "owner.age", "id"]);
  const message = "--columns: there is no field zzz";
  const error = { message, fix: `Expected one of ${known.join(", ")}.` };
  expect(() => chooseColumns(["zzz"], known)).toThrow(expect.objectContaining(error));
});

test.each([
  [new UsageError("x"), 2],
  [{ kind: "input" }, 2],
  [{ kind: "network" }, 3],
  [{ kind: "timeout" }, 4],
  [{ kind: "http", status: 302 }, 5],
  [{ kind: "http", status: 400 }, 5],
  [{ kind: "http", status: 401 }, 6],
  [{ kind: "http", status: 403 }, 6],
  [{ kind: "http", status: 404 }, 7],
  [{ kind: "http", status: 429 }, 8],
  [{ kind: "http", status: 499 }, 5],
  [{ kind: "http", status: 500 }, 9],
  [{ kind: "decode" }, 10],
  [{ kind: "pagination" }, 10],
  [{ kind: "envelope" }, 11],
  [{ kind: "aborted" }, 130],
  [new Error("x"), 1],
  [undefined, 1],
])("the exit code of %o is %d", (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
