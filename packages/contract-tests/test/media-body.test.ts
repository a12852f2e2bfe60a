import { expect, test } from "vitest";
import { casesOfOne } from "./one-operation.ts";

/** The malformed bodies of an operation that is sent `body`. */
function malformed(body: unknown): string[] {
  const content = { "application/json": { schema: {}, example: body } };
  return casesOfOne("post", "/things", { requestBody: { required: true, content } })
    .filter(({ name }) => name.startsWith("body: well-formed"))
    .map(({ name }) => name.replace(/.*\((.*)\)/, "$1"));
}

test("an object is malformed in every way", () => {
  expect(malformed({ name: "it" })).toEqual([
    ...["truncated", "truncated in a string", "first character only", "trailing comma"],
    ...["single quotes", "two values", "form-encoded", "not UTF-8"],
  ]);
});

test("a body that is valid in spite of a change, or empty, is not sent as malformed", () => {
  expect(malformed([12])).toEqual([
    ...["truncated", "truncated in a string", "first character only", "trailing comma"],
    ...["two values", "not UTF-8"],
  ]);
  expect(malformed(12)).not.toContain("two values");
});

test("other media types are those that no documented one covers", () => {
  const content = { "text/*": { schema: { type: "string" }, example: "a" } };
  const cases = casesOfOne("post", "/things", { requestBody: { required: true, content } });
  const others = cases.filter(({ name }) => name.startsWith("body: content type"));
  expect(others.map(({ name }) => name)).toEqual(["body: content type (application/xml)"]);
});
