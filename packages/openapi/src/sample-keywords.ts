import { asObject, entriesOf, isObject, itemsOf, type JsonObject } from "./json.ts";
import type { JsonSchemas } from "./json-schemas.ts";

/** A JSON Schema, `true` or `false`. */
export type JsonSchema = JsonObject | boolean;

/** Alternatives, and what in the schema states them. */
interface Choice {
  readonly source: object;
  readonly branches: readonly JsonSchema[];
  /** Whether the value may suit one of them only. */
  readonly isExclusive: boolean;
}

/** What a schema and all that it is made of by `$ref` and `allOf` say together. */
export interface Keywords {
  /** Absent: any. */
  readonly types?: readonly string[];
  readonly isInteger: boolean;
  /** Values of `enum` and `const`; absent if any is allowed. */
  readonly values?: readonly unknown[];
  /** Examples and default. */
  readonly shown: readonly unknown[];
  readonly format?: string | undefined;
  readonly patterns: readonly string[];
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  readonly isUnique: boolean;
  readonly prefixItems: readonly JsonSchema[];
  readonly items: JsonSchema;
  readonly contains?: JsonSchema;
  readonly minContains: number;
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: readonly string[];
  readonly minProperties: number;
  readonly maxProperties: number;
  readonly additionalProperties: JsonSchema;
  readonly patternProperties: readonly (readonly [pattern: string, schema: JsonSchema])[];
  readonly propertyNames?: JsonSchema;
  /** Lists of alternatives; the value suits one of each. */
  readonly choices: readonly Choice[];
  /** Whether only one side of a message has the value. */
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  /** Keys of the references that lead to the parts. */
  readonly keys: readonly string[];
  readonly discriminators: readonly JsonObject[];
}

/** The parts of a schema by `$ref` and `allOf`, and the keys of the references. */
interface Parts {
  readonly nodes: JsonObject[];
  readonly keys: string[];
}

/** Reads what a schema says; undefined if it allows no value. */
export function keywordsOf(schemas: JsonSchemas, schema: JsonSchema): Keywords | undefined {
  const parts: Parts = { nodes: [], keys: [] };
  if (!collect(schemas, schema, parts)) {
    return undefined;
  }
  const { nodes, keys } = parts;
  const all = <Value>(name: string): Value[] =>
    nodes.flatMap((node) => (node[name] === undefined ? [] : [node[name] as Value]));
  const most = (name: string) =>
    all(name).length > 0 ? Math.max(...all<number>(name)) : undefined;
  const least = (name: string) =>
    all(name).length > 0 ? Math.min(...all<number>(name)) : undefined;
  const types = typesOf(all("type"));
  const values = valuesOf(nodes);
  const contains = together(all("contains"));
  const propertyNames = together(all("propertyNames"));
  return {
    ...(types && { types }),
    isInteger: types?.length === 1 && types[0] === "integer",
    ...(values && { values }),
    shown: shownIn(nodes),
    format: all<string>("format")[0],
    patterns: all("pattern"),
    minLength: most("minLength"),
    maxLength: least("maxLength"),
    minimum: most("minimum"),
    maximum: least("maximum"),
    exclusiveMinimum: most("exclusiveMinimum"),
    exclusiveMaximum: least("exclusiveMaximum"),
    multipleOf: most("multipleOf"),
    minItems: most("minItems") ?? 0,
    maxItems: least("maxItems") ?? Number.POSITIVE_INFINITY,
    isUnique: all("uniqueItems").includes(true),
    prefixItems: all<JsonSchema[]>("prefixItems")[0] ?? [],
    items: together(all("items")) ?? true,
    ...(contains !== undefined && { contains }),
    minContains: most("minContains") ?? 1,
    properties: propertiesOf(nodes),
    required: [...new Set([...all<string[]>("required").flat(), ...dependents(nodes)])],
    minProperties: most("minProperties") ?? 0,
    maxProperties: least("maxProperties") ?? Number.POSITIVE_INFINITY,
    additionalProperties: together(all("additionalProperties")) ?? true,
    patternProperties: all("patternProperties").flatMap((each) => entriesOf(each)) as [
      string,
      JsonSchema,
    ][],
    ...(propertyNames !== undefined && { propertyNames }),
    choices: nodes.flatMap(choicesOf),
    isReadOnly: all("readOnly").includes(true),
    isWriteOnly: all("writeOnly").includes(true),
    keys,
    discriminators: all("discriminator"),
  };
}

