import { describe, expect, it } from "vitest";
import { documentWith, json, problemsOf, rulesOf, success } from "./support.ts";

const text = { type: "string" };
const page = {
  allOf: [
    { type: "object", properties: { next: text } },
    { properties: { items: { type: ["array", "null"], items: text }, code: { type: "integer" } } },
  ],
};
const responses = success(json(page).content);

describe("pagination", () => {
  const complete = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };
  const listing = (pagination: object, cursor: object = {}, others: object = {}) => ({
    parameters: [{ name: "cursor", in: "query", schema: text, ...cursor }],
    responses: { ...responses, ...others },
    "x-pagination": pagination,
  });

  it("is taken over, its fields found within compositions", () => {
    expect(rulesOf(listing(complete)).rule.pagination).toEqual(complete);
    expect(rulesOf({ responses }).rule).not.toHaveProperty("pagination");
  });
});

describe("an envelope", () => {
  const envelope = { codeField: "code", messageField: "next" };

  it("is stated by the operation or by the document", () => {
    expect(rulesOf({ responses, "x-envelope": envelope }).rule.envelope).toEqual(envelope);
    expect(rulesOf({ responses }, { "x-envelope": envelope }).rule.envelope).toEqual(envelope);
    expect(rulesOf({ responses }).rule).not.toHaveProperty("envelope");
  });

  it("is that of every success", () => {
    const other = { 201: { description: "", ...json({ type: "object" }) } };
    const operation = { responses: { ...responses, ...other }, "x-envelope": envelope };
    expect(problemsOf(documentWith(operation))).toHaveLength(2);
  });
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
