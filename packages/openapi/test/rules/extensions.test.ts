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

  it.each<[pagination: object, cursor: object, others: object, problem: string]>([
    [{ cursorParameter: "cursor" }, {}, {}, "is incomplete"],
    [{ ...complete, cursorParameter: "page" }, {}, {}, "unknown parameter page"],
    [complete, { required: true }, {}, "cursor is required"],
    [complete, { "x-client-option": "cursor" }, {}, "cursor is required"],
    [complete, { in: "header" }, {}, "cursor is a header"],
    [{ ...complete, cursorField: "after" }, {}, {}, "a page has no field after"],
    [{ ...complete, itemsField: "next" }, {}, {}, "a page has no array next"],
    [{ ...complete, itemsField: "none" }, {}, {}, "a page has no array none"],
    [complete, {}, { 202: responses[200] }, "expected one page schema; found 2"],
    [complete, {}, { 200: { description: "" } }, "expected one page schema; found 0"],
  ])("%j with the cursor %j is refused", (pagination, cursor, others, problem) => {
    expect(problemsOf(documentWith(listing(pagination, cursor, others)))).toEqual([
      `x-pagination: ${problem}`,
    ]);
  });
});

describe("an envelope", () => {
  const envelope = { codeField: "code", messageField: "next" };

  it("is stated by the operation or by the document", () => {
    expect(rulesOf({ responses, "x-envelope": envelope }).rule.envelope).toEqual(envelope);
    expect(rulesOf({ responses }, { "x-envelope": envelope }).rule.envelope).toEqual(envelope);
    expect(rulesOf({ responses }).rule).not.toHaveProperty("envelope");
  });

  it.each<[envelope: object, problem: string]>([
    [{ codeField: "code" }, "is incomplete"],
    [{ ...envelope, codeField: "status" }, "a 2xx body has no field status"],
    [{ ...envelope, messageField: "text" }, "a 2xx body has no field text"],
  ])("%j is refused", (stated, problem) => {
    expect(problemsOf(documentWith({ responses, "x-envelope": stated }))).toEqual([
      `x-envelope: ${problem}`,
    ]);
  });

  it("is that of every success", () => {
    const other = { 201: { description: "", ...json({ type: "object" }) } };
    const operation = { responses: { ...responses, ...other }, "x-envelope": envelope };
    expect(problemsOf(documentWith(operation))).toHaveLength(2);
  });
});

it("x-idempotent is a boolean", () => {
  expect(problemsOf(documentWith({ "x-idempotent": "yes" }))).toEqual([
    "x-idempotent: is not a boolean",
  ]);
  expect(problemsOf(documentWith({ "x-idempotent": false }))).toEqual([]);
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
