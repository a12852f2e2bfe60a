import { type OpenApiDocument, type SchemaOrBoolean, schemaOf } from "../index.ts";

/** Describes default and limits for docstrings: `Default 100; from 1 to 100.` */
export function limitsOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
): string {
  const schema = schemaOf(document, schemaOrRef);
  const parts: string[] = [];
  if (schema.default !== undefined) {
    parts.push(`default ${JSON.stringify(schema.default)}`);
  }
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const above = exclusiveMinimum === true ? schema.minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? schema.maximum : exclusiveMaximum;
  if (typeof above === "number") {
    parts.push(`more than ${above}`);
  } else if (schema.minimum !== undefined) {
    parts.push(`at least ${schema.minimum}`);
  }
  if (typeof below === "number") {
    parts.push(`less than ${below}`);
  } else if (schema.maximum !== undefined) {
    parts.push(`at most ${schema.maximum}`);
  }
  if (schema.minLength) {
    parts.push(`at least ${characters(schema.minLength)}`);
  }
  if (schema.maxLength !== undefined) {
    parts.push(`at most ${characters(schema.maxLength)}`);
  }
  if (schema.pattern !== undefined) {
    parts.push(`matches \`${schema.pattern}\``);
  }
  if (schema.enum) {
    parts.push(`one of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}`);
  }
  const text = parts.join("; ");
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
