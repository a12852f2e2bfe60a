import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import type { Params, Refuse } from "./input.ts";
import { writeJson } from "./input.ts";
import type { Operation, ParameterRule } from "./operation.ts";
import { type Reply, type RequestContext, send } from "./send.ts";

const encode = (value: unknown) => encodeURIComponent(String(value));

/** The query with its `?`; an array repeats its name. */
function writeQuery(query: Params): string {
  let text = "";
  for (const name in query) {
    const value = query[name];
    for (const each of Array.isArray(value) ? value : [value]) {
      text += `${text ? "&" : "?"}${encode(name)}=${encode(each)}`;
    }
  }
  return text;
}

/** The part of a client with query parameters. */
export const queries = { writeQuery };

/** The path of a call from its template, which was split at the parameters. */
export const writePath = (segments: readonly string[], values: Params): string =>
  segments.map((each, i) => (i % 2 ? encode(values[each]) : each)).join("");

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
  own: readonly (object | undefined)[],
  token: unknown,
  body: string | undefined,
  refuse: Refuse,
): RequestInit {
  let headers: NonNullable<RequestInit["headers"]> = {
    accept,
    ...(body && { "content-type": contentType }),
  };
  const given = own.filter(Boolean) as object[];
  if (given.length) {
    try {
      headers = new Headers(headers);
      for (const each of given) {
        const entries = Symbol.iterator in each ? each : Object.entries(each);
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
  }
  const redirect = redirectMode(method, token || given.length);
  return { method, headers, redirect, body: body ?? null };
}

/** Sends a request through middleware: forth in order, back in reverse; retries happen beneath. */
export async function sendThrough(
  middlewares: readonly Middleware[],
  request: Request,
  context: RequestContext,
  facts: Omit<MiddlewareCallbackParams, "request">,
): Promise<Reply> {
  for (const middleware of middlewares) {
    const result = await middleware.onRequest?.({ ...facts, request });
    if (result instanceof Response) {
      return { response: result, text: await result.text() };
    }
    request = result ?? request;
  }
  context.isShared = true;
  const handled = middlewares.reduceRight<Promise<Pick<Reply, "response">>>(
    (sent, middleware) =>
      sent.catch(async (error) => {
        const result = await middleware.onError?.({ ...facts, request, error });
        if (result instanceof Response) {
          return { response: result };
        }
        throw result ?? error;
      }),
    send(request, request, context),
  );
  let { response } = await handled;
  const { attempts } = context;
  for (const middleware of [...middlewares].reverse()) {
    const given = { ...facts, request, response, attempts };
    response = (await middleware.onResponse?.(given)) ?? response;
  }
  return { response, text: await response.text() };
}