/** Lists the parts, the schema itself first. Returns false if one of them allows no value. */
function collect(schemas: JsonSchemas, schema: JsonSchema, parts: Parts): boolean {
  if (!isObject(schema)) {
    return schema !== false;
  }
  const { $ref, allOf, ...own } = schema;
  parts.nodes.push(own);
  if (typeof $ref === "string" && !parts.keys.includes($ref)) {
    parts.keys.push($ref);
    if (!collect(schemas, schemas.target($ref) as JsonSchema, parts)) {
      return false;
    }
  }
  return itemsOf(allOf).every((part) => collect(schemas, part as JsonSchema, parts));
}

/** The examples of a schema; of its parts only if they are all that it consists of. */
function shownIn(nodes: readonly JsonObject[]): unknown[] {
  const shapes = nodes.filter((node) =>
    ["properties", "required", "oneOf", "anyOf"].some((name) => name in node),
  );
  return (shapes.length > 1 ? nodes.slice(0, 1) : nodes)
    .flatMap((node) => [node.example, ...itemsOf(node.examples), node.default])
    .filter((value) => value !== undefined);
}

function typesOf(all: readonly (string | string[])[]): string[] | undefined {
  const lists = all.map((types) => [types].flat());
  const allowed = [...new Set(lists.flat())].filter((type) =>
    lists.every((types) => isAllowed(type, types)),
  );
  return lists.length > 0 ? allowed : undefined;
}

function isAllowed(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function valuesOf(nodes: readonly JsonObject[]): unknown[] | undefined {
  const lists = nodes.flatMap((node) => [
    ...("const" in node ? [[node.const]] : []),
    ...(Array.isArray(node.enum) ? [node.enum] : []),
  ]);
  const [first, ...others] = lists;
  const isIn = (list: readonly unknown[], value: unknown) =>
    list.some((each) => JSON.stringify(each) === JSON.stringify(value));
  return first?.filter((value) => others.every((list) => isIn(list, value)));
}

function propertiesOf(nodes: readonly JsonObject[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema[]>();
  for (const node of nodes) {
    for (const [name, schema] of entriesOf(node.properties)) {
      found.set(name, [...(found.get(name) ?? []), schema as JsonSchema]);
    }
  }
  return new Map([...found].map(([name, all]) => [name, together(all) as JsonSchema]));
}

/** A schema that says what several say; undefined for none. */
function together(all: readonly JsonSchema[]): JsonSchema | undefined {
  return all.length > 1 ? { allOf: all } : all[0];
}

/** Members that others require, as all that are declared are made. */
function dependents(nodes: readonly JsonObject[]): string[] {
  return nodes
    .flatMap((node) => Object.values(asObject(node.dependentRequired)))
    .flatMap((names) => itemsOf(names).map(String));
}

function choicesOf(node: JsonObject): Choice[] {
  const { if: condition, then: consequence = true, else: otherwise = true } = node;
  const alternatives = [node.oneOf, node.anyOf].flatMap((list): Choice[] =>
    Array.isArray(list) ? [{ source: list, branches: list, isExclusive: list === node.oneOf }] : [],
  );
  return isObject(condition)
    ? [
        ...alternatives,
        {
          source: condition,
          isExclusive: false,
          branches: [{ allOf: [condition, consequence] }, otherwise as JsonSchema],
        },
      ]
    : alternatives;
}
