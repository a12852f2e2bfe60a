import { type JsonObject, jsonTypes } from "@chainkit/openapi";
import type { Operation, Parameter } from "./operations.ts";

/** The style of each place that requests are written in. */
const STYLES: Readonly<Record<string, string>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
};

/**
 * Says why the suite cannot send the requests of an operation: it writes JSON bodies, plain parameters, and lists in the
 * query.
 *
 * @returns The place and the reason; undefined if it can.
 */
export function untestable({ id, parameters, body, spec }: Operation): string | undefined {
  if (body && !body.isJson) {
    return `${id} (requestBody: ${body.type} is not supported)`;
  }
  const styled = parameters.find((each) => !isPlain(spec.document, each));
  return styled && `${id} (${styled.in} parameter ${styled.name}: its style is not supported)`;
}

function isPlain(document: JsonObject, { in: place, style, explode, media, schema }: Parameter) {
  const types = jsonTypes(document, schema) ?? new Set();
  const isList = types.has("array");
  return (
    media === undefined &&
    style === STYLES[place] &&
    !types.has("object") &&
    (!isList || (place === "query" && explode))
  );
}
