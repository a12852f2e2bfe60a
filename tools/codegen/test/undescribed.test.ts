import { expect, test } from "vitest";
import { CodegenError } from "../src/problems.ts";
import { documentWith, generate, json, ok, problemsOf } from "./support.ts";

const text = { type: "string" };
const list = { type: "array", items: text };
const document = documentWith({
  "/a": {
    post: {
      operationId: "postA",
      parameters: [
        { name: "ids", in: "query", explode: false, schema: list },
        { name: "theme", in: "cookie", schema: text },
        { name: "plain", in: "query", schema: list },
      ],
      requestBody: { content: { "text/csv": {} } },
      responses: { 200: { description: "", content: { "text/csv": {} } } },
    },
  },
  "/b": {
    get: {
      operationId: "getB",
      responses: {
        200: { description: "", content: { "text/event-stream": {}, ...json(text).content } },
      },
    },
  },
  "/c": { get: { operationId: "getC", ...ok } },
  "/d": { get: { operationId: "getD", ...ok, servers: [{ url: "/d" }] } },
});

test("an area is refused that command line, MCP server, MSW and contract suite would misread", async () => {
  const error = await generate(document, [], { descriptions: true }).catch((caught) => caught);
  expect(error).toBeInstanceOf(CodegenError);
  const { problems } = error as CodegenError;
  expect(
    problems.map(({ operation, where, what }) => [operation, where, what.split(" is ")[0]]),
  ).toEqual([
    ["postA", 'query parameter "ids"', "the style form"],
    ["postA", 'cookie parameter "theme"', "a cookie"],
    ["postA", "requestBody", "a raw body"],
    ["postA", "responses", "text content"],
    ["getB", "responses", "a stream of events"],
    ["getD", "servers", "a server of its own"],
  ]);
});

test("a client alone is not", async () => {
  expect(await problemsOf(document)).toEqual([]);
});
