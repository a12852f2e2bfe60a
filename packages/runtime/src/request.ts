import type { Middleware } from "openapi-fetch";
import type { Reply } from "./attempt.ts";
import type { Refuse } from "./check.ts";
import type { Params } from "./input.ts";
import { sendThrough } from "./middleware.ts";
import { type Sending, send } from "./send.ts";

/** What a request is made of; the members and their defaults are openapi-fetch's. */
export interface RequestOptions extends Omit<RequestInit, "body" | "headers" | "signal"> {
  readonly params?: { path?: Params; query?: Params; header?: Params } | undefined;
  readonly body?: unknown;
  readonly headers?: object | undefined;
  readonly baseUrl?: string;
  readonly parseAs?: "json" | "text" | "blob" | "arrayBuffer" | "stream";
  readonly middleware?: readonly Middleware[];
  readonly querySerializer?: (query: Params) => string;
  readonly pathSerializer?: (path: string, params: Params) => string;
  readonly bodySerializer?: (body: unknown) => unknown;
}

const fillPath = (path: string, params: Params) =>
  path.replace(/\{(.+?)\}/g, (_, name) => encodeURIComponent(`${params[name]}`));

/** Each with `&` before it: arrays repeat their name, objects are `name[key]`, null is absent. */
const pairs = (name: string, value: unknown): string => {
  if (value == null) {
    return "";
  }
  if (typeof value !== "object") {
    return `&${name}=${encodeURIComponent(`${value}`)}`;
  }
  let text = "";
  for (const [key, part] of Object.entries(value)) {
    text += pairs(Array.isArray(value) ? name : name ? `${name}[${key}]` : key, part);
  }
  return text;
};

const writeQuery = (query: Params) => pairs("", query).slice(1);

/** Later ones win; null takes a header away. */
function mergeHeaders(all: (object | undefined)[], refuse: Refuse): Headers {
  const merged = new Headers();
  try {
    for (const headers of all) {
      if (!headers) {
        continue;
      }
      const entries = Symbol.iterator in headers ? headers : Object.entries(headers);
      for (const [name, value] of entries as Iterable<[string, unknown]>) {
        if (value === null) {
          merged.delete(name);
        } else if (value !== undefined) {
          merged.set(name, String(value));
        }
      }
    }
  } catch {
    // The platform's error would show the value.
    throw refuse("headers", "hold a name or value that HTTP does not allow");
  }
  return merged;
}

/**
 * Makes the request of a call and sends it, through the middleware if there is any.
 *
 * @param path The path template of the operation.
 * @throws ApiError of each kind that concerns sending.
 */
export async function request(
  path: string,
  init: RequestOptions,
  uses: readonly Middleware[],
  sending: Sending,
  refuse: Refuse,
): Promise<Reply> {
  const { fetch, headers: own, baseUrl: origin } = sending.options;
  const {
    params: { path: inPath = {}, query = {}, header = {} } = {},
    body,
    headers: more,
    baseUrl = origin,
    parseAs = "json",
    middleware: _,
    querySerializer = writeQuery,
    pathSerializer = fillPath,
    bodySerializer = JSON.stringify,
    ...rest
  } = init;
  const search = querySerializer(query);
  const url = pathSerializer(baseUrl.replace(/\/$/, "") + path, inPath) + (search && `?${search}`);
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const requestInit = {
    ...rest,
    method: sending.method,
    headers: mergeHeaders([type, own, more, header], refuse),
    ...(body !== undefined && { body: bodySerializer(body) as BodyInit }),
  };
  if (!uses.length) {
    return send(url, requestInit, sending);
  }
  sending.copy = true;
  const signal = sending.signal ?? null;
  return sendThrough(uses, new Request(url, { ...requestInit, signal }), sending, {
    schemaPath: path,
    params: { path: inPath, query, header },
    id: Math.random().toString(36).slice(2),
    options: { baseUrl, parseAs, fetch, querySerializer, pathSerializer, bodySerializer } as never,
  });
}
