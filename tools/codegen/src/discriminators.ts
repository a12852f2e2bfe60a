import {
  asObject,
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type OpenApiDocument,
  schemaOf,
  visitSchemas,
} from "@chainkit/openapi";

type Editable = Record<string, unknown>;

/** A discriminator, and the values that it gives to each schema that it distinguishes. */
interface Discriminator {
  readonly owner: JsonObject;
  readonly property: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Depth at which schemas made of each other are left. */
const MAX_DEPTH = 20;

/**
 * Removes, in place, discriminators whose values are not those of the schemas, or which two discriminators
 * state differently. openapi-typescript would replace the values that the schema states: without a mapping,
 * by the name of the schema.
 */
export function dropContradicted(document: OpenApiDocument): void {
  const all = discriminatorsOf(document);
  const isWrong = ({ property, values }: Discriminator) =>
    [...values].some(
      ([ref, given]) =>
        stated(document, { $ref: ref }, property).some(
          (list) => !list.some((value) => given.includes(String(value))),
        ) ||
        all.some(
          (other) => other.property === property && !isSame(other.values.get(ref) ?? given, given),
        ),
    );
  for (const { owner } of all.filter(isWrong)) {
    delete (owner as Editable).discriminator;
  }
}

function discriminatorsOf(document: OpenApiDocument): Discriminator[] {
  const schemas = asObject(asObject(document.components).schemas);
  const heirs = (owner: JsonObject) =>
    entriesOf(schemas).flatMap(([name, schema]) =>
      itemsOf(asObject(schema).allOf).some((part) => targetOf(schemas, part) === owner)
        ? [`#/components/schemas/${name}`]
        : [],
    );
  const found: Discriminator[] = [];
  visitSchemas(document, (owner) => {
    const { propertyName, mapping } = asObject(owner.discriminator);
    if (typeof propertyName !== "string") {
      return;
    }
    const mapped = Map.groupBy(entriesOf(mapping), ([, ref]) => ref);
    const branches = itemsOf(owner.oneOf).flatMap((branch) => asObject(branch).$ref ?? []);
    const values = [...branches.map(String), ...heirs(owner)].map((ref) => {
      const keys = mapped.get(ref)?.map(([value]) => value);
      return [ref, keys ?? [ref.split("/").at(-1) ?? ""]] as const;
    });
    found.push({ owner, property: propertyName, values: new Map(values) });
  });
  return found;
}

function targetOf(schemas: JsonObject, part: unknown): unknown {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(asObject(part).$ref))?.[1] ?? "";
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

/** Returns the lists of values to which a schema and its `allOf` restrict a property. */
function stated(
  document: OpenApiDocument,
  schema: unknown,
  property: string,
  depth = 0,
): (readonly unknown[])[] {
  const { properties, allOf = [] } = schemaOf(document, schema);
  const declared = isObject(properties) && Object.hasOwn(properties, property);
  const own = declared ? schemaOf(document, properties[property]) : {};
  const values = own.const === undefined ? own.enum : [own.const];
  const parts = depth > MAX_DEPTH ? [] : allOf;
  return [
    ...(values ? [values] : []),
    ...parts.flatMap((part) => stated(document, part, property, depth + 1)),
  ];
}

function isSame(values: readonly string[], others: readonly string[]): boolean {
  return [...values].sort().join("\n") === [...others].sort().join("\n");
}
