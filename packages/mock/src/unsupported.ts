import { jsonTypes, type OpenApiDocument, type Operation, type Schema } from "@chainkit/openapi";

const DELIMITED = new Set(["spaceDelimited", "pipeDelimited"]);

/**
 * Finds what Prism misreads in requests of an operation: it would refuse valid ones, or throw.
 *
 * @returns The place, such as `path parameter "ids"`; undefined if Prism reads all of it.
 */
export function findUnsupported(
  document: OpenApiDocument,
  { parameters, body }: Operation,
): string | undefined {
  const isComposed = (schema: Schema | undefined) =>
    ["array", "object"].some((type) => jsonTypes(document, schema)?.has(type));
  // Values with commas are split by the template of the path, before the style of the parameter is known.
  const inPath = parameters.find(
    (each) => each.in === "path" && !each.explode && isComposed(each.schema),
  );
  const delimited = parameters.find(
    (each) => DELIMITED.has(each.style) && jsonTypes(document, each.schema)?.has("object"),
  );
  const found = inPath ?? delimited;
  if (found) {
    return `${found.in} parameter ${JSON.stringify(found.name)}`;
  }
  const properties = Object.entries(body?.sent?.schema?.properties ?? {});
  const part = properties.find(([, schema]) => isComposed(schema as Schema));
  return body?.format === "multipart" && part
    ? `part ${JSON.stringify(part[0])} of the body`
    : undefined;
}
