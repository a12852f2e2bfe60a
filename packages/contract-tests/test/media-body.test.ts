import { expect, test } from "vitest";
import { casesOfOne } from "./one-operation.ts";

/** The malformed bodies of an operation that is sent `body`. */
function malformed(body: unknown): string[] {
  const content = { "application/json": { schema: {}, example: body } };
  return casesOfOne("post", "/things", { requestBody: { required: true, content } })
    .filter(({ name }) => name.startsWith("body: well-formed"))
    .map(({ name }) => name.replace(/.*\((.*)\)/, "$1"));
}

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

test("of a form, a member that is missing is refused, and any value is taken", () => {
  const width = { type: "object", required: ["of"], properties: { of: { type: "integer" } } };
  const properties = { name: { type: "string", minLength: 2 }, width };
  const schema = { type: "object", required: ["name"], properties };
  const media = { schema, example: { name: "stool", width: { of: 3 } } };
  const content = { "application/x-www-form-urlencoded": media };
  const cases = casesOfOne("post", "/things", { requestBody: { required: true, content } });
  const names = cases.filter(({ name }) => name.startsWith("body: ")).map(({ name }) => name);
  expect(names).toEqual([
    ...["body: required (name)", "body: required (none)"],
    ...["body: content type (text/plain)", "body: content type (application/xml)"],
  ]);
});
