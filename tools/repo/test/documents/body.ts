import { isDeepStrictEqual } from "node:util";
import {
  asObject,
  isBinary,
  isObject,
  isVersion30,
  itemSchemas,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  propertyOf,
  type RequestBody,
} from "@chainkit/openapi";
import fc from "fast-check";
import { only, valuesOf } from "./values.ts";
import { isSendable, Query, texts } from "./wire.ts";

/** Random values of the body, or of one of its fields: strings that stand for bytes are bytes. */
export function bodyValues(
  document: OpenApiDocument,
  body: RequestBody,
  schema: unknown = body.sent?.schema,
): fc.Arbitrary<unknown> {
  const { format } = body;
  if (format === "raw") {
    const bytes = fc.uint8Array().map((each) => new Blob([each as BlobPart]));
    return fc.oneof(fc.string(), bytes);
  }
  const values = valuesOf(document, schema as object);
  return format === "multipart" ? values.map((value) => asSent(document, schema, value)) : values;
}

/** Random values of a whole body: of a form, those that a form can hold. */
export function wholeValues(document: OpenApiDocument, body: RequestBody): fc.Arbitrary<unknown> {
  const { format } = body;
  const values = bodyValues(document, body);
  return format === "json" || format === "raw"
    ? values
    : only(
        values.map((value) => (isObject(value) ? value : { value })),
        (form) =>
          Object.entries(form).every(([name, value]) => isField(document, body, name, value)),
      );
}

function asSent(document: OpenApiDocument, schema: unknown, value: unknown): unknown {
  if (typeof value === "string" && isBinary(document, schema)) {
    return new File([value], 'a "file".png', { type: "image/png" });
  }
  if (Array.isArray(value)) {
    const [items] = itemSchemas(document, schema);
    return value.map((each) => asSent(document, items, each));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          asSent(document, propertyOf(document, schema, name), each),
        ]),
      )
    : value;
}

/** In what a body differs from what a call was given; empty if in nothing. */
export async function bodyDifferences(
  document: OpenApiDocument,
  { body }: Operation,
  given: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  const differ = (what: string, expected: unknown, actual: unknown) => {
    if (!isDeepStrictEqual(expected, actual)) {
      found.push(`${what}: ${JSON.stringify(expected)} arrived as ${JSON.stringify(actual)}`);
    }
  };
  const text = new TextDecoder().decode(bytes);
  if (!body || given === undefined) {
    differ("body", "", text);
    return found;
  }
  const { format, sent } = body;
  if (format === "json" || format === "raw") {
    differ("content type", sent?.type.includes("*") ? contentType : sent?.type, contentType);
  }
  if (format === "json") {
    differ("body", given, JSON.parse(text));
    return found;
  }
  if (format === "raw") {
    const expected =
      given instanceof Blob ? await given.bytes() : new TextEncoder().encode(`${given}`);
    differ("body", [...expected], [...bytes]);
    return found;
  }
  const query = new Query(format === "urlencoded" ? text : await asQuery(bytes, contentType));
  for (const [name, value] of Object.entries(Object(given))) {
    const field = fieldOf(document, body, name, value);
    const all = Array.isArray(value) && !field.style ? value : undefined;
    const isJson = /\bjson\b/.test(
      String(asObject(asObject(sent?.node.encoding)[name]).contentType),
    );
    if (isJson && !all && typeof value === "string") {
      differ(`field ${name}`, [JSON.stringify(value)], query.take(name).map(decodeURIComponent));
      continue;
    }
    if (value === null) {
      differ(`field ${name}`, [], query.take(name));
    } else if (all) {
      const expected = await Promise.all(all.map(asText));
      differ(`field ${name}`, expected, query.take(name).map(decodeURIComponent));
    } else if (field.style) {
      differ(`field ${name}`, texts(value), query.read(field, value));
    } else {
      differ(`field ${name}`, [await asText(value)], query.take(name).map(decodeURIComponent));
    }
  }
  differ("rest of the form", "", query.rest);
  return found;
}

/** A property whose encoding has a style, as a parameter of a query; without a style if it has none. */
function fieldOf(
  document: OpenApiDocument,
  { sent, format }: RequestBody,
  name: string,
  value: unknown,
): Parameter {
  const { style, explode } = asObject(asObject(sent?.node.encoding)[name]);
  const isStyled =
    (style !== undefined || explode !== undefined) &&
    (format === "urlencoded" || !isVersion30(document)) &&
    typeof value === "object";
  const stated = style ?? "form";
  const parameter = {
    name,
    in: "query",
    style: isStyled ? stated : "",
    explode: explode ?? stated === "form",
  };
  return parameter as Parameter;
}

/** Whether a field can stand in a form. */
export function isField(
  document: OpenApiDocument,
  body: RequestBody,
  name: string,
  value: unknown,
): boolean {
  const others = body.fields.map((each) => each.name);
  const field = fieldOf(document, body, name, value);
  const isSplit = body.format === "multipart" && field.style === "form" && !field.explode;
  return !field.style || isSendable({ ...field, in: isSplit ? "header" : "query" }, value, others);
}

async function asText(value: unknown): Promise<string> {
  if (value instanceof File) {
    return `${value.name}:${value.type}:${await value.text()}`;
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The fields of a form as pairs of a query, with commas as they separate items in one. */
async function asQuery(bytes: Uint8Array<ArrayBuffer>, contentType = ""): Promise<string> {
  const response = new Response(bytes, { headers: { "content-type": contentType } });
  const pairs = [...(await response.formData())].map(async ([name, value]) => [
    name,
    await asText(value),
  ]);
  return (await Promise.all(pairs))
    .map((pair) =>
      pair.map((part) => encodeURIComponent(`${part}`).replaceAll("%2C", ",")).join("="),
    )
    .join("&");
}
