import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import { JSON_TYPES, type Params, type Refuse, received, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import { type Reply, type RequestContext, send } from "./send.ts";

/** The query with its `?`; an array repeats its name. */
function writeQuery(query: Params): string {
  let text = "";
  for (const name in query) {
    const value = query[name] as string;
    for (const each of Array.isArray(value) ? value : [value]) {
      text += `${text ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(each)}`;
    }
  }
  return text;
}

/** The part of a client with query parameters. */
export const queries = { writeQuery };

/** The path of a call from its template, which was split at the parameters. */
export const writePath = (segments: readonly string[], values: Params): string =>
  segments.map((each, i) => (i % 2 ? encodeURIComponent(values[each] as string) : each)).join("");

/**
 * Serializes the JSON body of a call; nothing if none is sent.
 *
 * @throws What `refuse` makes, for a value that JSON would drop or change.
 */
const writeBody = ({ body: kind }: Operation, fields: Params, refuse: Refuse): string | undefined =>
  JSON.stringify(
    kind === "whole" ? fields.body : fields,
    function (this: Params, name, value: unknown) {
      const sent = typeof value === "bigint" ? Number(value) : value;
      const isSent =
        sent === undefined
          ? // Left out; but an array has null in its place, and `toJSON` may return it.
            !Array.isArray(this) && this[name] === undefined
          : // biome-ignore lint/suspicious/noDoubleEquals: 5n is 5.
            JSON_TYPES.includes(typeOf(sent)) && sent == value;
      if (!isSent) {
        throw refuse(name || "body", `is not JSON; ${received(value)}`);
      }
      return sent;
    },
  );

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
        for (const [name, value] of entries as Iterable<[string, string | undefined]>) {
          if (value !== undefined) {
            headers.set(name, value);
          }
        }
      }
    } catch {
      // The platform's error would show the value.
      throw refuse("headers", "have an invalid name or value");
    }
  }
  return {
    method,
    headers,
    redirect: redirectMode(method, token || given.length),
    body,
  } as RequestInit;
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
  for (const middleware of [...middlewares].reverse()) {
    const given = { ...facts, request, response, attempts: context.attempts };
    response = (await middleware.onResponse?.(given)) ?? response;
  }
  return { response, text: await response.text() };
}
