import { expect, it } from "vitest";
import { dereference, readOperations, resolve } from "../src/index.ts";

const text = { type: "string" };
const document = { openapi: "3.1.0", none: null, list: [text], components: { Text: text } };

it.each([
  "#/none",
  "#/missing",
  "#/__proto__",
  "#/constructor",
  "other.yaml#/a",
  "#anchor",
  "#/list/1",
])("%s leads nowhere", ($ref) => {
  expect(() => resolve(document, { $ref })).toThrow(`$ref ${$ref} cannot be resolved`);
});

it("a reference leads to a part, or to the whole of a document", () => {
  expect(resolve(document, { $ref: "#/components/Text" })).toBe(text);
  expect(resolve(document, { $ref: "#/list/0" })).toBe(text);
  expect(resolve(document, { $ref: "#" })).toBe(document);
});

it("path items that refer to each other are circular, and parameters must be there", () => {
  const paths = { "/a": { $ref: "#/paths/~1b" }, "/b": { $ref: "#/paths/~1a" } };
  expect(() => readOperations({ openapi: "3.1.0", paths })).toThrow("is circular");
  const lost = { "/a": { get: { parameters: [{ $ref: "#/components/None" }] } } };
  const nowhere = "$ref #/components/None cannot be resolved";
  expect(() => readOperations({ openapi: "3.1.0", paths: lost })).toThrow(nowhere);
});

it("a copy without references keeps all the rest", () => {
  const part = {
    allOf: [{ $ref: "#/components/Text" }, { default: null }],
    properties: { $ref: { $ref: "#/list/0" }, a: 1 },
  };
  expect(dereference(document, part)).toStrictEqual({
    allOf: [text, { default: null }],
    properties: { $ref: text, a: 1 },
  });
});

it("a copy has what stands beside a reference as its version of OpenAPI does", () => {
  const beside = { $ref: "#/components/Text", maxLength: 5 };
  expect(dereference(document, beside)).toEqual({ ...text, maxLength: 5 });
  expect(dereference({ ...document, openapi: "3.0.3" }, beside)).toEqual(text);
  const tree = { child: { $ref: "#/tree" } };
  expect(() => dereference({ tree }, tree)).toThrow("recursive schemas are not supported");
});

it("up to ninety-nine references are followed, and those that never end are refused", () => {
  const chain = (length: number) => ({
    items: Array.from({ length: length + 1 }, (_, at) =>
      at < length ? { $ref: `#/items/${at + 1}` } : text,
    ),
  });
  const end = (length: number) => resolve(chain(length), { $ref: "#/items/1" });
  expect(end(99)).toEqual(text);
  expect(() => end(100)).toThrow("is circular");
});
