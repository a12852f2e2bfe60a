import type { OpenApiDocument, Schema } from "./document.ts";
import { asObject, textOf } from "./json.ts";
import { decoded, type Pair, readStyled, typed } from "./request-values.ts";
import { isBinary, itemSchemas, jsonTypes, propertyOf, schemaOf } from "./schema.ts";

type Encodings = Readonly<Record<string, unknown>>;

/** Reads a form that is written as a query. */
export function readForm(
  document: OpenApiDocument,
  schema: Schema,
  encodings: Encodings,
  pairs: readonly Pair[],
): Record<string, unknown> {
  const baseOf = (name: string) => name.replace(/\[.*$/s, "");
  // A member of a field that is an object is none of its own, which the schema may forbid.
  const isMember = (name: string) => asObject(encodings[baseOf(name)]).style === "deepObject";
  const sent = pairs.map(([name]) => name);
  const names = new Set([...sent.map(baseOf), ...sent.filter((name) => !isMember(name))]);
  const fields = [...names].flatMap((name): [string, unknown][] => {
    const value = fieldOf(document, schema, encodings, name, pairs);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields);
}

function fieldOf(
  document: OpenApiDocument,
  schema: Schema,
  encodings: Encodings,
  name: string,
  pairs: readonly Pair[],
): unknown {
  const property = (propertyOf(document, schema, name) ?? {}) as Schema;
  const { style, explode, contentType } = asObject(encodings[name]);
  const written = { name, in: "query", schema: property };
  const form = textOf(style) || "form";
  if (style !== undefined || explode !== undefined) {
    const isExploded = typeof explode === "boolean" ? explode : form === "form";
    return readStyled(document, { ...written, style: form, explode: isExploded }, pairs);
  }
  const texts = pairs.filter(([each]) => each === name).map(([, raw]) => decoded(raw));
  return partOf(document, property, textOf(contentType), texts);
}

/** The value of a field: a list of its texts, or the only one; JSON where it is an object or stated to be. */
function partOf(
  document: OpenApiDocument,
  schema: Schema,
  contentType: string,
  texts: readonly string[],
): unknown {
  const types = jsonTypes(document, schema) ?? new Set();
  const isJson = /json$/.test(contentType);
  const [text] = texts;
  if (text === undefined) {
    return undefined;
  }
  if (isJson && texts.length === 1) {
    return parsed(text);
  }
  if (types.has("array") && (texts.length > 1 || !types.has("string"))) {
    const [items] = itemSchemas(document, schema);
    return texts.map((each) => partOf(document, schemaOf(document, items), contentType, [each]));
  }
  if (texts.length > 1) {
    return texts;
  }
  return types.has("object") ? parsed(text) : typed(document, schema, text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads a form in parts; files are texts. */
export function readMultipart(
  document: OpenApiDocument,
  schema: Schema,
  encodings: Encodings,
  contentType: string,
  text: string,
): unknown {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) {
    return new SyntaxError("has no boundary in its content-type");
  }
  const parts = new Map<string, { type: string; texts: string[] }>();
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const [head = "", ...body] = part.replace(/^\r?\n/, "").split(/\r?\n\r?\n/);
    const name = /\bname="([^"]*)"/i.exec(head)?.[1] ?? "";
    const type = /content-type:\s*([^\s;]+)/i.exec(head)?.[1] ?? "";
    const isFile = /\bfilename=/i.test(head);
    const content = body.join("\r\n\r\n").replace(/\r?\n$/, "");
    const known = parts.get(name) ?? { type: isFile ? "" : type, texts: [] };
    known.texts.push(isFile ? content : inUtf8(content));
    parts.set(name, known);
  }
  const fields = [...parts].map(([name, { type, texts }]) => {
    const property = (propertyOf(document, schema, name) ?? {}) as Schema;
    const stated = asObject(encodings[name]);
    if (stated.style !== undefined) {
      const pairs = texts.map((each): Pair => [name, encodeURIComponent(each)]);
      return [name, readForm(document, schema, encodings, pairs)[name]];
    }
    const isText = isBinary(document, property);
    return [
      name,
      isText ? texts[0] : partOf(document, property, textOf(stated.contentType) || type, texts),
    ];
  });
  return Object.fromEntries(fields);
}

/** Each byte of the body is a character until its parts are told apart. */
function inUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
