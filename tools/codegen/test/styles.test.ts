import { expect, test } from "vitest";
import { generate, oneOperation, typeErrors } from "./support.ts";

const strings = { type: "array", items: { type: "string" } };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };

test("the part that writes styles comes last, and only where it is used", async () => {
  const parameters = [{ name: "p", in: "query", schema: strings }];
  const partsOf = async (document: object) =>
    (await generate(document)).files.get("operations.ts")?.match(/const parts.+= (.+);/)?.[1];
  expect(await partsOf(oneOperation({ parameters }))).toBe(
    '[{ area: "test-area" }, queries, types]',
  );
  expect(await partsOf(oneOperation({ parameters: [{ ...parameters[0], explode: false }] }))).toBe(
    '[{ area: "test-area" }, queries, types, styles]',
  );
});

test("objects, cookies and JSON have the types of the document", async () => {
  const content = { "application/json": { schema: { oneOf: [point, { type: "null" }] } } };
  const parameters = [
    { name: "at", in: "query", schema: point },
    { name: "filter", in: "query", required: true, content },
    { name: "theme", in: "cookie", schema: { enum: ["dark", "light"] } },
  ];
  const { files } = await generate(oneOperation({ parameters }));
  const use = `import type { GetThingParams } from "./operations.ts";
export const all: GetThingParams = { at: { x: 1 }, filter: { y: 2 }, theme: "dark" };
// @ts-expect-error no number
export const at: GetThingParams = { at: { x: "1" }, filter: null };
// @ts-expect-error no point
export const filter: GetThingParams = { filter: "x" };
`;
  expect(await typeErrors(new Map([...files, ["use.ts", use]]))).toBe("");
});
