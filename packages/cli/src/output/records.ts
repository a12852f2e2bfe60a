import type { JsonSchema } from "@chainkit/client/operations";
import { didYouMean, UsageError } from "@chainkit/command";
import { schemaOf } from "@chainkit/openapi";
import type { Command } from "../commands.ts";

/** A record with its nested fields under dotted names: `contract.address`. */
export type FlatRecord = ReadonlyMap<string, unknown>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Flattens a record; arrays remain values. Anything but an object becomes the field `value`. */
export function flatten(value: unknown, prefix = ""): FlatRecord {
  if (!isRecord(value)) {
    return new Map([[prefix || "value", value]]);
  }
  const nested = Object.entries(value).flatMap(([name, field]) => [
    ...flatten(field, prefix ? `${prefix}.${name}` : name),
  ]);
  return new Map(nested);
}

/** Flattens arrays as well, for a record that has a line for each field: `tags[0].tag`. */
export function flattenAll(value: unknown, prefix = ""): [string, unknown][] {
  const isEmpty = Object.keys(Object(value)).length === 0;
  if (typeof value !== "object" || value === null || isEmpty) {
    return [[prefix || "value", value]];
  }
  return Object.entries(value).flatMap(([name, field]) => {
    const path = Array.isArray(value) ? `${prefix}[${name}]` : prefix ? `${prefix}.${name}` : name;
    return flattenAll(field, path);
  });
}

/** The record inside of wrappers with a single field: that of `{ "block": { … } }`. */
export function unwrap(value: unknown): unknown {
  const [only, ...others] = isRecord(value) ? Object.values(value) : [];
  return others.length === 0 && isRecord(only) ? unwrap(only) : value;
}

/**
 * Returns the selected columns in order. The name of an object selects all of its fields.
 *
 * @param known Existing columns.
 * @throws UsageError for an unknown name.
 */
export function chooseColumns(chosen: readonly string[], known: readonly string[]): string[] {
  return chosen.flatMap((name) => {
    const found = known.filter((each) => each === name || each.startsWith(`${name}.`));
    if (found.length === 0) {
      const fix = didYouMean(name, known) || `Expected one of ${known.join(", ")}.`;
      throw new UsageError(`--columns: there is no field ${name}`, fix, "columns");
    }
    return found;
  });
}

/** A value as the text of a cell. */
export const cellText = (value: unknown): string =>
  value === undefined || value === null
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** The fields of the records that a command prints, as the contract names them; required ones first. */
export function documentedFields({ result, pagination }: Command): string[] {
  const root = result ?? {};
  let schema = schemaOf(root, root);
  if (pagination) {
    const list = propertiesOf(schema, root)[pagination.itemsField] ?? {};
    schema = schemaOf(root, schemaOf(root, list).items);
  } else {
    schema = schema.items ? schemaOf(root, schema.items) : unwrapSchema(schema, root);
  }
  const paths = fieldPaths(schema, root);
  const key = pagination?.itemKey ?? [];
  const required = paths.filter(({ isRequired }) => isRequired).map(({ path }) => path);
  return [...new Set([...key, ...required, ...paths.map(({ path }) => path)])];
}

const propertiesOf = (schema: JsonSchema, root: JsonSchema): Record<string, JsonSchema> =>
  (schemaOf(root, schema).properties ?? {}) as Record<string, JsonSchema>;

function unwrapSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const [only, ...others] = Object.values(propertiesOf(schema, root));
  const inner = only && others.length === 0 ? schemaOf(root, only) : undefined;
  return inner?.properties ? unwrapSchema(inner, root) : schema;
}

function fieldPaths(
  schema: JsonSchema,
  root: JsonSchema,
  prefix = "",
  depth = 0,
): { path: string; isRequired: boolean }[] {
  const { required = [] } = schemaOf(root, schema);
  return Object.entries(propertiesOf(schema, root)).flatMap(([name, field]) => {
    const path = prefix + name;
    const nested = depth < 4 ? fieldPaths(field, root, `${path}.`, depth + 1) : [];
    const isRequired = (required as string[]).includes(name);
    return nested.length > 0
      ? nested.map((each) => ({ ...each, isRequired: each.isRequired && isRequired }))
      : [{ path, isRequired }];
  });
}
