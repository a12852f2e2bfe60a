import {
  dereference,
  errorsOf,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
  schemaOf,
} from "@chainkit/openapi";
import type { PrismOperation } from "./cookies.ts";
import type { MockRequest } from "./request.ts";

/** Finds the first query parameter that is invalid JSON, and says why. */
export function findJsonFault(
  document: OpenApiDocument,
  { parameters }: Operation,
  { query }: MockRequest,
): { readonly name: string; readonly message: string } | undefined {
  for (const { name, in: place, media, schema } of parameters) {
    const isSent = place === "query" && media?.isJson && query[name] !== undefined;
    const message = isSent ? faultOf(document, name, schema, String(query[name])) : undefined;
    if (message !== undefined) {
      return { name, message };
    }
  }
  return undefined;
}

function faultOf(
  document: OpenApiDocument,
  name: string,
  schema: Schema,
  text: string,
): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `Request query parameter ${name} is not valid JSON`;
  }
  const [error] = errorsOf(document, schema, value, "request");
  return error && `Request query parameter ${name}${error.instancePath} ${error.message}`;
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
