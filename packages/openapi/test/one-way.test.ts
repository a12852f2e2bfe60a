import { expect, test } from "vitest";
import { requiredIn } from "../src/json-schemas.ts";

const schema = {
  required: ["id", "secret", "name", "undeclared"],
  properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {} },
};

test.each([
  ["request", ["secret", "name", "undeclared"]],
  ["response", ["id", "name", "undeclared"]],
] as const)("a %s requires the members that its side sends", (use, names) => {
  expect(requiredIn(use, { openapi: "3.1.0", paths: {} }, schema)).toEqual(names);
});
