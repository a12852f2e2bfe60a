import { expect, test } from "vitest";
import { mediaCases } from "../src/cases/media-body.ts";
import { validatorOf } from "../src/schema/validator.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";

/** The malformed bodies of an operation that is sent `body`. */
function malformed(body: unknown): string[] {
  const content = { "application/json": { schema: {}, example: body } };
  const spec = createSpec("area", {
    openapi: "3.1.0",
    info: { title: "Area", version: "1" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          requestBody: { required: true, content },
          responses: { 200: { description: "Created." } },
        },
      },
    },
  });
  const [operation] = operationsOf(spec);
  if (!operation?.body) {
    throw new Error("the document has no operation with a body");
  }
  const setting = { servesExamples: false, options: {}, known: {} };
  const base = { name: "", parameters: {}, body, exists: false };
  const validator = validatorOf(spec);
  return mediaCases({ operation, body: operation.body, base, setting, validator })
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
