import { apiError, type CallFacts } from "./api-error.ts";
import type { Answer } from "./call.ts";
import { checkOptions } from "./check.ts";
import { decode } from "./decode.ts";
import type { ErrorStatus } from "./errors.ts";
import { type Params, place, type Refuse } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import { redact } from "./redact.ts";
import { retryAfterMs } from "./retry.ts";
import { type Sending, type SendOptions, send } from "./send.ts";

/** openapi-fetch's `request`, of which this module needs no more types. */
export type RawRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** What a call needs of the client it belongs to. */
export interface Context {
  readonly request: RawRequest;
  readonly options: SendOptions;
}

/** Makes the `fetch` through which openapi-fetch sends one call, and the facts that it fills in. */
export function sender(
  operation: string,
  rule: Pick<Operation, "method" | "path" | "auth" | "idempotent">,
  options: SendOptions,
  call: CallOptions,
): { sending: Sending; fetch: (request: Request) => Promise<Response> } {
  const sending: Sending = {
    operation,
    method: rule.method,
    url: redact(options.baseUrl.replace(/\/$/, "") + rule.path),
    attempts: 0,
    rule,
    options: {
      ...options,
      timeoutMs: call.timeoutMs ?? options.timeoutMs,
      retry: call.retry ?? options.retry,
      signal: call.signal,
    },
  };
  const fetch = (request: Request) => {
    sending.url = redact(request.url);
    return send(request, sending);
  };
  return { sending, fetch };
}

/** Reports wrong input of the call or client that `facts` names. */
export const refuser =
  (facts: CallFacts): Refuse =>
  (parameter, what) =>
    apiError("input", facts, `${parameter} ${what}`, { parameter });

/** Carries out one call: checks and places the parameters, sends the request, judges the answer. */
export async function invoke(
  { request, options }: Context,
  operation: string,
  rule: Operation,
  params: Params,
  call: CallOptions,
): Promise<Answer<unknown>> {
  const { sending, fetch } = sender(operation, rule, options, call);
  const refuse = refuser(sending);
  checkOptions(call, refuse);
  const { body, ...placed } = place(rule, params, options, refuse);
  const { data, error, response } = await request(rule.method, rule.path, {
    params: placed,
    body: rule.body === "whole" ? body["body"] : rule.body && body,
    headers: call.headers,
    parseAs: "text",
    fetch,
  });
  const { status, headers } = response;
  const requestId = headers.get("x-request-id") ?? undefined;
  if (!response.ok) {
    const shown = new Headers(headers);
    shown.delete("set-cookie");
    throw apiError("http", sending, `${status} ${reason(error)}`, {
      status: status as ErrorStatus,
      body: error === "" ? undefined : error,
      headers: shown,
      retryAfterMs: retryAfterMs(response),
      requestId,
    });
  }
  if (rule.noContent && !data) return { data: undefined, response };
  let value: unknown;
  try {
    value = decode((data as string) ?? "", headers.get("content-type"));
  } catch (cause) {
    const what = `${status}, but ${(cause as Error).message}; is baseUrl the API's?`;
    throw apiError("decode", sending, what, { status, requestId }, cause);
  }
  if (rule.envelope && options.successCodes) {
    const fields = Object(value) as Record<string, unknown>;
    const code = fields[rule.envelope.codeField] as number;
    const msg = String(fields[rule.envelope.messageField]);
    if (!options.successCodes.includes(code)) {
      const details = { status, code, msg, body: value, requestId };
      throw apiError("envelope", sending, `code ${code}: ${msg}`, details);
    }
  }
  return { data: value, response };
}

/** What the service says of its refusal: a problem's detail, an envelope's message, or its text. */
function reason(body: unknown): string {
  const { detail, title, msg, message } = Object(body) as Record<string, unknown>;
  const text = [detail, msg, message, title, body].find((part) => part && typeof part === "string");
  return String(text ?? "without a reason").slice(0, 200);
}
