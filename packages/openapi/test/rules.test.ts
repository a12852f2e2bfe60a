import { describe, expect, it } from "vitest";
import { resolve } from "../src/index.ts";
import { readRules } from "../src/rules/index.ts";

/** The rules of a document's only operation, `GET /things`. */
function rulesOf(operation: object) {
  const { operations, problems } = readRules({
    openapi: "3.1.0",
    paths: { "/things": { get: { operationId: "getThings", responses: {}, ...operation } } },
  });
  return { model: operations[0], problems: problems.map(({ what }) => what) };
}

const media = (...types: string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }])),
});

describe("the type of a response", () => {
  it.each([
    [{ 200: media("application/json") }, "JSON"],
    [{ 200: media("application/json"), 204: {} }, "JSON | undefined"],
    [{ 200: media("text/plain") }, "string"],
    [{ 200: media("application/pdf") }, "Blob"],
    [{ 200: media("application/pdf"), 400: media("application/json") }, "Blob"],
    [{ 204: {} }, "undefined"],
    [{ 400: media("application/json") }, "unknown"],
  ])("of %j is %s", (responses, type) => {
    const { model, problems } = rulesOf({ responses });
    expect(model?.response.replace(/\w+(\["?[^\]]+\])+/g, "JSON")).toBe(type);
    expect(problems).toEqual([]);
  });

  it("is either JSON or something else", () => {
    const responses = { 200: media("application/json"), 201: media("application/pdf") };
    expect(rulesOf({ responses }).problems).toEqual([
      "application/pdf beside JSON is not supported",
    ]);
  });
});

describe("the rule of a parameter", () => {
  const schema = { type: ["integer", "null"], minimum: 1 };
  it.each([
    ["leaves null out", { schema }, { type: "integer", minimum: 1 }],
    [
      "allows null in JSON",
      { content: { "application/json": { schema } } },
      { type: ["integer", "null"], minimum: 1, style: "json" },
    ],
    ["is of text unless it says otherwise", { schema: { type: "string" } }, {}],
    ["has the values", { schema: { enum: ["a", "b"], type: "string" } }, { enum: ["a", "b"] }],
  ])("%s: %j", (_, parameter, rule) => {
    const parameters = [{ name: "it", in: "query", ...parameter }];
    const { model, problems } = rulesOf({ parameters, responses: { 204: {} } });
    expect(problems).toEqual([]);
    expect(model?.parameters.map((each) => each.rule)).toEqual([{ in: "query", ...rule }]);
  });
});

it("follows up to ninety-nine references, and refuses those that never end", () => {
  const chain = (length: number) => ({
    items: Array.from({ length: length + 1 }, (_, at) =>
      at < length ? { $ref: `#/items/${at + 1}` } : { type: "string" },
    ),
  });
  const end = (length: number) => resolve(chain(length), { $ref: "#/items/1" });
  expect(end(99)).toEqual({ type: "string" });
  expect(() => end(100)).toThrow("is circular");
  expect(() => resolve({ a: { $ref: "#/a" } }, { $ref: "#/a" })).toThrow("is circular");
});
