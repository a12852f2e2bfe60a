import {
  asObject,
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  schemaPlaces,
} from "@chainkit/openapi";
import type { AnySchemaObject, ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { locationText } from "../judge/finding.ts";
import type { Spec } from "../spec/spec.ts";
import { keywordsOf } from "./walk.ts";

/** A violation of a schema. */
export interface Fault {
  /** JSON pointer into the value; empty: the value itself. */
  readonly place: string;
  readonly keyword: string;
  readonly message: string;
  /** The member that is missing, of a violation of `required`. */
  readonly missing?: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
}

/** Validates values by the schemas of one spec, strictly as JSON Schema 2020-12. */
export interface Validator {
  /**
   * @param schema A schema of the document, the object itself.
   * @throws Error naming the place of a schema that cannot be checked: it is never passed over.
   */
  faults(schema: JsonObject, value: unknown): Fault[];
}

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/** The default of OpenAPI 3.1: JSON Schema 2020-12 with the keywords below. */
const OPENAPI_DIALECT = /^https:\/\/spec\.openapis\.org\/oas\/3\.1\/dialect\//;

const OPENAPI_KEYWORDS = ["discriminator", "xml", "externalDocs", "example"];

const validators = new WeakMap<Spec, Validator>();

/**
 * The validator of a spec, prepared once.
 *
 * @throws Error if the document's dialect is neither JSON Schema 2020-12 nor the default of OpenAPI 3.1.
 */
export function validatorOf(spec: Spec): Validator {
  const validator = validators.get(spec) ?? createValidator(spec);
  validators.set(spec, validator);
  return validator;
}

function createValidator(spec: Spec): Validator {
  const { openapi, jsonSchemaDialect: dialect = defaultDialect(openapi) } = spec.document;
  if (dialect !== DRAFT && !OPENAPI_DIALECT.test(String(dialect))) {
    throw new Error(
      `${spec.name}: schemas must be JSON Schema 2020-12, as in OpenAPI 3.1; received ` +
        `openapi: ${openapi}, jsonSchemaDialect: ${dialect}`,
    );
  }
  const ajv = new Ajv2020({
    strict: true,
    // A keyword beside a `$ref` has its type from the target.
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    verbose: true,
    // A member may be named as one of `Object.prototype`.
    ownProperties: true,
    // In binary, 19.99 is no multiple of 0.01.
    multipleOfPrecision: 8,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv);
  // References are to places in the document; an `$id` in an example names nothing.
  Object.assign(ajv.opts, { schemaId: "x-no-schema-id" });
  // Ajv takes the whole document for a schema, at whose places it then compiles: hence its own keys.
  const known = [
    ...OPENAPI_KEYWORDS,
    ...Object.keys(spec.document),
    ...extensionsIn(spec.document),
  ];
  ajv.addVocabulary([...new Set(known)]);
  ajv.addSchema(spec.document, "document");
  const compiled = new Map<JsonObject, ValidateFunction>();

  function compile(schema: JsonObject): ValidateFunction {
    let validate = compiled.get(schema);
    if (!validate) {
      try {
        // Only a root is held against its meta-schema when it is compiled, hence both steps.
        if (!ajv.validateSchema(schema as AnySchemaObject)) {
          throw new Error(ajv.errorsText());
        }
        validate = ajv.compile({ $ref: `document${spec.pointerOf(schema)}` });
      } catch (error) {
        const place = locationText(spec.locate(schema));
        throw new Error(`${place}: the schema cannot be compiled: ${(error as Error).message}`);
      }
      compiled.set(schema, validate);
    }
    return validate;
  }

  return {
    faults: (schema, value) => {
      const validate = compile(schema);
      return validate(value) ? [] : (validate.errors ?? []).map(toFault);
    },
  };
}

/**
 * Says what is wrong with a value of a request, which needs no members that only responses have.
 *
 * @param schema A schema of the document.
 */
export function requestFaults(spec: Spec, schema: unknown, value: unknown): Fault[] {
  const faults = isObject(schema) ? validatorOf(spec).faults(schema, value) : [];
  return faults.filter(({ place, missing = "" }) => {
    const parent = keywordsOf(spec, schemaAt(spec, schema, place));
    const members = new Map(entriesOf(parent.get("properties")?.value));
    return keywordsOf(spec, members.get(missing)).get("readOnly")?.value !== true;
  });
}

/** The schema of a part of a value, through properties and items. */
function schemaAt(spec: Spec, schema: unknown, place: string): unknown {
  let at = schema;
  for (const key of place.split("/").slice(1)) {
    const keywords = keywordsOf(spec, at);
    const members = new Map(entriesOf(keywords.get("properties")?.value));
    const prefix = itemsOf(keywords.get("prefixItems")?.value);
    at = members.get(key) ?? prefix[Number(key)] ?? keywords.get("items")?.value;
  }
  return at;
}

function defaultDialect(openapi: unknown): string | undefined {
  return /^3\.1\.\d+$/.test(String(openapi)) ? DRAFT : undefined;
}

/** Every schema of a document: the named ones, and those of parameters, headers and bodies. */
export function schemasOf(spec: Spec): JsonObject[] {
  return schemaPlaces(spec.document).map(({ schema }) => asObject(schema));
}

function toFault(error: ErrorObject): Fault {
  const { instancePath, keyword, message = "is invalid", params, parentSchema } = error;
  const { allowedValues: allowed, missingProperty: missing } = asObject(params);
  return {
    place: instancePath,
    keyword,
    message: allowed === undefined ? message : `${message}: ${JSON.stringify(allowed)}`,
    schema: parentSchema as JsonObject,
    ...(typeof missing === "string" ? { missing } : {}),
  };
}

function extensionsIn(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  JSON.stringify(document, (key: string, value: unknown) => {
    if (key.startsWith("x-")) {
      names.add(key);
    }
    return value;
  });
  return names;
}
