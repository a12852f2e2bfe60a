import { expect, test } from "vitest";
import { generate, oneOperation } from "./support.ts";

const schemas = {
  Hash: { type: "string", "x-typescript-type": "Uppercase<string>" },
  Block: {
    type: "object",
    required: ["hash"],
    properties: {
      hash: { $ref: "#/components/schemas/Hash" },
      parent: { $ref: "#/components/schemas/Block" },
    },
  },
};
const plain = { type: "object", properties: { a: { type: "string" } } };
const response = (name: string) => ({
  200: {
    description: "",
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  },
});
const parameters = [
  { name: "chain", in: "query", required: true, schema: { type: "string", enum: ["a", "b"] } },
  { name: "number", in: "query", schema: { type: "integer" } },
];

test("plain values are spelt out, so that editors show them", async () => {
  const document = oneOperation(
    { parameters, responses: response("Block") },
    { components: { schemas } },
  );
  const { files } = await generate(document);
  expect(files.get("operations.ts")).toContain('chain: "a" | "b";');
  expect(files.get("operations.ts")).toContain("number?: number | bigint | null | undefined;");
  expect(files.get("types.ts")).toContain("hash: Uppercase<string>;");
  expect(files.get("types.ts")).toContain("parent?: Block;");
});

test("a schema named like a type of TypeScript or of every client does not hide it", async () => {
  const own = "Record Omit Pick Partial Readonly Exclude Extract OneOf Required WithRequired";
  const names = `${own} ApiResponse Result GetThingParams Block`.split(" ");
  const named = Object.fromEntries(names.map((name) => [name, plain]));
  const document = oneOperation(
    { responses: response("ApiResponse") },
    { components: { schemas: named } },
  );
  const { files } = await generate(document);
  expect(files.get("operations.ts")).toContain('export type { Block } from "./types.ts";');
  expect(files.get("types.ts")?.match(/^export type [A-Z].* =/gm)).toEqual(["export type Block ="]);
});
