import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import { type Params, type Placed, type Refuse, received, refuser, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import { type Reply, type RequestContext, send } from "./send.ts";

/** The part of a client with query parameters. */
export const queries = {
  /** Writes the query with its `?`; an array repeats its name. */
  query(query: Params): string {
    let text = "";
    for (const name in query) {
      const value = query[name] as string;
      for (const each of Array.isArray(value) ? value : [value]) {
        text += `${text ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(each)}`;
      }
    }
    return text;
  },
};

/** The part of a client with JSON bodies. */
export const bodies = {
  /**
   * Serializes the JSON body of a call; nothing if none is sent.
   *
   * @throws What `refuse` throws, for a value that JSON would drop or change.
   */
  body: ({ body: kind }: Operation, fields: Params, refuse: Refuse): string | undefined =>
    JSON.stringify(
      kind === "whole" ? fields.body : fields,
      function (this: Params, name, value: unknown) {
        const sent = typeof value === "bigint" ? Number(value) : value;
        const isSent =
          sent === undefined
            ? // Left out; but an array has null in its place, and `toJSON` may return it.
              !Array.isArray(this) && this[name] === undefined
            : !/ |nan|symbol|function/.test(typeOf(sent)) &&
              // Digit by digit: 2n ** 64n is the same number, but JSON would have 18446744073709552000.
              // biome-ignore lint/suspicious/noDoubleEquals: "5" is 5n.
              (sent === value || `${sent}` == value);
        if (!isSent) {
          refuse(name || "body", `is not JSON; ${received(value)}`);
        }
        return sent;
      },
    ),
};

/** Writes a field of the body again, if that is where the parameter goes. */
function setField(
  prepared: { init: RequestInit; readonly placed: Placed },
  where: "query" | "body",
  name: string,
): void {
  const { init, placed } = prepared;
  if (where === "body") {
    const body = JSON.stringify({ ...JSON.parse(String(init.body)), [name]: placed.body[name] });
    // Not changed in place: a loop beside this one may be sending it.
    prepared.init = { ...init, body };
  }
}

/** The part of a client with listings whose cursor is a field of the body. */
export const bodyCursors = { setField };

/** The `redirect` mode of a request: a followed write becomes a GET, headers go to any origin. */
export const redirectMode = (method: string, hasCredentials: unknown) =>
  hasCredentials || !/GET|HEAD/.test(method) ? "manual" : "follow";

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
  const given = own.flatMap((each = {}) =>
    Symbol.iterator in each ? [...(each as Iterable<unknown>)] : Object.entries(each),
  ) as [string, string | undefined][];
  if (given.length) {
    try {
      headers = new Headers(headers);
      for (const [name, value] of given) {
        if (value !== undefined) {
          // The platform would cut spaces off.
          if (/null|object|function/i.test(typeOf(value)) || /^\s|\s$/.test(value)) {
            throw value;
          }
          headers.set(name, value);
        }
      }
    } catch {
      // The platform's error would show the value.
      refuse("headers", "cannot be sent");
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
): Promise<Pick<Reply, "response">> {
  const { redirect, url } = request;
  for (const middleware of middlewares) {
    const result = await middleware.onRequest?.({ ...facts, request });
    if (result instanceof Response) {
      return { response: result };
    }
    request = result ?? request;
    // A string would be fetched as a URL, by GET.
    if (!(request instanceof Request)) {
      refuser(context)("onRequest", "must return a Request");
    }
  }
  if (new URL(request.url).origin !== new URL(url).origin) {
    context.token = undefined;
  }
  const sent = middlewares.reduceRight<Promise<Pick<Reply, "response">>>(
    (inner, middleware) =>
      inner.catch(async (error) => {
        const result = await middleware.onError?.({ ...facts, request, error });
        if (result instanceof Response) {
          return { response: result };
        }
        throw result ?? error;
      }),
    send(
      request,
      {
        headers: request.headers,
        // Also if middleware makes a Request of its own, which would follow redirects.
        redirect,
      },
      context,
    ),
  );
  return middlewares.reduceRight(async (inner, middleware) => {
    const { response } = await inner;
    const answered = { ...facts, request, response, attempts: context.attempts };
    const result = (await middleware.onResponse?.(answered)) ?? response;
    if (result.bodyUsed !== false) {
      refuser(context)("onResponse", "must return a Response, unread");
    }
    return { response: result };
  }, sent);
}
