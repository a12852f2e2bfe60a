import type { OpenApiDocument, Schema } from "./document.ts";
import { asObject, itemsOf } from "./json.ts";
import type { Parameter } from "./operation.ts";
import { itemSchemas, jsonTypes, propertyOf, schemaOf } from "./schema.ts";
import { errorsOf } from "./validate.ts";

/** A name, decoded, and its value as it was sent. */
export type Pair = readonly [name: string, raw: string];

type Style = Pick<Parameter, "name" | "in" | "style" | "explode" | "media" | "schema">;

const SEPARATORS: Readonly<Record<string, RegExp>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /%7C|\|/i,
};

/** Splits a query, or a form that is written as one. */
export function pairsOf(query: string): Pair[] {
  return query
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [decoded(pair), ""] : [decoded(pair.slice(0, at)), pair.slice(at + 1)];
    });
}

/** Decodes a text of a query; one that is not encoded is left as it is. */
export function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return raw;
  }
}

/** The text of a path parameter, not decoded; undefined if the path is another. */
export function valueAt(
  template: string,
  path: string,
  name: string,
  parameters: readonly Parameter[],
): string | undefined {
  const at = namesIn(template).indexOf(name) + 1;
  return (pathPattern(template, parameters).exec(path) ?? pathPattern(template).exec(path))?.[at];
}

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
}

/**
 * The pattern of paths of a template, in which other letters may be encoded.
 *
 * @param parameters Only the values that are listed match: they tell where one ends in `{name}.{extension}`.
 */
export function pathPattern(template: string, parameters: readonly Parameter[] = []): RegExp {
  const [sent = ""] = template.split("#");
  const written = sent.split(/\{[^}]*\}/).map((part) => {
    const encoded = encodeURI(decoded(part.replaceAll("+", "%2B")));
    return encoded === part ? literal(part) : `(?:${literal(part)}|${literal(encoded)})`;
  });
  const values = namesIn(sent).map((name) => {
    const one = parameters.find((each) => each.in === "path" && each.name === name);
    const texts = itemsOf(asObject(one?.schema).enum).flatMap((each) => [
      String(each),
      encodeURIComponent(String(each)),
    ]);
    texts.sort((one, other) => other.length - one.length);
    return texts.length > 0 ? `(${texts.map(literal).join("|")})` : "([^/]*)";
  });
  return new RegExp(`^${written.map((part, at) => part + (values[at] ?? "")).join("")}$`);
}

/** Escapes a text for a regular expression. `RegExp.escape` is not in Node 20 and 22. */
export function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/**
 * Sorts paths in the order in which OpenAPI matches them: `/users/me` before `/users/{id}.json`, and that before
 * `/users/{id}`.
 */
export function pathRank(path: string): string {
  const rank = (segment: string) =>
    /^\{[^{}]*\}$/.test(segment) ? 2 : Number(segment.includes("{"));
  return path.split("/").map(rank).join("");
}

/**
 * Reads the value of a parameter, or of a field of a form, as its style writes it.
 *
 * @param sent What was sent in its place, with other parameters of a query or form.
 * @returns Undefined if nothing was sent; an error for what is not JSON where it is meant.
 */
export function readStyled(
  document: OpenApiDocument,
  parameter: Style,
  sent: readonly Pair[],
): unknown {
  const { name, in: place, schema, media, style, explode } = parameter;
  const decode = place === "header" ? (raw: string) => raw : decoded;
  const raws = sent.filter(([each]) => each === name).map(([, raw]) => raw);
  const [raw] = raws;
  if (media) {
    return raw === undefined ? undefined : parsedJson(decode(raw));
  }
  const types = jsonTypes(document, schema) ?? new Set();
  if (types.has("object") && place === "query" && (style === "deepObject" || explode)) {
    const members =
      style === "deepObject" ? nestedOf(name, sent) : declaredOf(document, parameter, sent);
    return members === undefined ? undefined : typed(document, schema, members);
  }
  if (style === "deepObject") {
    const items = nestedOf(name, sent);
    return items === undefined ? undefined : typed(document, schema, Object.values(items));
  }
  if (raw === undefined) {
    return undefined;
  }
  if (types.has("array") && place === "query" && explode && !isOneScalar(document, schema, raws)) {
    return typed(document, schema, raws.map(decode));
  }
  if (!types.has("array") && !types.has("object")) {
    return raws.length > 1
      ? raws.map(decode)
      : coerced(document, schema, decode(bare(parameter, raw)));
  }
  const parts = splitStyle(parameter, raw).map(decode);
  if (types.has("object")) {
    return typed(document, schema, membersIn(parts, explode));
  }
  return isOneScalar(document, schema, parts)
    ? coerced(document, schema, decode(bare(parameter, raw)))
    : typed(document, schema, parts);
}

/** A text without what its style begins it with. */
function bare({ name, style }: Style, raw: string): string {
  const start = style === "label" ? "." : style === "matrix" ? `;${name}=` : "";
  return raw.startsWith(start) ? raw.slice(start.length) : raw;
}

