import type { JsonSchema } from "@chainkit/client/operations";

/** Keywords that a model does not need to call a tool; the resource of its operation has them. */
const OMITTED = new Set(["examples", "title"]);

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** Keywords whose values are data, and may look like schemas. */
const DATA = new Set(["const", "default", "enum"]);

/** Shortens a schema to what a model needs: the constraints, and the first sentence of each description. */
export function briefSchema(schema: JsonSchema): JsonSchema {
  return briefOf(schema) as JsonSchema;
}

function briefOf(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(briefOf);
  }
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const kept = Object.entries(schema).filter(([name]) => !OMITTED.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, briefKeyword(name, value)]));
}

function briefKeyword(name: string, value: unknown): unknown {
  if (name === "description") {
    return firstSentence(String(value));
  }
  if (NAMED.has(name)) {
    return Object.fromEntries(
      Object.entries(value as object).map(([each, schema]) => [each, briefOf(schema)]),
    );
  }
  return DATA.has(name) ? value : briefOf(value);
}

/** The first sentence of CommonMark, in one line. */
function firstSentence(text: string): string {
  const paragraph = firstParagraph(text);
  const end = paragraph.search(/[.!?] /);
  return end === -1 ? paragraph : paragraph.slice(0, end + 1);
}

/** The first paragraph of CommonMark, in one line. */
export function firstParagraph(text: string): string {
  const [first = ""] = text.trim().split(/\n\s*\n/);
  return first.replaceAll(/\s+/g, " ");
}
