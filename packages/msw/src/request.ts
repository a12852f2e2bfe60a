import type { OperationDescription } from "@chainkit/runtime";
import { fault, itemTypesOf, typesOf } from "./schema.ts";

/** Parameters of a request, as the first argument of the client's method, or the reason for its rejection. */
export type Read =
  | { readonly params: Readonly<Record<string, unknown>> }
  | { readonly parameter: string; readonly reason: string };

/**
 * Reads the parameters of a request.
 *
 * @param path Values of the path parameters, by name.
 * @param keys Names of query parameters that are credentials.
 */
export async function readParams(
  operation: OperationDescription,
  path: Readonly<Record<string, string>>,
  request: Request,
  keys: readonly string[] = [],
): Promise<Read> {
  const { places, params: schema } = operation;
  const params: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(path)) {
    if (places[name] === "path") {
      params[name] = parse(text, typesOf(schema, name));
    }
  }
  const { searchParams } = new URL(request.url);
  for (const name of new Set(searchParams.keys())) {
    if (keys.includes(name)) {
      continue;
    }
    if (places[name] !== "query") {
      return { parameter: name, reason: `is not a parameter of ${operation.id}` };
    }
    const isList = typesOf(schema, name).has("array");
    const types = isList ? itemTypesOf(schema, name) : typesOf(schema, name);
    const values = searchParams.getAll(name).map((text) => parse(text, types));
    if (values.length > 1 && !isList) {
      return { parameter: name, reason: "must be given once" };
    }
    params[name] = isList ? values : values[0];
  }
  for (const [name, place] of Object.entries(places)) {
    const text = place === "header" ? request.headers.get(name) : null;
    if (text !== null) {
      params[name] = parse(text, typesOf(schema, name));
    }
  }
  const body = await readBody(operation, request);
  if (body.reason) {
    return { parameter: body.name, reason: body.reason };
  }
  Object.assign(params, body.params);
  const wrong = fault(schema, params, "request");
  if (!wrong) {
    return { params };
  }
  const value = Object.hasOwn(params, wrong.name) ? params[wrong.name] : undefined;
  const received = value === undefined ? "" : `; received ${JSON.stringify(value).slice(0, 80)}`;
  return { parameter: wrong.name || "body", reason: `${wrong.reason}${received}` };
}

/** The text of a URL as a value of one of these types, if it can be one; a number only in plain form. */
function parse(text: string, types: ReadonlySet<string>): unknown {
  const isNumeric = types.has("integer") || types.has("number");
  if (isNumeric && /^-?\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  if (types.has("boolean") && /^(true|false)$/.test(text)) {
    return text === "true";
  }
  return types.has("null") && text === "" ? null : text;
}

async function readBody({ places }: OperationDescription, request: Request) {
  const text = await request.clone().text();
  const kinds = Object.values(places);
  const name = "body";
  if (!kinds.some((place) => place === "field" || place === "body")) {
    return { name, params: {}, reason: text && "must not be sent" };
  }
  if (text === "") {
    return { name, params: {}, reason: "" };
  }
  const type = request.headers.get("content-type") ?? "none";
  if (!/^application\/(.+\+)?json\b/i.test(type)) {
    return { name: "content-type", params: {}, reason: `must be JSON; received ${type}` };
  }
  try {
    const body = JSON.parse(text);
    if (kinds.includes("body")) {
      return { name, params: { body }, reason: "" };
    }
    const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
    return { name, params: isObject ? body : {}, reason: isObject ? "" : "must be an object" };
  } catch {
    return { name, params: {}, reason: "is not valid JSON" };
  }
}
