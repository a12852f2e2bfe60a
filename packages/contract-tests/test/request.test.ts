import { expect, it } from "vitest";
import { requestFor } from "../src/cases/values.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

const text = { type: "string" };
const parameters = [
  { name: "id", in: "path", required: true, schema: text },
  { name: "title", in: "query", schema: text },
  { name: "theme", in: "cookie", schema: text },
];
const spec = createSpec("books", {
  openapi: "3.1.0",
  paths: { "/books/{id}/copies/{id}": { get: { parameters, responses: {} } } },
});

it("writes parameters as the clients do", () => {
  const [operation] = operationsOf(spec);
  const values = { id: "a/b", title: "a b+c", theme: "dark; blue" };
  const request =
    operation && requestFor(operation, { name: "", parameters: values, exists: true });
  expect(request?.target).toBe("/books/a%2Fb/copies/a%2Fb?title=a%20b%2Bc");
  expect(request?.headers.cookie).toBe("theme=dark%3B%20blue");
});
