import type { ParameterRule, ParameterStyle } from "@chainkit/runtime";
import type { OpenApiDocument } from "./document.ts";
import type { Parameter } from "./operation.ts";
import type { Report } from "./rules/problems.ts";
import { itemSchemas, jsonTypes, schemaOf } from "./schema.ts";

export type Place = "path" | "query" | "header" | "cookie";

/** The styles of each place; the first is the default. */
const STYLES: Readonly<Record<Place, readonly [ParameterStyle, ...ParameterStyle[]]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/** Styles that are defined for arrays, and for objects that are not exploded. */
const OF_ARRAYS = ["spaceDelimited", "pipeDelimited"];

/** Returns how a parameter is written; nothing for the default of its place. */
export function styleOf(
  document: OpenApiDocument,
  { in: place, style, explode, media, schema }: Parameter & { in: Place },
): Pick<ParameterRule, "style" | "explode"> {
  if (media) {
    return { style: "json" };
  }
  const types = jsonTypes(document, schema);
  const isArray = types?.has("array") ?? false;
  const isObject = types?.has("object") ?? false;
  const isDefault = style === STYLES[place][0] && !isObject && place !== "cookie";
  // Without items, there is nothing to write one by one; and `simple` items are written alike.
  if (isDefault && (!isArray || style === "simple" || explode)) {
    return {};
  }
  return {
    style: style as ParameterStyle,
    ...(isArray || isObject ? explodeOf(style, explode) : {}),
  };
}

/** Returns `explode` where it is not the default of the style. */
export function explodeOf(style: string, explode: boolean): Pick<ParameterRule, "explode"> {
  return explode === (style === "form") || style === "deepObject" ? {} : { explode };
}

/** Whether the runtime can write a parameter. What it cannot is reported. */
export function isStyleSupported(
  document: OpenApiDocument,
  parameter: Parameter,
  report: Report,
): parameter is Parameter & { in: Place } {
  const { in: place, style, explode, media, schema } = parameter;
  if (!Object.hasOwn(STYLES, place)) {
    report("", `${place} is not a place`, `write one of ${Object.keys(STYLES).join(", ")}`);
    return false;
  }
  if (media) {
    if (!media.isJson) {
      report("content", `${media.type} is not supported`, "use application/json, or a schema");
    }
    return media.isJson;
  }
  const styles: readonly string[] = STYLES[place as Place];
  if (!styles.includes(style)) {
    const known = styles.join(", ");
    report("style", `${style} is not a style of a ${place} parameter`, `write one of ${known}`);
    return false;
  }
  const types = jsonTypes(document, schema);
  if (!types) {
    // A value of any type is written as a text.
    return true;
  }
  const isComposed = types.has("object") || types.has("array");
  if (isComposed && place === "cookie" && explode) {
    const what = "arrays and objects have no form in a cookie if they are exploded";
    report("explode", what, "write `explode: false`");
  }
  if (OF_ARRAYS.includes(style) && types.has("object") && explode) {
    report("explode", `${style} objects cannot be exploded`, "write `explode: false`");
  }
  if (style === "deepObject") {
    // The way to each value is in its name, however deep it is.
    return true;
  }
  const { properties = {} } = schemaOf(document, schema);
  const parts = [...itemSchemas(document, schema), ...Object.values(properties)];
  const partTypes = parts.map((part) => jsonTypes(document, part));
  if (partTypes.some((part) => !part || part.has("object") || part.has("array"))) {
    report(
      "schema",
      "only arrays and objects of primitive values are supported",
      "give the items and members a primitive type, or describe the parameter by `content`",
    );
  }
  return true;
}
