import { describe, expect, it } from "vitest";
import { readRules } from "../../src/rules/index.ts";
import { documentWith, problemsOf } from "./support.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };

const refused = (parameter: object) =>
  problemsOf(
    documentWith({
      parameters: [{ name: "it", in: "query", required: true, schema: text, ...parameter }],
    }),
  );

it.each<[parameter: object, problem: string]>([
  [{ in: "formData" }, ": formData is not a place"],
  [{ style: "matrix" }, "style: matrix is not a style of a query parameter"],
  [{ in: "header", style: "form" }, "style: form is not a style of a header parameter"],
  [
    { in: "cookie", schema: texts },
    "explode: arrays and objects have no form in a cookie if they are exploded",
  ],
  [
    { in: "cookie", schema: point },
    "explode: arrays and objects have no form in a cookie if they are exploded",
  ],
  [
    { style: "pipeDelimited", explode: true, schema: point },
    "explode: pipeDelimited objects cannot be exploded",
  ],
  [
    { style: "spaceDelimited", explode: true, schema: point },
    "explode: spaceDelimited objects cannot be exploded",
  ],
  [{ schema: undefined, content: { "text/csv": {} } }, "content: text/csv is not supported"],
  [{ schema: {} }, "schema: has no type"],
  ...[
    { type: "object", properties: { a: { type: "object" } } },
    { type: "object", properties: { a: texts } },
    { type: "object", properties: { a: {} } },
    { type: "array", items: { type: "array" } },
    { type: "array", items: { type: "object" } },
    { type: "array" },
    { oneOf: [text, { type: "array", items: point }] },
  ].map((schema): [object, string] => [
    { schema },
    "schema: only arrays and objects of primitive values are supported",
  ]),
  [{ schema: { type: "string", pattern: "^($" } }, "pattern: ^($ is not a regular expression"],
  [{ schema: { type: "string", enum: ["a", 404] } }, "enum: 404 is not of the type string"],
  [{ schema: { type: "integer", enum: [1.5] } }, "enum: 1.5 is not of the type integer"],
  [{ schema: { type: "string", enum: [["a"]] } }, 'enum: ["a"] is not of the type string'],
  [
    { schema: { type: "integer", enum: [2 ** 53] } },
    "enum: 9007199254740992 is beyond 2^53, where numbers are rounded",
  ],
  [{ schema: { type: "file" } }, "type: file is not a type of JSON"],
  [{ schema: { type: ["string", "file", "date"] } }, "type: file, date is not a type of JSON"],
  [{ in: "header", name: "a b" }, ": is not a name that a header can have"],
  [{ in: "cookie", name: "a;b" }, ": is not a name that a cookie can have"],
  ...["EXPECT", "keep-alive", "te", "trailer", "upgrade"].map((name): [object, string] => [
    { in: "header", name, required: true },
    ": is a header that fetch does not send",
  ]),
  [{ "x-client-option": "a b" }, 'x-client-option: "a b" is not a valid name'],
])("refuses the parameter %j", (parameter, problem) => {
  const { name = "it", in: place = "query" } = parameter as { name?: string; in?: string };
  const where = `${place} parameter ${JSON.stringify(name)}`;
  expect(refused(parameter)).toEqual([
    problem.startsWith(":") ? where + problem : `${where}, ${problem}`,
  ]);
});

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

it("says what to write instead", () => {
  const fixOf = (parameter: object) => {
    const parameters = [{ name: "it", in: "query", required: true, schema: text, ...parameter }];
    return readRules(documentWith({ parameters })).problems.map(({ fix }) => fix);
  };
  expect(fixOf({ in: "formData" })).toEqual(["write one of path, query, header, cookie"]);
  const styles = "form, spaceDelimited, pipeDelimited, deepObject";
  expect(fixOf({ style: "matrix" })).toEqual([`write one of ${styles}`]);
  const types = "string, integer, number, boolean, array, object, null";
  expect(fixOf({ schema: { type: "file" } })).toEqual([`write one of ${types}`]);
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

  it.each([
    ["a", "path: is not a valid path"],
    ["/a?b=c", "path: is not a valid path"],
    ["/a/../b", "path: would be changed by a URL parser"],
    ["/a/.", "path: would be changed by a URL parser"],
    ["/%2E%2e/b", "path: would be changed by a URL parser"],
    ["/a\\b", "path: would be changed by a URL parser"],
    ["/a}b", "path: would be changed by a URL parser"],
  ])("is not %s", (path, problem) => {
    expect(at(path)).toEqual([problem]);
  });

  it("has its parameters, and they are in it", () => {
    expect(at("/a", "b")).toEqual(['path parameter "b": is not in the path']);
    const clash = "has a name that clashes with style syntax";
    for (const name of [".b", ";b", "b*"]) {
      expect(at(`/{${name}}`, name)).toEqual([`path parameter "${name}": ${clash}`]);
    }
    const parameters = [{ name: "b", in: "path", schema: text }];
    expect(problemsOf(documentWith({ path: "/{b}/{c}", parameters }))).toEqual([]);
  });
});
