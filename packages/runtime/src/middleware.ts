import type { Middleware, MiddlewareCallbackParams } from "openapi-fetch";
import { abortError, inputError } from "./errors.ts";
import { readInit } from "./request.ts";
import { type RequestContext, send } from "./send.ts";
import { waitFor } from "./wait.ts";
import { isRequest, isResponse, isUnread } from "./web.ts";

/** What every hook is called with, besides the request. */
type HookFacts = Omit<MiddlewareCallbackParams, "request">;

/** A response, and the request that it belongs to. */
export interface Exchange {
  readonly response: Response;
  /** Absent: nobody has read it yet. */
  readonly text?: string;
  /** Absent: the one that was given. */
  readonly context?: RequestContext;
}

/**
 * Sends a request through middleware: forth in order, back in reverse; retries happen beneath.
 *
 * @param context The request as it is without middleware.
 */
export async function sendThrough(
  middlewares: readonly Middleware[],
  original: Request,
  context: RequestContext,
  facts: HookFacts,
): Promise<Exchange> {
  let request = original;
  for (const middleware of middlewares) {
    const given = { ...facts, request };
    const result = await run(async () => middleware.onRequest?.(given), context);
    if (isResponse(result)) {
      return { response: result };
    }
    request = result ?? request;
    // A string would be fetched as a URL, by GET.
    if (!isRequest(request)) {
      throw inputError(context, "onRequest", "must return a Request");
    }
  }
  const isOwn = new URL(request.url).origin === new URL(original.url).origin;
  const sent: RequestContext = {
    ...context,
    url: request.url,
    authorize: isOwn ? context.authorize : undefined,
  };
  const back = [...middlewares].reverse();
  // A request that middleware makes would follow redirects.
  const init = await readInit(request, original.redirect);
  let response = await sendOrRecover(back, init, sent, { ...facts, request });
  for (const middleware of back) {
    const given = { ...facts, request, response, attempts: sent.attempts };
    response = (await run(async () => middleware.onResponse?.(given), sent)) ?? response;
    if (!isUnread(response)) {
      throw inputError(sent, "onResponse", "must return a Response, unread");
    }
  }
  return { response, context: sent };
}

/** Sends a request. Its error is offered to middleware, which may replace it or respond instead. */
async function sendOrRecover(
  middlewares: readonly Middleware[],
  init: RequestInit,
  context: RequestContext,
  facts: MiddlewareCallbackParams,
): Promise<Response> {
  let error: unknown;
  try {
    return (await send(facts.request, init, context)).response;
  } catch (caught) {
    error = caught;
  }
  for (const middleware of middlewares) {
    const result = await middleware.onError?.({ ...facts, error });
    if (isResponse(result)) {
      return result;
    }
    error = result ?? error;
  }
  throw error;
}

/** Runs a hook, but waits for it only until the caller aborts. */
async function run<Value>(
  hook: () => Promise<Value>,
  context: RequestContext,
): Promise<Value | undefined> {
  const { signal } = context.options;
  const result = signal?.aborted ? undefined : await waitFor(hook(), Infinity, signal);
  if (signal?.aborted) {
    throw abortError(context, signal);
  }
  return result;
}
