import type { JsonSchema, OperationDescription } from "@chainkit/client/operations";
import { firstParagraph, SHORTENED } from "./texts.ts";

/** Rows of a page unless the model asks for more or fewer. */
const PAGE_ROWS = 20;

/** The argument that switches the shortening off. */
export const FULL = "full";

/** What arguments are read by: of an operation, or of a tool that combines some. */
type Described = Pick<OperationDescription, "params" | "pagination">;

type Properties = Readonly<Record<string, JsonSchema>>;

/** A JSON Schema of an object, as MCP wants it. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Properties;

/** The argument of each parameter of an operation. */
export function argumentsOf({ params }: Pick<Described, "params">): ReadonlyMap<string, string> {
  return argumentNames(Object.keys(propertiesOf(params)), [FULL]);
}

/**
 * The schema of a tool's arguments: the parameters of the operation, with a smaller page by default,
 * and `full`.
 */
export function inputSchema(operation: Described): ObjectSchema {
  const { params, pagination } = operation;
  const { limitParameter: limit } = pagination ?? {};
  const properties = propertiesOf(params);
  const names = argumentsOf(operation);
  const required = (params.required ?? []) as readonly string[];
  return {
    ...params,
    type: "object",
    ...(params.required ? { required: required.map((name) => names.get(name) ?? name) } : {}),
    properties: {
      ...renamed(
        { ...properties, ...(limit ? { [limit]: pageSize(properties[limit]) } : {}) },
        names,
      ),
      [FULL]: {
        type: "boolean",
        default: false,
        description: "Return long values in full.",
      },
    },
  };
}

function pageSize({ minimum, maximum }: JsonSchema = {}): JsonSchema {
  const rows = Math.min(PAGE_ROWS, typeof maximum === "number" ? maximum : PAGE_ROWS);
  return {
    type: "integer",
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    default: rows,
    description: "Rows per page.",
  };
}

/** The parameters of a call, with the page size set, and whether long values are wanted. */
export function splitArguments(
  operation: Described,
  { [FULL]: full, ...given }: Readonly<Record<string, unknown>>,
): { readonly params: Record<string, unknown>; readonly full: boolean } {
  const { limitParameter: limit } = operation.pagination ?? {};
  const parameters = [...argumentsOf(operation)].map(
    ([name, argument]) => [argument, name] as const,
  );
  const params = renamed(given, new Map(parameters));
  const { default: rows } = limit ? pageSize(propertiesOf(operation.params)[limit]) : {};
  return { params: { ...(limit ? { [limit]: rows } : {}), ...params }, full: full === true };
}

/** The schema of a tool's result; undefined if the operation returns no JSON. */
export function outputSchema({ result }: OperationDescription): JsonSchema | undefined {
  return result && allowShortened(result);
}

/** Names that the interfaces of models accept for an argument. */
const ACCEPTED = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Longest name that is made of an argument. */
const MAX_ARGUMENT = 60;

/**
 * Names the argument of each parameter: the parameter's name, or one in characters that models' interfaces accept, such
 * as `page_size` for `page[size]`.
 *
 * @param reserved Names that no argument of a parameter may have.
 */
function argumentNames(
  parameters: readonly string[],
  reserved: readonly string[],
): ReadonlyMap<string, string> {
  const isAccepted = (name: string) => ACCEPTED.test(name) && !reserved.includes(name);
  const taken = new Set([...reserved, ...parameters.filter(isAccepted)]);
  const names = new Map<string, string>();
  for (const parameter of parameters) {
    names.set(parameter, isAccepted(parameter) ? parameter : unusedName(parameter, taken));
  }
  return names;
}

/** Makes a name and adds it to those that are taken. */
function unusedName(parameter: string, taken: Set<string>): string {
  const words = parameter.split(/[^a-zA-Z0-9_.-]+/).filter(Boolean);
  const plain = words.join("_").slice(0, MAX_ARGUMENT) || "argument";
  let name = plain;
  for (let number = 2; taken.has(name); number += 1) {
    name = `${plain}_${number}`;
  }
  taken.add(name);
  return name;
}

/** The members of an object by other names; those without one keep theirs. */
export function renamed<Value>(
  members: Readonly<Record<string, Value>>,
  names: ReadonlyMap<string, string>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}

/** Keywords that a model does not need to call a tool; the resource of its operation has them. */
const OMITTED = new Set(["examples", "title"]);

/** Shortens a schema to what a model needs: the constraints, and the first sentence of each description. */
export function briefSchema(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (each) => {
    const kept = Object.entries(each).filter(([name]) => !OMITTED.has(name));
    const brief = kept.map(([name, value]) =>
      name === "description" ? [name, firstSentence(String(value))] : [name, value],
    );
    return Object.fromEntries(brief);
  });
}

/** The first sentence of CommonMark, in one line. */
function firstSentence(text: string): string {
  const paragraph = firstParagraph(text);
  const end = paragraph.search(/[.!?] /);
  return end === -1 ? paragraph : paragraph.slice(0, end + 1);
}

/** A pattern that strings of any length match: one without an end, or one that repeats. */
const isUnbounded = (pattern: string) => !/^\^.*\$$/.test(pattern) || /[*+]|\{\d+,\}/.test(pattern);

/**
 * Makes a schema of shortened results: strings with a pattern or a format that long values match may
 * also end as shortened ones do.
 */
export function allowShortened(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (each) => {
    const { pattern, format, ...rest } = each;
    const own = { ...(pattern ? { pattern } : {}), ...(format ? { format } : {}) };
    const isLong =
      typeof pattern === "string" ? isUnbounded(pattern) : /^(?:uri|iri)/.test(`${format}`);
    if (!isLong) {
      return each;
    }
    const either = { anyOf: [own, { pattern: SHORTENED }] };
    return rest.anyOf
      ? { ...rest, allOf: [...[rest.allOf ?? []].flat(), either] }
      : { ...rest, ...either };
  });
}

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** Keywords whose values are data, and may look like schemas. */
const DATA = new Set(["const", "default", "enum", "examples"]);

/** Changes a schema and each schema within it, the inner ones first. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(convert);
    }
    return typeof value === "object" && value !== null
      ? change(eachValue(value, (name, each) => keyword(name, each)))
      : value;
  };
  const keyword = (name: string, value: unknown): unknown => {
    if (DATA.has(name)) {
      return value;
    }
    return NAMED.has(name)
      ? eachValue(value as object, (_, each) => convert(each))
      : convert(value);
  };
  return convert(schema) as JsonSchema;
}

function eachValue(members: object, change: (name: string, value: unknown) => unknown) {
  const changed = Object.entries(members).map(([name, value]) => [name, change(name, value)]);
  return Object.fromEntries(changed);
}
