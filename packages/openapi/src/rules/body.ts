import type {
  JsonType,
  Operation,
  ParameterRule,
  ParameterStyle,
  PropertyEncoding,
} from "@chainkit/runtime";
import {
  asObject,
  type Operation as Described,
  entriesOf,
  isBinary,
  isVersion30,
  type OpenApiDocument,
  type RequestBody,
  type SchemaOrBoolean,
  schemaExample,
  schemaOf,
} from "../index.ts";
import { explodeOf } from "../style.ts";
import type { ParameterModel } from "./model.ts";
import type { Report } from "./problems.ts";
import { checksOf, limitsOf, typesOf } from "./rule.ts";

interface BodyModel extends Pick<Operation, "body" | "bodyFormat" | "contentType" | "encoding"> {
  readonly parameters: readonly ParameterModel[];
}

/** What can be sent as text or bytes, and as a file of a form. */
export const BINARY_TYPE = "Blob | ArrayBuffer | Uint8Array";

/** Returns the parameters of the body: its fields, or one named `body`. */
export function readBody(
  document: OpenApiDocument,
  { method, body }: Described,
  type: string,
  report: Report,
): BodyModel {
  if (!body) {
    return { parameters: [] };
  }
  if (method === "GET" || method === "HEAD") {
    report(
      "requestBody",
      `${method} requests cannot carry a body`,
      "use query parameters, or POST",
    );
    return { parameters: [] };
  }
  const { sent, format } = body;
  if (!sent) {
    report("requestBody", "no content is described", "add a media type to `content`");
    return { parameters: [] };
  }
  const bodyType = `NonNullable<${type}["requestBody"]>["content"][${JSON.stringify(sent.type)}]`;
  const encoding = encodingOf(document, body, report);
  const written = {
    ...(format === "json" ? {} : { bodyFormat: format }),
    ...contentTypeOf(body),
    ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
  };
  return body.kind === "fields"
    ? { ...written, body: "fields", parameters: fields(document, body, bodyType, report) }
    : { ...written, body: "whole", parameters: [whole(document, body, bodyType, report)] };
}

/** The media type, unless it is the default, one of a form, or a range such as `image/*`: a `Blob` has its own. */
function contentTypeOf({ sent, format }: RequestBody): { contentType?: string } {
  const { type = "" } = sent ?? {};
  // Of a range, JSON is the default, and a `Blob` has a media type of its own.
  const isStated = format === "json" ? type !== "application/json" : format === "raw";
  return isStated && !type.includes("*") ? { contentType: type } : {};
}

function fields(
  document: OpenApiDocument,
  body: RequestBody,
  bodyType: string,
  report: Report,
): ParameterModel[] {
  return body.fields.map(({ name, required, schema: schemaOrRef }) => {
    const schema = schemaOf(document, schemaOrRef);
    const note: Report = (where, what, fix) =>
      report(`body field ${JSON.stringify(name)}, ${where}`, what, fix);
    return {
      name,
      rule: {
        in: "body",
        ...(required ? { required: true } : {}),
        ...fieldChecks(document, body, schemaOrRef, note),
      },
      type: `${bodyType}[${JSON.stringify(name)}]`,
      description: schema.description ?? "",
      limits: limitsOf(document, schemaOrRef),
      deprecated: schema.deprecated ?? false,
      example: asObject(body.sent?.example)[name] ?? schemaExample(document, schemaOrRef),
      sample: () => asObject(body.sample())[name],
    };
  });
}

/** In a form, bytes are sent as such. */
function fieldChecks(
  document: OpenApiDocument,
  { format }: RequestBody,
  schema: SchemaOrBoolean,
  report: Report,
): Pick<ParameterRule, "type"> {
  if (format === "multipart" && isBinary(document, schema)) {
    return { type: "binary" };
  }
  const checks = checksOf(document, schema, report, "body");
  return format === "multipart" && checks.type === "any" ? { type: ANY_PART } : checks;
}

const ANY_PART = ["string", "number", "boolean", "array", "object", "null", "binary"] as const;

const oneOrMore = (types: readonly JsonType[] | undefined) =>
  types?.length === 1 ? (types[0] ?? "any") : (types ?? "any");

function whole(
  document: OpenApiDocument,
  { required, description, sent, format, sample }: RequestBody,
  bodyType: string,
  report: Report,
): ParameterModel {
  const isRaw = format === "raw";
  const note: Report = (where, ...what) => report(`requestBody, ${where}`, ...what);
  const types = isRaw ? undefined : typesOf(document, sent?.schema, note);
  if (format !== "json" && types && !types.includes("object")) {
    report("requestBody", `${sent?.type} of ${types.join(" or ")}`, "describe an object");
  }
  return {
    name: "body",
    rule: {
      in: "body",
      ...(required ? { required } : {}),
      type: isRaw ? ["string", "binary"] : format === "json" ? oneOrMore(types) : "object",
    },
    type: isRaw ? `string | ${BINARY_TYPE}` : bodyType,
    description,
    limits: "",
    deprecated: false,
    example: sent?.example,
    sample,
  };
}

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
