import {
  asObject,
  findTarget,
  isObject,
  itemsOf,
  type OpenApiDocument,
  readOperations,
  resolve,
  targetOf,
  visitSchemas,
} from "@chainkit/openapi";
import { dropContradicted } from "./discriminators.ts";

type Open = Record<string, unknown>;

/**
 * Rewrites, in place, references that openapi-typescript does not support: references to locations
 * outside of `components` get a named schema, parameters among them are inlined, and discriminators that
 * contradict the schemas are removed, as are mappings to missing schemas.
 */
export function nameReferences(document: OpenApiDocument): void {
  inlineParameters(document);
  resolveAliases(document);
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
  addSchemas(document, names);
  dropContradicted(document);
}

/** Adds the targets of references under the names that they have got. */
function addSchemas(document: OpenApiDocument, names: ReadonlyMap<string, string>): void {
  const components = { ...asObject(document.components) };
  const schemas: Open = { ...asObject(components.schemas) };
  for (const [$ref, name] of names) {
    // Its references have been named already.
    schemas[name] = structuredClone(targetOf(document, $ref));
  }
  Object.assign(document, { components: { ...components, schemas } });
}

/** Replaces components that are references to others, whose content would be lost. */
function resolveAliases(document: OpenApiDocument): void {
  for (const section of ["responses", "requestBodies", "parameters", "headers"]) {
    const components = asObject(asObject(document.components)[section]) as Open;
    for (const [name, component] of Object.entries(components)) {
      if (asObject(component).$ref !== undefined) {
        components[name] = structuredClone(resolve(document, component));
      }
    }
  }
}

/** Inlines parameters that are defined within another operation: their names would be lost. */
function inlineParameters(document: OpenApiDocument): void {
  const inline = (parameter: unknown): unknown => {
    const { $ref } = asObject(parameter);
    const isNamed = typeof $ref !== "string" || $ref.startsWith("#/components/parameters/");
    return isNamed ? parameter : structuredClone(resolve(document, parameter));
  };
  for (const { node } of readOperations(document)) {
    (node as Open).parameters = itemsOf(node.parameters).map(inline);
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
    } else if (findTarget(document, String(target)) === undefined) {
      delete (mapping as Open)[value];
    }
  }
}
