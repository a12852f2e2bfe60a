import { expect, it } from "vitest";
import { allowShortened, briefSchema } from "../src/schemas.ts";
import { firstParagraph, hasProse, mapStrings, shortenText, visible } from "../src/texts.ts";

const more = (count: number) => `… [${count} more characters; pass full: true for all]`;
it.each([
  ["hexadecimal that is not long", `0x${"a".repeat(198)}`, `0x${"a".repeat(198)}`],
  ["long hexadecimal", `0x${"A1".repeat(100)}`, `0x${"A1".repeat(68)}${more(64)}`],
  ["text that is not long", "z".repeat(1000), "z".repeat(1000)],
  ["long text", "z".repeat(1001), `${"z".repeat(500)}${more(501)}`],
  ["long text that only begins as hexadecimal", `0x${"a".repeat(300)}z`, `0x${"a".repeat(300)}z`],
  [
    "half of a character",
    `${"z".repeat(499)}${"😀".repeat(300)}`,
    `${"z".repeat(499)}${more(600)}`,
  ],
])("shortens %s", (_, text, shortened) => {
  expect(shortenText(text)).toBe(shortened);
});

const SHORTENED = { pattern: "… \\[\\d+ more characters; pass full: true for all\\]$" };
it.each<[object, object]>([
  [
    { type: "string", pattern: "^0x[0-9a-f]*$" },
    { type: "string", anyOf: [{ pattern: "^0x[0-9a-f]*$" }, SHORTENED] },
  ],
  [{ pattern: "^a{2,}$" }, { anyOf: [{ pattern: "^a{2,}$" }, SHORTENED] }],
  [{ pattern: "^a" }, { anyOf: [{ pattern: "^a" }, SHORTENED] }],
  [{ pattern: "a$" }, { anyOf: [{ pattern: "a$" }, SHORTENED] }],
  [{ pattern: "^a{2}$" }, { pattern: "^a{2}$" }],
  [{ format: "uri" }, { anyOf: [{ format: "uri" }, SHORTENED] }],
  [{ format: "iri-reference" }, { anyOf: [{ format: "iri-reference" }, SHORTENED] }],
  [{ format: "date-time" }, { format: "date-time" }],
  [
    { format: "uri", pattern: "^a$" },
    { format: "uri", pattern: "^a$" },
  ],
  [
    { format: "uri", anyOf: [{}] },
    { anyOf: [{}], allOf: [{ anyOf: [{ format: "uri" }, SHORTENED] }] },
  ],
  [
    { format: "uri", anyOf: [{}], allOf: [{ minLength: 1 }] },
    {
      anyOf: [{}],
      allOf: [{ minLength: 1 }, { anyOf: [{ format: "uri" }, SHORTENED] }],
    },
  ],
  [
    { properties: { format: { const: { format: "uri" } }, a: { format: "uri" } } },
    {
      properties: {
        format: { const: { format: "uri" } },
        a: { anyOf: [{ format: "uri" }, SHORTENED] },
      },
    },
  ],
  [
    {
      $defs: { A: { items: [{ format: "uri" }] } },
      default: { format: "uri" },
      enum: [{ format: "uri" }],
    },
    {
      $defs: { A: { items: [{ anyOf: [{ format: "uri" }, SHORTENED] }] } },
      default: { format: "uri" },
      enum: [{ format: "uri" }],
    },
  ],
])("a schema of shortened results: %j", (schema, shortened) => {
  expect(allowShortened(schema as Parameters<typeof allowShortened>[0])).toEqual(shortened);
});

it("a brief schema has first sentences, no titles and no examples, and data as they are", () => {
  const schema = {
    title: "T",
    description: " One\nline. Another sentence.",
    properties: { title: { type: "string", description: "Is it? Yes.", examples: ["a"] } },
    enum: [{ title: "kept" }, null],
    anyOf: [{ description: "First\n\nsecond", default: { title: "kept" } }],
  };
  expect(briefSchema(schema as Parameters<typeof briefSchema>[0])).toEqual({
    description: "One line.",
    properties: { title: { type: "string", description: "Is it?" } },
    enum: [{ title: "kept" }, null],
    anyOf: [{ description: "First", default: { title: "kept" } }],
  });
  expect(firstParagraph(" One\nline. Two.\n\nThree.")).toBe("One line. Two.");
});

it("changes every string of a value, up to a hundred levels deep", () => {
  const upper = (text: string) => text.toUpperCase();
  expect(mapStrings({ a: ["b", 1, null, { c: true }] }, upper)).toEqual({
    A: ["B", 1, null, { C: true }],
  });
  const deep = (levels: number): unknown => (levels === 0 ? "x" : [deep(levels - 1)]);
  expect(JSON.stringify(mapStrings(deep(100), upper))).toContain("X");
  expect(() => mapStrings(deep(101), upper)).toThrow("nested deeper than 100 levels");
});

it.each([
  ["0xabc", false],
  ["2023-07-13T17:38:11.5Z", false],
  ["-1.5", false],
  ["", false],
  ["ignore this", true],
  ["0xyz", true],
  [5, false],
  [null, false],
  [{ a: [{ b: "0x1" }, { c: "text" }] }, true],
  [{ text: ["0x1"] }, false],
])("%j has prose: %s", (value, expected) => {
  expect(hasProse(value)).toBe(expected);
});

it("shows invisible characters by their numbers, but for tabs and line feeds", () => {
  expect(visible("plain\ttext\n \u202e\u0007\u2066\u061c\u200b\u200d\u00ad\ufeff\ufe0f")).toBe(
    "plain\ttext\n \\u202e\\u0007\\u2066\\u061c\\u200b\\u200d\\u00ad\\ufeff\\ufe0f",
  );
  expect(visible("\u3164\u2800\u2028\u0000\u001b\u009b\u{e0100}\u{e0041}")).toBe(
    "\\u3164\\u2800\\u2028\\u0000\\u001b\\u009b\\u{e0100}\\u{e0041}",
  );
});
