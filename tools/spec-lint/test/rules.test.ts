import { relative } from "node:path";
import { expect, test } from "vitest";
import { lintFolder } from "../src/lint.ts";
import plugin from "../src/plugin.ts";
import { setAt, validFiles, writeFolder } from "./fixture.ts";

const get = "/paths/~1things/get";
const post = "/paths/~1things~1new/post";
const page = `${get}/responses/200/content/application~1json`;
const schemas = "shared/schemas.yaml";
const headers = "shared/headers.yaml";

/** One thing broken in the valid folder: what is set where, and what the rule then points at. */
interface Breach {
  readonly rule: string;
  readonly file?: string;
  readonly set: Record<string, unknown>;
  readonly at: string;
  /** Where the problem is, if not in the file that was changed. */
  readonly atFile?: string;
  /** Rules of Redocly's own that rightly object too. */
  readonly also?: readonly string[];
  /** How often the rule objects, if not once. */
  readonly times?: number;
}

const breaches: Record<string, Breach> = {
  "no dialect": {
    rule: "json-schema-dialect",
    set: { "/jsonSchemaDialect": undefined },
    at: "/openapi",
  },
  "the dialect that switches Prism's checks off": {
    rule: "json-schema-dialect",
    set: { "/jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base" },
    at: "/jsonSchemaDialect",
  },
  "a pattern that is invalid under u": {
    rule: "pattern-unicode",
    file: schemas,
    set: { "/Page/properties/parent": { type: "string", pattern: "^[\\w-.]+$" } },
    at: "/Page/properties/parent/pattern",
    also: ["no-invalid-media-type-examples"],
  },
  "a property pattern that is invalid under u": {
    rule: "pattern-unicode",
    file: schemas,
    set: { "/Problem/patternProperties": { "a\\-b": {} } },
    at: "/Problem/patternProperties/a\\-b",
    also: ["no-invalid-media-type-examples"],
  },
  "a header without example": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": undefined },
    at: "/RetryAfter",
  },
  "a header example against its schema in another file": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": -1 },
    at: "/RetryAfter/example",
  },
  "a named header example against its schema": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": undefined, "/RetryAfter/examples": { soon: { value: "soon" } } },
    at: "/RetryAfter/examples/soon/value",
  },
  "a default of another type": {
    rule: "default-valid",
    set: { [`${get}/parameters/0/schema/default`]: "100" },
    at: `${get}/parameters/0/schema/default`,
  },
  "a default out of its limits": {
    rule: "default-valid",
    set: { [`${get}/parameters/0/schema/default`]: 101 },
    at: `${get}/parameters/0/schema/default`,
  },
  "a default against a schema that refers to itself": {
    rule: "default-valid",
    file: schemas,
    set: { "/Page/default": { things: [], parent: { things: ["no hash"] } } },
    at: "/Page/default",
  },
  "a success without content": {
    rule: "success-has-schema",
    set: { [`${post}/responses/201/content`]: undefined },
    at: `${post}/responses/201`,
  },
  "a success without schema": {
    rule: "success-has-schema",
    set: { [`${post}/responses/201/content/application~1json/schema`]: undefined },
    at: `${post}/responses/201/content/application~1json`,
  },
  "no operation id": {
    rule: "operation-id",
    set: { [`${post}/operationId`]: undefined },
    at: post,
    also: ["operation-operationId", "chainkit/unused-file"],
  },
  "an operation id in another case": {
    rule: "operation-id",
    set: { [`${post}/operationId`]: "add_thing" },
    at: `${post}/operationId`,
    also: ["chainkit/code-sample", "chainkit/unused-file"],
  },
  "no x-idempotent": { rule: "idempotent", set: { [`${post}/x-idempotent`]: undefined }, at: post },
  "an x-idempotent that is no boolean": {
    rule: "idempotent",
    set: { [`${post}/x-idempotent`]: "no" },
    at: `${post}/x-idempotent`,
  },
  "a GET that may not be repeated": {
    rule: "idempotent",
    set: { [`${get}/x-idempotent`]: false },
    at: `${get}/x-idempotent`,
  },
  "a cursor without x-pagination": {
    rule: "pagination",
    set: { [`${get}/x-pagination`]: undefined },
    at: get,
  },
  "an x-pagination without a field": {
    rule: "pagination",
    set: { [`${get}/x-pagination/itemsField`]: undefined },
    at: `${get}/x-pagination`,
  },
  "an x-pagination with a field too many": {
    rule: "pagination",
    set: { [`${get}/x-pagination/pageField`]: "page" },
    at: `${get}/x-pagination`,
  },
  "a cursor parameter that does not exist": {
    rule: "pagination",
    set: { [`${get}/x-pagination/cursorParameter`]: "after" },
    at: `${get}/x-pagination/cursorParameter`,
  },
  "a cursor field that does not exist": {
    rule: "pagination",
    file: schemas,
    set: { "/Page/properties/cursor": undefined },
    atFile: "things.yaml",
    at: `${get}/x-pagination/cursorField`,
    also: ["no-invalid-media-type-examples"],
  },
  "an items field that is no array": {
    rule: "pagination",
    set: { [`${get}/x-pagination/itemsField`]: "parent" },
    at: `${get}/x-pagination/itemsField`,
  },
  "a listing with one page": {
    rule: "pagination-examples",
    set: { [`${page}/examples/lastPage`]: undefined },
    at: `${page}/examples`,
  },
  "a first page that is the last": {
    rule: "pagination-examples",
    set: { [`${page}/examples/firstPage/value/cursor`]: null },
    at: `${page}/examples/firstPage/value/cursor`,
  },
  "a cursor that no page follows": {
    rule: "pagination-examples",
    set: { [`${page}/examples/other`]: { value: { cursor: "c2", things: [] } } },
    at: `${page}/examples/other/value/cursor`,
  },
  "pages in a circle": {
    rule: "pagination-examples",
    set: {
      [`${page}/examples`]: Object.fromEntries(
        ["c1", "c2", "c1", null].map((cursor, n) => [
          `page${n}`,
          { value: { cursor, things: [] } },
        ]),
      ),
    },
    at: `${page}/examples/page0/value/cursor`,
    times: 3,
  },
  "a cursor example that is no page's": {
    rule: "pagination-examples",
    set: { "/paths/~1things/parameters/0/example": "c9" },
    at: "/paths/~1things/parameters/0/example",
  },
  "no code sample": {
    rule: "code-sample",
    file: "",
    set: { "/samples~1addThing.ts": undefined },
    atFile: "things.yaml",
    at: `${post}/operationId`,
  },
  "a nullable": {
    rule: "no-nullable",
    file: schemas,
    set: { "/Problem/properties/status/nullable": true },
    at: "/Problem/properties/status/nullable",
    also: ["struct"],
  },
  "a null query parameter without wire form": {
    rule: "null-query-parameter",
    set: { [`${get}/parameters/0/description`]: "How many, or null." },
    at: `${get}/parameters/0/description`,
  },
  "a response without named examples": {
    rule: "body-examples",
    set: { [`${post}/responses/201/content/application~1json/examples`]: undefined },
    at: `${post}/responses/201/content/application~1json`,
  },
  "a request body without named examples": {
    rule: "body-examples",
    set: { [`${post}/requestBody/content/application~1json/examples`]: {} },
    at: `${post}/requestBody/content/application~1json`,
  },
  "a parameter without example": {
    rule: "parameter-examples",
    set: { [`${get}/parameters/0/example`]: undefined },
    at: `${get}/parameters/0`,
  },
  "an error without origin": {
    rule: "origin",
    set: { [`${post}/responses/400/x-origin`]: undefined },
    at: `${post}/responses/400`,
  },
  "an origin that is somebody else's": {
    rule: "origin",
    set: { [`${post}/responses/400/x-origin`]: "chain-kit" },
    at: `${post}/responses/400/x-origin`,
  },
  "a header without origin": {
    rule: "origin",
    file: headers,
    set: { "/RetryAfter/x-origin": undefined },
    at: "/RetryAfter",
  },
  "a problem schema without origin": {
    rule: "origin",
    file: schemas,
    set: { "/Problem/x-origin": undefined },
    at: "/Problem",
  },
  "a misspelt extension": {
    rule: "known-extension",
    set: { [`${post}/x-idempotant`]: true },
    at: `${post}/x-idempotant`,
  },
  "a file that nothing refers to": {
    rule: "unused-file",
    file: "",
    set: { "/examples~1left.yaml": { value: 1 } },
    atFile: "examples/left.yaml",
    at: "/",
  },
  "a sample of no operation": {
    rule: "unused-file",
    file: "",
    set: { "/samples~1removeThing.ts": "export {};\n" },
    atFile: "samples/removeThing.ts",
    at: "/",
  },
};

