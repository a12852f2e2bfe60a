import { expect, test } from "vitest";
import { casesOfOne } from "./one-operation.ts";

test.each([
  ["boolean", true, ["text", "null", "1.5", "0x1f", "12abc", "latest"]],
  ["number", 2, ["text", "null", "true", "0x1f", "12abc", "latest"]],
  ["integer", 2, ["text", "null", "true", "1.5", "0x1f", "12abc", "latest"]],
  ["string", "a", []],
])("what is refused as %s is not valid as text", (type, example, texts) => {
  const parameters = [{ name: "one", in: "query", schema: { type }, example }];
  const refused = casesOfOne("get", "/things", { parameters })
    .map(({ name }) => /^one: type \("(.*)"\)$/.exec(name)?.[1])
    .filter((text) => text !== undefined);
  expect(refused).toEqual(texts);
});

test.each([
  ["^0x[0-9a-f]{2}$", "0xab", "/things/0xff"],
  ["^[a-z]+$", "abc", "/things/zzz"],
  ["^[a-z0-9]+$", "z9", "/things/f9"],
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
