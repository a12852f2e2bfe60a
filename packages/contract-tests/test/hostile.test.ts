import { expect, test } from "vitest";
import { casesOfOne } from "./one-operation.ts";

/** The schema of an object with a text and, so many times, an object within. */
function nested(levels: number): object {
  const inner = levels === 0 ? {} : { inner: nested(levels - 1) };
  return { type: "object", properties: { text: { type: "string" }, ...inner } };
}

test("texts of a body are replaced down to the sixth level: a schema may refer to itself", () => {
  const schema = nested(9);
  const requestBody = { content: { "application/json": { schema, example: {} } } };
  const places = casesOfOne("post", "/things", { requestBody })
    .filter(({ kind, name }) => kind === "hostile" && name.includes("quotes"))
    .map(({ name }) => name);
  expect(places).toHaveLength(6);
  expect(places.at(-1)).toBe(`body${".inner".repeat(5)}.text: quotes`);
});

test.each([
  ["query", ["nothing", "a line break", "another script", "long"]],
  ["path", ["a line break", "another script", "long"]],
  ["header", ["nothing", "long"]],
])("a parameter in the %s has the texts that can be sent there", (place, labels) => {
  const name = "X-Text";
  const path = place === "path" ? `/things/{${name}}` : "/things";
  const schema = { type: "string" };
  const parameters = [{ name, in: place, required: true, schema, example: "a" }];
  const sent = casesOfOne("get", path, { parameters })
    .filter(({ kind }) => kind === "hostile")
    .map((each) => each.name.replace(`${name}: `, ""));
  const looked = ["nothing", "a line break", "another script", "long"];
  expect(looked.filter((label) => sent.includes(label))).toEqual(labels);
});