async function problemsOf(files: ReturnType<typeof validFiles>) {
  await using folder = await writeFolder(files);
  return (await lintFolder(folder.path)).map(({ ruleId, severity, message, location }) => ({
    rule: ruleId,
    severity,
    message,
    file: relative(folder.path, location[0]?.source.absoluteRef ?? ""),
    at: location[0]?.pointer?.slice(1),
  }));
}

test("a folder that keeps every rule has no problem", async () => {
  expect(await problemsOf(validFiles())).toEqual([]);
});

test.for(Object.entries(breaches))(
  "%s",
  async ([, { rule, file = "things.yaml", set, ...breach }]) => {
    const files = validFiles();
    for (const [pointer, value] of Object.entries(set)) {
      setAt(file ? files[file] : files, pointer, value);
    }
    const problems = await problemsOf(files);
    expect(problems).toContainEqual({
      rule: `chainkit/${rule}`,
      severity: "error",
      message: expect.stringMatching(/\.$/),
      file: breach.atFile ?? file,
      at: breach.at,
    });
    const others = problems
      .map((problem) => problem.rule)
      .filter((id) => id !== `chainkit/${rule}`);
    expect(new Set(others)).toEqual(new Set(breach.also));
    expect(problems.length - others.length).toBe(breach.times ?? 1);
  },
);

test("every rule of the plugin has a breach", () => {
  const tested = new Set(Object.values(breaches).map(({ rule }) => rule));
  const listed = Object.keys(plugin().rules?.oas3 ?? {});
  expect(listed.filter((rule) => !tested.has(rule))).toEqual([]);
});
