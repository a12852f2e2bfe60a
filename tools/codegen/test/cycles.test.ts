import { describe } from "vitest";
import { documentWith, jsonBody, ok, typeTests } from "./support.ts";

const typeTest = typeTests();

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: "object", properties });
const text = { type: "string" };

/** A document with an operation whose body is a list of the schema `A`, and a use of its type `Params`. */
function usesOf(schemas: object, program: string) {
  const requestBody = jsonBody({ type: "array", items: to("A") });
  const paths = { "/things": { post: { operationId: "postThings", ...ok, requestBody } } };
  const start = 'import type { PostThingsParams as Params } from "./operations.ts";';
  return {
    document: documentWith(paths, { components: { schemas } }),
    use: `${start}\n${program}`,
  };
}

describe("schemas that refer to themselves have types", () => {
  typeTest("any JSON value", () => {
    const schemas = {
      A: { oneOf: [text, { type: "array", items: to("A") }, { additionalProperties: to("A") }] },
    };
    const use = `export const right: Params = { body: ["a", ["b", { c: ["d"] }]] };
      // @ts-expect-error a number is none
      export const wrong: Params = { body: ["a", ["b", { c: [1] }]] };`;
    return usesOf(schemas, use);
  });

  typeTest("through another schema, whose name is not an identifier", () => {
    const schemas = {
      A: { type: "array", items: to("A-or-text") },
      "A-or-text": { anyOf: [text, to("A")] },
    };
    const use = `export const right: Params = { body: [["a", ["b"]]] };
      // @ts-expect-error a number is none
      export const wrong: Params = { body: [["a", [1]]] };`;
    return usesOf(schemas, use);
  });

  typeTest("a base with oneOf its variants, each of which has allOf the base", () => {
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
    return usesOf(schemas, use);
  });
});
