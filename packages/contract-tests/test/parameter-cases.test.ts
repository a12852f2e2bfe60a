import { expect, test } from "vitest";
import { casesOfOne } from "./one-operation.ts";

test.each([
  ["^0x[0-9a-f]{2}$", "0xab", "/things/0xff"],
  ["^[a-z]+$", "abc", "/things/zzz"],
  ["^[a-z0-9]+$", "z9", "/things/f9"],
  ["^[A-Z]+$", "ABC", "/things/ZZZ"],
  ["^[0-9A-F]+$", "1A", "/things/9F"],
])("an unused value of %s, not %s, is valid", (pattern, example, target) => {
  const id = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string", pattern },
    example,
  };
  const unused = casesOfOne("get", "/things/{id}", { parameters: [id] }).find(
    ({ name }) => name === "404 for an unused value",
  );
  expect(unused?.request.target).toBe(target);
});
