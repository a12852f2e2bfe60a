import { describe, expect, it } from "vitest";
import { readRules } from "../../src/rules/index.ts";
import { documentWith, problemsOf } from "./support.ts";

const text = { type: "string" };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };

const refused = (parameter: object) =>
  problemsOf(
    documentWith({
      parameters: [{ name: "it", in: "query", required: true, schema: text, ...parameter }],
    }),
  );

it("leaves out an optional parameter that no style can write, and names it", () => {
  const nested = { type: "array", items: point };
  const parameters = [
    { name: "filters", in: "query", schema: nested },
    { name: "deep", in: "query", style: "deepObject", schema: nested },
  ];
  const { operations, leftOut, problems } = readRules(documentWith({ parameters }));
  expect(operations.map((each) => each.parameters.map(({ name }) => name))).toEqual([["deep"]]);
  expect([leftOut.map(({ where, what }) => `${where}: ${what}`), problems]).toEqual([
    [
      'query parameter "filters", schema: only arrays and objects of primitive values are supported',
    ],
    [],
  ]);
});

it("leaves out headers that fetch writes itself, and those that it does not send if they are optional", () => {
  const names = (...headers: object[]) => {
    const parameters = headers.map((header) => ({ in: "header", schema: text, ...header }));
    return readRules(documentWith({ parameters })).operations.flatMap((operation) =>
      operation.parameters.map(({ name, rule }) => [name, rule.style]),
    );
  };
  const written = ["connection", "Content-Length", "host"];
  expect(names(...written.map((name) => ({ name, required: true })))).toEqual([]);
  expect(names({ name: "TE" }, { name: "X-A" })).toEqual([["X-A", undefined]]);
  // Only the part for styles knows where cookies can be sent.
  expect(names({ name: "Cookie" })).toEqual([["Cookie", "simple"]]);
});

it("allows in a query what no header can have", () => {
  expect(refused({ name: "a b" })).toEqual([]);
  expect(refused({ name: "host" })).toEqual([]);
  expect(refused({ in: "cookie", name: "te" })).toEqual([]);
});

describe("a path", () => {
  const at = (path: string, ...names: string[]) =>
    problemsOf(
      documentWith({
        path,
        parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
      }),
    );

  it.each(["/a/{b}/{c}.json", "/.{b}/..{c}", "/.a/b./...", "/a%2fb/{b}{c}"])(
    "may be %s",
    (path) => {
      const names = [...path.matchAll(/\{(\w)\}/g)].map(([, name]) => String(name));
      expect(at(path, ...names)).toEqual([]);
    },
  );

  it("may have names without a parameter", () => {
    const parameters = [{ name: "b", in: "path", schema: text }];
    expect(problemsOf(documentWith({ path: "/{b}/{c}", parameters }))).toEqual([]);
  });
});
