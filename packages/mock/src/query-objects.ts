import {
  asObject,
  dereference,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  schemaOf,
} from "@chainkit/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { PrismOperation } from "./cookies.ts";
import type { MockRequest } from "./request.ts";

/** A query parameter that is JSON text, which Prism does not read. */
export interface JsonParameter {
  readonly name: string;
  readonly validate: ValidateFunction;
}

/** Lists the query parameters that are described by JSON `content`. */
export function jsonParametersOf(
  document: OpenApiDocument,
  { parameters }: Operation,
): JsonParameter[] {
  const json = parameters.filter(({ in: place, media }) => place === "query" && media?.isJson);
  if (json.length === 0) {
    return [];
  }
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  return json.map(({ name, schema }) => ({
    name,
    validate: ajv.compile(asObject(dereference(document, schema))),
  }));
}

/** Finds the first JSON parameter that is invalid, and says why. */
export function findJsonFault(
  parameters: readonly JsonParameter[],
  { query }: MockRequest,
): { readonly name: string; readonly message: string } | undefined {
  for (const { name, validate } of parameters) {
    const message = faultOf(name, validate, query[name]);
    if (message !== undefined) {
      return { name, message };
    }
  }
  return undefined;
}

function faultOf(
  name: string,
  validate: ValidateFunction,
  text: string | readonly string[] | undefined,
): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(String(text));
  } catch {
    return `Request query parameter ${name} is not valid JSON`;
  }
  if (validate(value)) {
    return undefined;
  }
  const { instancePath = "", message = "is invalid" } = validate.errors?.[0] ?? {};
  return `Request query parameter ${name}${instancePath} ${message}`;
}

/**
 * Declares what Prism would accept unread in a form that it reads: the members of objects that are sent by
 * themselves become parameters, and JSON text a text.
 */
export function withQueryObjects(
  document: OpenApiDocument,
  { parameters }: Operation,
  prism: PrismOperation,
): PrismOperation {
  const { request } = prism;
  if (!request?.query) {
    return prism;
  }
  const query = request.query.flatMap((each): (typeof request.query)[number][] => {
    const parameter = parameters.find(
      ({ name, in: place }) => place === "query" && name === each.name,
    );
    if (parameter?.media?.isJson) {
      return [{ ...each, schema: { type: "string" } } as typeof each];
    }
    return parameter && isSpread(document, parameter)
      ? membersOf(document, parameter, each)
      : [each];
  });
  return { ...prism, request: { ...request, query } };
}

function isSpread(document: OpenApiDocument, { style, explode, schema }: Parameter): boolean {
  return style === "form" && explode && schemaOf(document, schema).type === "object";
}

function membersOf<Declared extends object>(
  document: OpenApiDocument,
  { schema, required }: Parameter,
  declared: Declared,
): Declared[] {
  const { properties = {}, required: needed = [] } = schemaOf(document, schema);
  return Object.entries(properties).map(([name, each]) => ({
    ...declared,
    name,
    schema: dereference(document, each),
    required: required && needed.includes(name),
  }));
}
