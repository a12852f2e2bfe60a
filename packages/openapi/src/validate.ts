import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApiDocument } from "./document.ts";
import { escaped, type JsonObject } from "./json.ts";
import { type JsonSchemas, jsonSchemasOf, originOf, type Use } from "./json-schemas.ts";
import { visitSchemas } from "./walk.ts";

export type { ErrorObject } from "ajv/dist/2020.js";
export type { Use } from "./json-schemas.ts";

/** Validates values by the schemas of one document, which are compiled when they are first used. */
class Validator {
  readonly #schemas: JsonSchemas;
  readonly #added = new Set<string>();
  readonly #compiled = new Map<JsonObject | boolean, ValidateFunction>();
  readonly #ajv = new Ajv2020({
    // Schemas have been cleaned: what they state otherwise is no mistake of ours.
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    logger: false,
    // A member may be named as one of `Object.prototype`.
    ownProperties: true,
    // In binary, 19.99 is no multiple of 0.01.
    multipleOfPrecision: 8,
  });

  constructor(schemas: JsonSchemas) {
    this.#schemas = schemas;
    addFormats.default(this.#ajv);
  }

  errors(schema: JsonObject | boolean, value: unknown): readonly ErrorObject[] {
    const validate = this.#compiled.get(schema) ?? this.#compile(schema);
    const errors = validate(value) ? [] : (validate.errors ?? []);
    return errors.map((error) => ({
      ...error,
      ...(error.parentSchema && { parentSchema: originOf(error.parentSchema) }),
    }));
  }

  #compile(schema: JsonObject | boolean): ValidateFunction {
    const converted = this.#schemas.convert(schema) as JsonObject | boolean;
    this.#addTargets(converted);
    const validate = this.#ajv.compile(converted);
    this.#compiled.set(schema, validate);
    return validate;
  }

  /** Adds the schemas that a schema refers to, each once. */
  #addTargets(schema: unknown): void {
    for (const key of keysIn(schema)) {
      if (!this.#added.has(key)) {
        this.#added.add(key);
        const target = this.#schemas.target(key);
        this.#ajv.addSchema(target as JsonObject, key);
        this.#addTargets(target);
      }
    }
  }
}

function keysIn(schema: unknown): Set<string> {
  const keys = new Set<string>();
  visitSchemas({ components: { schemas: { schema } } }, ({ $ref }) => {
    if (typeof $ref === "string") {
      keys.add($ref);
    }
  });
  return keys;
}

const validators = new WeakMap<JsonSchemas, Validator>();

/**
 * Returns what is wrong with a value; nothing if the schema allows it. The `parentSchema` of an error is the part of the
 * document that has the keyword.
 *
 * @param document The document of the schema, or the schema itself if it refers to no other.
 * @param use Whether the value is sent in a request or a response.
 * @throws Error if a reference of the schema leads nowhere.
 */
export function errorsOf(
  document: OpenApiDocument,
  schema: JsonObject | boolean,
  value: unknown,
  use: Use,
): readonly ErrorObject[] {
  const schemas = jsonSchemasOf(document, use);
  const validator = validators.get(schemas) ?? new Validator(schemas);
  validators.set(schemas, validator);
  return validator.errors(schema, value);
}

/** Where in a value an error is, as a JSON pointer, and what is wrong there. */
export function explain({ instancePath, keyword, params, message = "is invalid" }: ErrorObject) {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const reasons: Readonly<Record<string, string>> = {
    required: "is required",
    additionalProperties: "is not a parameter",
    enum: `must be one of ${[params.allowedValues].flat().join(", ")}`,
  };
  const pointer = member === undefined ? "" : `/${escaped(String(member))}`;
  return { pointer: instancePath + pointer, reason: reasons[keyword] ?? message };
}
