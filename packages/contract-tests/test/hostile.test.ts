import { expect, test } from "vitest";
import { constraintsOf } from "../src/cases/constraint.ts";
import { casesOfOne, oneOperation } from "./one-operation.ts";

/** The schema of an object with a list of texts and, so many times, an object within. */
function nested(levels: number): object {
  const inner = levels === 0 ? {} : { inner: nested(levels - 1) };
  const texts = { type: "array", items: { type: "string" } };
  return { type: "object", properties: { texts, ...inner } };
}

test("a body is looked into down to some level: a schema may refer to itself", () => {
  const schema = nested(9);
  const requestBody = { content: { "application/json": { schema, example: {} } } };
  const names = casesOfOne("post", "/things", { requestBody }).map(({ name }) => name);
  const keys = constraintsOf(oneOperation("post", "/things", { requestBody })).map(
    ({ key }) => key,
  );
  const deepest = (all: readonly string[], end: string) =>
    Math.max(...all.filter((name) => name.endsWith(end)).map((name) => name.split(".").length - 1));
  const levels = [
    ...["texts[]: quotes", "texts[]: type (null)"].map((end) => deepest(names, end)),
    deepest(keys, "texts[]: type"),
  ];
  expect(levels).toEqual([5, 5, 4]);
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