/** Whether one text is the value itself, of a list or a text. */
function isOneScalar(document: OpenApiDocument, schema: Schema, texts: readonly string[]): boolean {
  const types = jsonTypes(document, schema) ?? new Set();
  const isList = ["string", "integer", "number", "boolean"].every((type) => !types.has(type));
  return texts.length === 1 && !isList;
}

/** The parts of a value between the separators of its style. */
function splitStyle(parameter: Style, raw: string): string[] {
  const { in: place, style, explode } = parameter;
  if (style === "label") {
    return bare(parameter, raw).split(explode ? "." : ",");
  }
  if (style === "matrix") {
    return explode
      ? raw.split(/(?=;)/).map((part) => bare(parameter, part).replace(/^;/, ""))
      : bare(parameter, raw).split(",");
  }
  const separator = SEPARATORS[style];
  return raw.split(separator && !explode ? separator : place === "header" ? /\s*,\s*/ : ",");
}

/** Members that are `name=value` each, or names and values in turn. */
function membersIn(parts: readonly string[], explode: boolean): Record<string, string> {
  const entries = explode
    ? parts.map((part) => part.split(/=(.*)/s))
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : []));
  return Object.fromEntries(entries.map(([name = "", value = ""]) => [name, value]));
}

/** The members of an object that are parameters by themselves: those that are declared, or any of an object without such. */
function declaredOf(
  document: OpenApiDocument,
  { schema }: Style,
  query: readonly Pair[],
): Record<string, unknown> | undefined {
  const { properties } = schemaOf(document, schema);
  const isFree = properties === undefined;
  const found = query.filter(([name]) => isFree || Object.hasOwn(properties ?? {}, name));
  return found.length === 0
    ? undefined
    : gathered(found.map(([name, raw]) => [name, decoded(raw)]));
}

/** Several values of one name are a list. */
function gathered(pairs: readonly (readonly [string, string])[]): Record<string, unknown> {
  const all = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    all.set(name, [...(all.get(name) ?? []), value]);
  }
  const entries = [...all].map(([name, values]) => [name, values.length > 1 ? values : values[0]]);
  return Object.fromEntries(entries);
}

/** Reads `name[a][b]=value`; undefined if there is none. */
function nestedOf(name: string, query: readonly Pair[]): Record<string, unknown> | undefined {
  const root: Record<string, unknown> = {};
  for (const [full, raw] of query) {
    const keys = full.startsWith(`${name}[`)
      ? [...full.slice(name.length).matchAll(/\[([^\]]*)\]/g)]
      : [];
    let at = root;
    for (const [index, [, key = ""]] of keys.entries()) {
      const isLast = index === keys.length - 1;
      const before = Object.hasOwn(at, key) ? at[key] : undefined;
      if (isLast) {
        at[key] = before === undefined ? decoded(raw) : [before, decoded(raw)].flat();
      } else {
        at[key] = before ?? {};
        at = at[key] as Record<string, unknown>;
      }
    }
  }
  return Object.keys(root).length > 0 ? root : undefined;
}

/** Gives the texts within a value the types that the schema has for them. */
export function typed(document: OpenApiDocument, schema: unknown, value: unknown): unknown {
  const types = jsonTypes(document, schema) ?? new Set();
  if (Array.isArray(value)) {
    const [items] = itemSchemas(document, schema);
    return value.map((item) => typed(document, items ?? {}, item));
  }
  if (typeof value !== "object" || value === null) {
    const isList = types.has("array") && !types.has("string");
    return isList ? typed(document, schema, [value]) : coerced(document, schema, String(value));
  }
  if (types.has("array") && !types.has("object")) {
    return typed(document, schema, Object.values(value));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typed(document, memberSchema(document, schema, name), each),
    ]),
  );
}

function memberSchema(document: OpenApiDocument, schema: unknown, name: string): unknown {
  return (
    propertyOf(document, schema, name) ?? schemaOf(document, schema).additionalProperties ?? {}
  );
}

/**
 * Reads a text as the first type that the schema allows it to be: a number in plain form, true or false, null if it is
 * empty, or the text itself.
 */
export function coerced(document: OpenApiDocument, schema: unknown, text: string): unknown {
  const types = jsonTypes(document, schema);
  const isNumeric = types?.has("integer") || types?.has("number");
  const candidates = [
    ...(isNumeric && /^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []),
    ...(types?.has("boolean") && /^(true|false)$/.test(text) ? [text === "true"] : []),
    ...(types?.has("null") && text === "" ? [null] : []),
  ];
  const [only] = candidates;
  if (only === undefined || !types?.has("string")) {
    return only === undefined ? text : only;
  }
  const all = [...candidates, text];
  const stated = schemaOf(document, schema);
  return all.find((each) => errorsOf(document, stated, each, "request").length === 0) ?? only;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new SyntaxError("is not valid JSON");
  }
}
