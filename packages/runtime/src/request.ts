import { type CallFacts, inputError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Params, PlacedParams } from "./params.ts";
import { hasType, JSON_TYPES, received } from "./values.ts";
import { isHeaders } from "./web.ts";

/** Writing of query parameters, for clients with operations that have some. */
export const queries = { writeQuery };

/** Writing of JSON bodies, for clients with operations that send one. */
export const bodies = { writeBody };

/** Writes path and query of a request. */
export function writeTarget(
  path: string,
  params: PlacedParams,
  encodePath: (value: unknown) => string = (value) => encodeURIComponent(String(value)),
  query?: typeof writeQuery,
): string {
  let target = path;
  for (const [name, value] of Object.entries(params.path)) {
    target = target.replaceAll(`{${name}}`, () => encodePath(value));
  }
  return target + (query?.(params.query) ?? "");
}

/** Writes the query with its `?`; an array repeats its name. Loops: `flat` is slow. */
function writeQuery(query: Params): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`);
    }
  }
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** The body of a request, and the headers that describe it. */
export interface Content {
  readonly body: NonNullable<RequestInit["body"]>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Serializes the JSON body of a call.
 *
 * @throws InputError for a value that JSON would drop or change.
 */
function writeBody(
  call: CallFacts,
  { body, contentType = "application/json" }: Operation,
  fields: Params,
): Content | undefined {
  const toJson = function (this: Params, name: string, value: unknown): unknown {
    if (!isJson(value) || isDropped(this, name, value)) {
      throw inputError(call, name || "body", `is not JSON; ${received(value)}`);
    }
    return typeof value === "bigint" ? Number(value) : value;
  };
  const text = body && JSON.stringify(body === "whole" ? fields.body : fields, toJson);
  return text ? { body: text, headers: { "content-type": contentType } } : undefined;
}

function isJson(value: unknown): boolean {
  if (typeof value === "bigint") {
    // Digit by digit: 2n ** 64n is the same number, but JSON would have 18446744073709552000.
    return String(Number(value)) === String(value);
  }
  return value === undefined || hasType(value, JSON_TYPES);
}

/** An undefined member is left out; but an array has null in its place, and `toJSON` may return it. */
function isDropped(parent: Params, name: string, value: unknown): boolean {
  return value === undefined && (Array.isArray(parent) || parent[name] !== undefined);
}

type NamedHeader = readonly [name: string, value: unknown];
type HeaderList = readonly NamedHeader[];

/**
 * Writes the headers of a call; later ones win over earlier ones.
 *
 * @throws InputError if the platform would refuse or change one; it is not shown, because it may be secret.
 */
export function writeHeaders(
  call: CallFacts,
  own: Readonly<Record<string, string>>,
  given: HeaderList,
): Headers | Readonly<Record<string, string>> {
  if (given.length === 0) {
    return own;
  }
  const headers = new Headers(own);
  for (const [name, value] of given) {
    try {
      headers.set(name, headerText(value));
    } catch {
      // The platform's error would show the value.
      throw inputError(call, "headers", "cannot be sent");
    }
  }
  return headers;
}

const HEADER_TYPES = ["string", "number", "boolean", "array"];

/** @throws TypeError for what the platform would change: it cuts spaces off, and writes `[object Object]`. */
function headerText(value: unknown): string {
  const text = hasType(value, HEADER_TYPES) ? String(value) : " ";
  if (text.trim() !== text) {
    throw new TypeError("not a header value");
  }
  return text;
}

/** Lists headers in the order in which they are set, without those that are undefined. */
export function listHeaders(...all: readonly (object | undefined)[]): HeaderList {
  const list: NamedHeader[] = [];
  for (const headers of all) {
    for (const [name, value] of isHeaders(headers) ? headers : Object.entries(headers ?? {})) {
      if (value !== undefined) {
        list.push([name, value]);
      }
    }
  }
  return list;
}

/** The `redirect` mode of a request: a followed write becomes a GET, and headers go to any origin. */
export function redirectMode(method: string, hasOwnHeaders: boolean): "manual" | "follow" {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && !hasOwnHeaders ? "follow" : "manual";
}

/** Copies a request, because sending one uses up its body. To a `fetch` of another package it is its URL. */
export function copyRequest(request: Request): Request {
  return Object.assign(request.clone(), { toString: () => request.url });
}

/** Reads what a request consists of, for a `fetch` of another package. */
export async function readInit(
  request: Request,
  redirect: Request["redirect"],
): Promise<RequestInit> {
  const { method, headers } = request;
  const isRead = method === "GET" || method === "HEAD";
  const body = isRead ? undefined : await request.clone().arrayBuffer();
  return { method, headers, redirect, ...(body?.byteLength && { body }) };
}
