import { jsonTypes, type OpenApiDocument } from "@chainkit/openapi";
import type { PrismOperation } from "./cookies.ts";

type Parameter = NonNullable<NonNullable<PrismOperation["request"]>["path"]>[number];

/**
 * Declares parameters, and items of lists, of one of several types as of any of them: Prism converts a text to each type
 * in turn, so that `5` is an integer as well as a string.
 */
export function withChoices(document: OpenApiDocument, prism: PrismOperation): PrismOperation {
  const { request } = prism;
  if (!request) {
    return prism;
  }
  const relax = <Declared extends Pick<Parameter, "schema">>(parameters: Declared[] = []) =>
    parameters.map((each) => ({ ...each, schema: relaxed(document, each.schema) }));
  const { path, query, headers, cookie } = request;
  return {
    ...prism,
    request: {
      ...request,
      path: relax(path),
      query: relax(query),
      headers: relax(headers),
      cookie: relax(cookie),
    },
  };
}

function relaxed(document: OpenApiDocument, schema: Parameter["schema"]): Parameter["schema"] {
  const { items } = schema ?? {};
  if (typeof items === "object" && !Array.isArray(items)) {
    return { ...schema, items: anyOf(document, items) };
  }
  return schema && anyOf(document, schema);
}

function anyOf(document: OpenApiDocument, schema: NonNullable<Parameter["schema"]>) {
  const { oneOf, ...rest } = schema;
  const isOfSeveralTypes = (jsonTypes(document, { oneOf })?.size ?? 2) > 1;
  return oneOf && isOfSeveralTypes
    ? { ...rest, allOf: [...(rest.allOf ?? []), { anyOf: oneOf }] }
    : schema;
}
