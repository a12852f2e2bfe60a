import type { JsonSchema } from "@chainkit/client/operations";
import { mapSchemas } from "./map-schemas.ts";

/** Keywords that a model does not need to call a tool; the resource of its operation has them. */
const OMITTED = new Set(["examples", "title"]);

/** Shortens a schema to what a model needs: the constraints, and the first sentence of each description. */
export function briefSchema(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (each) => {
    const kept = Object.entries(each).filter(([name]) => !OMITTED.has(name));
    return Object.fromEntries(
      kept.map(([name, value]) => [
        name,
        name === "description" ? firstSentence(String(value)) : value,
      ]),
    );
  });
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
