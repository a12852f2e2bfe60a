import {
  asObject,
  isObject,
  itemsOf,
  keysOf,
  type OpenApiDocument,
  readOperations,
  resolve,
  visitSchemas,
} from "@chainkit/openapi";

type Open = Record<string, unknown>;

/**
 * Rewrites, in place, references that openapi-typescript does not support: references to locations
 * outside of `components` get a named schema or are inlined, and discriminator mappings to missing
 * schemas are removed.
 */
export function nameReferences(document: OpenApiDocument): void {
  inlineParts(document);
  const names = new Map<string, string>();
  visitSchemas(document, (schema) => {
    forgetMissing(document, schema);
    const { $ref } = schema;
    if (typeof $ref === "string" && !/^#\/components\/schemas\/[^/]+$/.test($ref)) {
      const name = names.get($ref) ?? `Reference${names.size + 1}`;
      names.set($ref, name);
      (schema as Open).$ref = `#/components/schemas/${name}`;
    }
  });
  if (names.size === 0) {
    return;
  }
  const components = { ...asObject(document.components) };
  const schemas: Open = { ...asObject(components.schemas) };
  for (const [$ref, name] of names) {
    // Its references have been named already.
    schemas[name] = structuredClone(
      keysOf($ref).reduce<unknown>((at, key) => asObject(at)[key], document),
    );
  }
  Object.assign(document, { components: { ...components, schemas } });
}

/** Inlines parameters, bodies and responses that are defined within another operation. */
function inlineParts(document: OpenApiDocument): void {
  const inline = (value: unknown, section: string): unknown => {
    const { $ref } = asObject(value);
    const isNamed = typeof $ref !== "string" || $ref.startsWith(`#/components/${section}/`);
    return isNamed ? value : structuredClone(resolve(document, value));
  };
  for (const { node } of readOperations(document)) {
    const open = node as Open;
    if (node.parameters !== undefined) {
      open.parameters = itemsOf(node.parameters).map((each) => inline(each, "parameters"));
    }
    if (node.requestBody !== undefined) {
      open.requestBody = inline(node.requestBody, "requestBodies");
    }
    const responses = Object.entries(asObject(node.responses));
    open.responses = Object.fromEntries(
      responses.map(([status, each]) => [status, inline(each, "responses")]),
    );
  }
}

/** A mapping only distinguishes branches; a missing schema has no branch. */
function forgetMissing(document: OpenApiDocument, schema: object): void {
  const { mapping } = asObject(asObject(schema as Open).discriminator);
  if (!isObject(mapping)) {
    return;
  }
  const schemas = asObject(asObject(document.components).schemas);
  for (const [value, target] of Object.entries(mapping)) {
    const isName = typeof target === "string" && Object.hasOwn(schemas, target);
    if (isName) {
      (mapping as Open)[value] = `#/components/schemas/${target}`;
    } else if (!leadsSomewhere(document, target)) {
      delete (mapping as Open)[value];
    }
  }
}

function leadsSomewhere(document: OpenApiDocument, $ref: unknown): boolean {
  try {
    resolve(document, { $ref });
    return typeof $ref === "string";
  } catch {
    return false;
  }
}
