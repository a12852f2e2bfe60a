import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import type { CallInit, Reply, RequestContext } from "./attempt.ts";
import type { Params, Placed, Refuse } from "./input.ts";
import { writeJson } from "./input.ts";
import type { Operation, ParameterRule } from "./operation.ts";
import { send } from "./send.ts";

const encode = (value: unknown) => encodeURIComponent(String(value));

/** The query with its `?`; an array repeats its name. */
function writeQuery(query: Params): string {
  let text = "";
  for (const name in query) {
    for (const value of [query[name]].flat()) {
      text += `${text ? "&" : "?"}${encode(name)}=${encode(value)}`;
    }
  }
  return text;
}

/** The part of a client with query parameters. */
export const queries = { writeQuery };

/** The URL of a call. */
export const writeUrl = (base: string, { path, query }: Placed, write?: typeof writeQuery) =>
  base.replace(/\{(.+?)\}/g, (_, name) => encode(path[name])) + (write?.(query) ?? "");

/** The body of a call; nothing if none is sent. */
function writeBody(
  { body: kind, parameters = {} }: Operation,
  body: Params,
  refuse: Refuse,
): string | undefined {
  for (const name in parameters) {
    const { in: where, required } = parameters[name] as ParameterRule;
    if (where === "body" && required && !Object.hasOwn(body, name)) {
      throw refuse(name, "is required");
    }
  }
  return writeJson(kind === "whole" ? body.body : body, refuse);
}

/** The part of a client with JSON bodies. */
export const bodies = { writeBody };

/** The `redirect` mode of a request: a followed write becomes a GET, headers go to any origin. */
export const redirectMode = (method: string, hasCredentials: unknown) =>
  hasCredentials || !/^(GET|HEAD)$/.test(method) ? "manual" : "follow";

/** Makes the second argument of `fetch` for a call. Later headers win over earlier ones. */
export function writeInit(
  {
    method,
    accept = "application/json, application/problem+json",
    contentType = "application/json",
  }: Operation,
  own: (object | undefined)[],
  header: object,
  token: unknown,
  body: string | undefined,
  refuse: Refuse,
): CallInit {
  const headers = new Headers({ accept, ...(body && { "content-type": contentType }) });
  try {
    for (const given of [...own, header]) {
      const entries = Object(given)[Symbol.iterator] ? given : Object.entries(given ?? {});
      for (const [name, value] of entries as Iterable<[string, unknown]>) {
        if (value !== undefined) {
          headers.set(name, String(value));
        }
      }
    }
  } catch {
    // The platform's error would show the value.
    throw refuse("headers", "have an invalid name or value");
  }
  const redirect = redirectMode(method, token || own.some(Boolean));
  return { method, headers, redirect, body: body ?? null };
}

/** The response with a body that can be read once more. */
export const readable = ({ response, body }: Reply): Response =>
  // The statuses 204, 205 and 304 refuse even an empty body; 0 is a redirect that a browser hides.
  response.status ? new Response(body.byteLength ? body : null, response) : response;

/** Sends a request through middleware: forth in order, back in reverse; retries happen beneath. */
export async function sendThrough(
  middlewares: readonly Middleware[],
  request: Request,
  context: RequestContext,
  facts: Omit<MiddlewareCallbackParams, "request">,
): Promise<Response> {
  for (const middleware of middlewares) {
    const result = await middleware.onRequest?.({ ...facts, request });
    if (result instanceof Response) {
      return result;
    }
    request = result ?? request;
  }
  const back = [...middlewares].reverse();
  let response: Response | undefined;
  try {
    response = readable(await send(request, request, context));
  } catch (caught) {
    let error = caught;
    for (const middleware of back) {
      const result = await middleware.onError?.({ ...facts, request, error });
      if (result instanceof Response) {
        response = result;
        break;
      }
      error = result ?? error;
    }
    if (!response) {
      throw error;
    }
  }
  const { attempts } = context;
  for (const middleware of back) {
    const sent = { ...facts, request, attempts };
    response = (await middleware.onResponse?.({ ...sent, response })) ?? response;
  }
  return response;
}
