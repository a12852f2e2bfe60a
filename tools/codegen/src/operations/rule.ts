import {
  jsonTypes,
  type OpenApiDocument,
  type Schema,
  type SchemaOrBoolean,
  schemaOf,
} from "@chainkit/openapi";
import type { ParameterRule } from "@chainkit/runtime";
import type { Report } from "../problems.ts";

type Checks = Pick<ParameterRule, "type" | "minimum" | "maximum" | "pattern" | "enum">;

/**
 * What the runtime checks of a value before it is sent. Where the schema says more than a rule can,
 * the rule says less, so that no value is refused that the spec allows.
 */
export function checksOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  report: Report,
): Checks {
  const schema = schemaOf(document, schemaOrRef);
  const types = jsonTypes(document, schemaOrRef);
  types?.delete("null");
  if (types?.size !== 1) {
    return {};
  }
  const [type] = types;
  return {
    ...(type === "integer" || type === "number" ? { type, ...bounds(schema, type) } : {}),
    ...(type === "string" && schema.pattern !== undefined
      ? patternRule(schema.pattern, report)
      : {}),
    ...enumRule(schema),
  };
}

function bounds(schema: Schema, type: "integer" | "number"): Checks {
  const minimum = bound(schema.minimum, schema.exclusiveMinimum, type, Math.max, 1);
  const maximum = bound(schema.maximum, schema.exclusiveMaximum, type, Math.min, -1);
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** An exclusive bound of integers is the next integer; of other numbers it is left to the service. */
function bound(
  inclusive: number | undefined,
  exclusive: boolean | number | undefined,
  type: "integer" | "number",
  stricter: (a: number, b: number) => number,
  step: 1 | -1,
): number | undefined {
  const edge = exclusive === true ? inclusive : exclusive;
  if (typeof edge !== "number") {
    return inclusive;
  }
  const round = step === 1 ? Math.floor : Math.ceil;
  const next = type === "integer" ? round(edge) + step : edge;
  return inclusive === undefined ? next : stricter(inclusive, next);
}

function patternRule(pattern: string, report: Report): Checks {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    report("pattern", (error as Error).message, "make it valid with the u flag");
  }
  return { pattern };
}

function enumRule(schema: Schema): Checks {
  const values = (schema.enum ?? [schema.const]).filter((value) => value != null);
  const listable = values.filter((value) => typeof value === "string" || typeof value === "number");
  return values.length > 0 && listable.length === values.length ? { enum: listable } : {};
}

/** Default and limits in words, for docstrings: `Default 100; from 1 to 100.` */
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
