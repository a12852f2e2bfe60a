import type { OpenApiDocument } from "./document.ts";
import { asObject, entriesOf, itemsOf, type JsonObject } from "./json.ts";
import { cleanSchema } from "./keywords.ts";
import { loosen } from "./patterns.ts";
import { isVersion30, targetOf } from "./resolve.ts";
import { propertyOf, schemaOf } from "./schema.ts";
import { visitSchemas } from "./walk.ts";

type Editable = Record<string, unknown>;

/** Members that the other side of a message never sends: they are required in one direction only. */
const ONE_WAY = { request: "readOnly", response: "writeOnly" } as const;

/** Where a schema is used. */
export type Use = keyof typeof ONE_WAY;

/** Whether a member of a schema, or of its `allOf`, is never sent in a request or a response. */
function isOneWay(use: Use, document: OpenApiDocument, schema: object, name: string): boolean {
  return schemaOf(document, propertyOf(document, schema, name))[ONE_WAY[use]] === true;
}

/** Returns the members that a schema requires of a request or a response. */
export function requiredIn(use: Use, document: OpenApiDocument, schema: object): unknown[] {
  const { required } = schema as JsonObject;
  return itemsOf(required).filter((name) => !isOneWay(use, document, schema, String(name)));
}

/**
 * Returns a document of OpenAPI 3.1 of which every validator compiles the schemas: OpenAPI 3.0 is converted, and what
 * no validator knows is left out.
 */
export function toValidatable(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  visitSchemas(copy, (schema: Editable) => {
    loosen(document, schema);
    cleanSchema(document, schema);
  });
  return isVersion30(document) ? { ...copy, openapi: "3.1.0" } : copy;
}

/**
 * Converts a schema of an OpenAPI document into JSON Schema 2020-12, as `use` has it: a request needs no `readOnly`
 * members, and a response no `writeOnly` ones.
 *
 * @param refer Returns the reference in place of one of the document.
 */
export function toJsonSchema(
  document: OpenApiDocument,
  schema: unknown,
  use: Use,
  refer: (ref: string) => string,
): unknown {
  const copy = schema === undefined ? true : unshared(schema);
  visitSchemas({ components: { schemas: { copy } } }, (each) => {
    const node = each as Editable;
    loosen(document, node);
    cleanSchema(document, node);
    requireOneWay(document, node, use);
    if (typeof node.$ref === "string") {
      node.$ref = refer(node.$ref);
    }
    const { mapping } = asObject(node.discriminator);
    for (const [value, target] of entriesOf(mapping)) {
      (mapping as Editable)[value] = refer(schemaRef(document, String(target)));
    }
  });
  return copy;
}

const origins = new WeakMap<object, object>();

/** Returns the part of a document that a part of a converted schema was made from. */
export function originOf(part: object): object {
  return origins.get(part) ?? part;
}

/** Copies a schema; parts that are one object in it are converted apart from each other. */
function unshared(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const copy = Array.isArray(schema)
    ? schema.map(unshared)
    : Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, unshared(each)]));
  origins.set(copy, schema);
  return copy;
}

/** The schemas of an `allOf` are one: what one of them requires, another one may declare. */
function requireOneWay(document: OpenApiDocument, node: Editable, use: Use): void {
  if (Array.isArray(node.required)) {
    node.required = requiredIn(use, document, node);
  }
  for (const part of itemsOf(node.allOf)) {
    const { required } = asObject(part);
    if (Array.isArray(required)) {
      const needed = required.filter((name) => !isOneWay(use, document, node, String(name)));
      (part as Editable).required = needed;
    }
  }
}

/** A mapping has a reference, or the name of a schema. */
function schemaRef(document: OpenApiDocument, target: string): string {
  const isName = Object.hasOwn(asObject(asObject(document.components).schemas), target);
  return isName ? `#/components/schemas/${target}` : target;
}

/** The schemas of a document as JSON Schema. Those that are referred to are converted once, when they are asked for. */
export class JsonSchemas {
  readonly #document: OpenApiDocument;
  readonly #use: Use;
  readonly #keys = new Map<string, string>();
  readonly #refs = new Map<string, string>();
  readonly #targets = new Map<string, unknown>();

  constructor(document: OpenApiDocument, use: Use) {
    this.#document = document;
    this.#use = use;
  }

  /** Returns a schema with references to keys. */
  convert(schema: unknown): unknown {
    return toJsonSchema(this.#document, schema, this.#use, (ref) => this.#keyOf(ref));
  }

  /**
   * Returns the schema with a key.
   *
   * @throws Error if the reference behind the key leads nowhere.
   */
  target(key: string): unknown {
    if (!this.#targets.has(key)) {
      this.#targets.set(key, this.convert(targetOf(this.#document, this.refOf(key))));
    }
    return this.#targets.get(key);
  }

  /** Returns the reference of the document behind a key. */
  refOf(key: string): string {
    return this.#refs.get(key) ?? key;
  }

  #keyOf(ref: string): string {
    const key = this.#keys.get(ref) ?? `schema-${this.#keys.size}`;
    this.#keys.set(ref, key);
    this.#refs.set(key, ref);
    return key;
  }
}

const known = new WeakMap<object, Map<Use, JsonSchemas>>();

/** Returns the schemas of a document, the same each time. */
export function jsonSchemasOf(document: JsonObject, use: Use): JsonSchemas {
  const all = known.get(document) ?? new Map<Use, JsonSchemas>();
  const schemas = all.get(use) ?? new JsonSchemas(document, use);
  known.set(document, all.set(use, schemas));
  return schemas;
}
