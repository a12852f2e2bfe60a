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
