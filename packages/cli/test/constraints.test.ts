import { expect, test } from "vitest";
import { constraintsOf, describeValue } from "../src/arguments/schema.ts";

test.each([
  [{}, []],
  [{ type: "integer", minimum: 1, maximum: 100, default: 0 }, ["1 to 100", "default 0"]],
  [{ type: "integer", minimum: 0 }, ["at least 0"]],
  [{ type: "integer", maximum: 0 }, ["at most 0"]],
  [{ enum: ["a", "b"], default: "b" }, ["one of a, b", 'default "b"']],
  [{ type: "string", format: "date" }, ["date"]],
  [{ pattern: "^0x", minLength: 2 }, ["matches ^0x", "at least 2 characters"]],
  [{ type: "string", maxLength: 66 }, ["at most 66 characters"]],
])("the help of a flag says of %j: %j", (schema, constraints) => {
  expect(constraintsOf(schema)).toEqual(constraints);
});

test.each([
  [{ type: "integer" }, "integer"],
  [{ type: ["string", "null"] }, "text"],
  [{ type: ["integer", "string"] }, "integer|string"],
  [{ type: "array" }, "value"],
  [{ type: "object" }, "json"],
  [{}, "json"],
])("the value of a flag of %j is shown as %s", (schema, shown) => {
  expect(describeValue(schema, schema)).toBe(shown);
});
