import { expect, test } from "vitest";
import { generate, oneOperation, operation, typeErrors } from "./support.ts";

const strings = { type: "array", items: { type: "string" } };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };

/** The rule of a parameter named `p` in the query. */
async function ruleOf(parameter: object): Promise<object | undefined> {
  const parameters = [{ name: "p", in: "query", ...parameter }];
  const { rules } = await operation(oneOperation({ parameters }));
  return rules.p;
}

test.for<[parameter: object, rule: object]>([
  [{ schema: strings }, { type: "array", items: "string" }],
  [
    { schema: strings, style: "form", explode: true },
    { type: "array", items: "string" },
  ],
  [
    { schema: strings, explode: false },
    { type: "array", items: "string", style: "form", explode: false },
  ],
  [
    { schema: strings, style: "pipeDelimited" },
    { type: "array", items: "string", style: "pipeDelimited" },
  ],
  [{ schema: { type: "string" }, explode: false, allowReserved: true }, {}],
  [{ schema: point }, { type: "object", style: "form" }],
  [
    { schema: point, style: "deepObject", explode: true },
    { type: "object", style: "deepObject" },
  ],
  [
    { in: "header", schema: strings, explode: true },
    { type: "array", items: "string" },
  ],
  [
    { in: "header", schema: point, explode: true },
    { type: "object", style: "simple", explode: true },
  ],
  [{ in: "cookie", schema: { type: "string" } }, { style: "form" }],
  [{ content: { "application/json": { schema: point } } }, { type: "object", style: "json" }],
  [{ content: { "application/json": {} } }, { type: "any", style: "json" }],
])("%j has the rule %j", async ([parameter, rule]) => {
  expect(await ruleOf(parameter)).toEqual({
    in: "query",
    ...rule,
    ...("in" in parameter ? { in: parameter.in } : {}),
  });
});

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
