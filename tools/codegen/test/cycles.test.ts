import { describe, expect, test } from "vitest";
import { documentWith, generate, jsonBody, ok, typeErrors } from "./support.ts";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: "object", properties });
const text = { type: "string" };

/** The errors of a use of the type `Params`, the parameters of an operation whose body is the schema `A`. */
async function errorsOf(schemas: object, use: string): Promise<string> {
  const requestBody = jsonBody({ type: "array", items: to("A") });
  const paths = { "/things": { post: { operationId: "postThings", ...ok, requestBody } } };
  const { files } = await generate(documentWith(paths, { components: { schemas } }));
  const start = 'import type { PostThingsParams as Params } from "./operations.ts";';
  return typeErrors(new Map([...files, ["use.ts", `${start}\n${use}\n`]]));
}

describe("schemas that refer to themselves have types", () => {
  test("any JSON value", async () => {
    const schemas = {
      A: { oneOf: [text, { type: "array", items: to("A") }, { additionalProperties: to("A") }] },
    };
    const use = `export const right: Params = { body: ["a", ["b", { c: ["d"] }]] };
      // @ts-expect-error a number is none
      export const wrong: Params = { body: ["a", ["b", { c: [1] }]] };`;
    expect(await errorsOf(schemas, use)).toBe("");
  });

  test("through another schema, whose name is not an identifier", async () => {
    const schemas = {
      A: { type: "array", items: to("A-or-text") },
      "A-or-text": { anyOf: [text, to("A")] },
    };
    const use = `export const right: Params = { body: [["a", ["b"]]] };
      // @ts-expect-error a number is none
      export const wrong: Params = { body: [["a", [1]]] };`;
    expect(await errorsOf(schemas, use)).toBe("");
  });

  test("a base with oneOf its variants, each of which has allOf the base", async () => {
    const schemas = {
      A: {
        ...object({ kind: text, size: { type: "integer" } }),
        required: ["kind", "size"],
        oneOf: [to("B"), to("C")],
        discriminator: { propertyName: "kind" },
      },
      B: { allOf: [to("A"), object({ b: text })] },
      C: { allOf: [to("A"), object({ c: text })] },
    };
    const use = `export const right: Params = { body: [{ kind: "B", size: 1, b: "b" }] };
      // @ts-expect-error the base requires a size
      export const wrong: Params = { body: [{ kind: "B", b: "b" }] };
      // @ts-expect-error b is a text
      export const other: Params = { body: [{ kind: "B", size: 1, b: 1 }] };`;
    expect(await errorsOf(schemas, use)).toBe("");
  });
});
