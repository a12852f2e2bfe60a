import { expect, test } from "vitest";
import { judge } from "../src/judge/judge.ts";
import { createTitles } from "../src/judge/titles.ts";
import { oneOperation } from "./one-operation.ts";

const json = { description: "", content: { "application/json": { schema: { type: "object" } } } };
const operation = oneOperation("get", "/things", { responses: { 200: json, 400: json } });

test.each([
  [200, undefined, ["content-type: text/html"]],
  [400, undefined, ["content-type: text/html"]],
  [200, "errors", ["content-type: text/html"]],
  [400, "errors", []],
  [200, "all", []],
  [418, "all", ["status"]],
] as const)("a page of status %d, where %s may be of a gateway: %j", (status, isForeign, kinds) => {
  const expected = { statuses: ["200", "400"], because: "", rule: { part: operation.node } };
  const expectation = isForeign === undefined ? expected : { ...expected, isForeign };
  const headers = { "content-type": "text/html" };
  const response = { status, headers, body: Buffer.from("<html></html>") };
  const { findings } = judge(operation, expectation, response, true);
  const shown = findings.map((each) =>
    each.kind === "content-type" ? `${each.kind}: ${each.actual}` : each.kind,
  );
  expect(shown).toEqual(kinds);
});

test("a finding keeps the first three hundred characters of an unexpected body", () => {
  const expected = { statuses: ["200"], because: "", rule: { part: operation.node } };
  const response = { status: 418, headers: {}, body: Buffer.from("ä".repeat(400)) };
  const { findings } = judge(operation, expected, response, true);
  expect(findings).toMatchObject([{ kind: "status", excerpt: "ä".repeat(300) }]);
});

test("a problem type has one title, but for those that the contract shows", () => {
  const shown = { type: "about:blank", title: "Shown" };
  const content = { "application/problem+json": { examples: { shown: { value: shown } } } };
  const responses = { 400: { description: "", content } };
  const only = oneOperation("get", "/", { responses });
  const titles = createTitles();
  const found = ["First", "Shown", "Other"].map((title) => titles(only, 400, { ...shown, title }));
  expect(found.map(({ length }) => length)).toEqual([0, 0, 1]);
});

const problem = {
  type: "object",
  properties: { errors: { type: "array", items: { type: "object" } } },
};
const refusing = oneOperation("get", "/things", {
  responses: {
    200: json,
    400: {
      description: "",
      content: { "application/json": { schema: problem }, "application/problem+json": {} },
    },
  },
});

test.each([
  ["a body other than the example", 200, { body: { id: 1 } }, { id: 2 }, ["example"]],
  ["the example", 200, { body: { id: 1 } }, { id: 1 }, []],
  ["another value of a known field", 200, { includes: { id: 1 } }, { id: 2 }, ["facts"]],
  ["known fields among others", 200, { includes: { id: 1 } }, { id: 1, name: "a" }, []],
  [
    "another parameter at fault",
    400,
    { errorParameter: "limit" },
    { errors: [{ parameter: "page_size" }] },
    ["error-parameter"],
  ],
  ["no parameter at fault", 400, { errorParameter: "limit" }, {}, ["error-parameter"]],
  [
    "the parameter at fault beside another",
    400,
    { errorParameter: "limit" },
    { errors: [{ parameter: "cursor" }, { parameter: "limit" }] },
    [],
  ],
  ["a problem with its status", 400, {}, { type: "about:blank", status: 400 }, []],
  ["a problem with another status", 400, {}, { type: "about:blank", status: 404 }, ["problem"]],
  ["a problem without a status", 400, {}, { type: "about:blank" }, []],
])("%s", (_, status, expectation, sent, kinds) => {
  const expected = { statuses: ["200", "400"], because: "", rule: { part: refusing.node } };
  const headers = { "content-type": `application/${"type" in sent ? "problem+" : ""}json` };
  const response = { status, headers, body: Buffer.from(JSON.stringify(sent)) };
  const { findings } = judge(refusing, { ...expected, ...expectation }, response, false);
  expect(findings.map(({ kind }) => kind)).toEqual(kinds);
});
