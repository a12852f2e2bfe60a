import type { ParameterStyle, PropertyEncoding } from "@chainkit/runtime";
import {
  asObject,
  entriesOf,
  isVersion30,
  type OpenApiDocument,
  type RequestBody,
} from "../index.ts";
import { explodeOf } from "../style.ts";
import type { Report } from "./problems.ts";

/** The styles of a query, of which those of a form are. */
const STYLES: readonly string[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/** Returns how the properties of a form are written, where it is not the default. */
export function encodingOf(
  document: OpenApiDocument,
  { sent, format }: RequestBody,
  report: Report,
): Record<string, PropertyEncoding> {
  const isForm = format === "urlencoded" || format === "multipart";
  const all = entriesOf(isForm ? sent?.node.encoding : undefined).map(([name, each]) => {
    const { style, explode, contentType } = asObject(each);
    // OpenAPI 3.0 ignores the style of properties in other bodies than those that are written as a query.
    const isStyled = format === "urlencoded" || !isVersion30(document);
    if (isStyled && (style !== undefined || explode !== undefined)) {
      return [name, styleOf(name, style ?? "form", explode, report)] as const;
    }
    // Of several types and of ranges, the value decides.
    const isOne = typeof contentType === "string" && /^[^*,]+$/.test(contentType);
    return [name, isOne ? { contentType } : {}] as const;
  });
  return Object.fromEntries(all.filter(([, encoding]) => Object.keys(encoding).length > 0));
}

function styleOf(name: string, style: unknown, explode: unknown, report: Report): PropertyEncoding {
  if (!STYLES.includes(String(style))) {
    const where = `requestBody, encoding of ${JSON.stringify(name)}`;
    report(where, `${style} is not a style of a form`, `write one of ${STYLES.join(", ")}`);
  }
  return {
    style: style as ParameterStyle,
    ...(typeof explode === "boolean" ? explodeOf(String(style), explode) : {}),
  };
}
