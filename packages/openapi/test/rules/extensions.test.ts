import { expect, it } from "vitest";
import { documentWith, json, problemsOf, rulesOf, success } from "./support.ts";

const text = { type: "string" };
const page = {
  allOf: [
    { type: "object", properties: { next: text } },
    { properties: { items: { type: ["array", "null"], items: text }, code: { type: "integer" } } },
  ],
};
const responses = success(json(page).content);

it("a listing has its pagination, with fields that are found within compositions", () => {
  const pagination = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };
  const parameters = [{ name: "cursor", in: "query", schema: text }];
  const { rule } = rulesOf({ parameters, responses, "x-pagination": pagination });
  expect(rule.pagination).toEqual(pagination);
  expect(rulesOf({ responses }).rule).not.toHaveProperty("pagination");
});

it("an envelope is stated by the operation or by the document, and is that of every success", () => {
  const envelope = { codeField: "code", messageField: "next" };
  expect(rulesOf({ responses, "x-envelope": envelope }).rule.envelope).toEqual(envelope);
  expect(rulesOf({ responses }, { "x-envelope": envelope }).rule.envelope).toEqual(envelope);
  expect(rulesOf({ responses }).rule).not.toHaveProperty("envelope");
  const other = { 201: { description: "", ...json({ type: "object" }) } };
  const operation = { responses: { ...responses, ...other }, "x-envelope": envelope };
  expect(problemsOf(documentWith(operation))).toHaveLength(2);
});

it.each([
  { "x-pagination": { limitParam: "count", pageOffsetParam: "start", resultsPath: "data" } },
  { "x-pagination": true },
  { "x-envelope": { format: "json" } },
  { "x-idempotent": { key: "Idempotency-Key" } },
  {
    parameters: [
      { name: "a", in: "query", schema: { type: "string" }, "x-client-option": { scope: "all" } },
    ],
  },
])("an extension of another tool with the name of one of ours means nothing: %j", (operation) => {
  expect(problemsOf(documentWith(operation))).toEqual([]);
});
