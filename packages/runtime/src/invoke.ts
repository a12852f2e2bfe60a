import { CallError, type CallFacts } from "./api-error.ts";
import type { Answer } from "./call.ts";
import { checkOptions, type Refuse } from "./check.ts";
import { decode } from "./decode.ts";
import { type Params, place } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import { retryAfterMs } from "./retry.ts";
import { type AnyClientOptions, begin, send } from "./send.ts";

/** openapi-fetch's `request`, of which this module needs no more types. */
export type RawRequest = (
  method: string,
  path: string,
  init?: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** What a call needs of the client it belongs to. */
export interface Context {
  readonly request: RawRequest;
  readonly options: AnyClientOptions;
}

/** Reports wrong input of the call or client that `facts` names. */
export const refuser =
  (facts: CallFacts): Refuse =>
  (parameter, what) =>
    new CallError("input", facts, `${parameter} ${what}`, { parameter });

/** What the service says of its refusal: a problem's detail, an envelope's message, or its text. */
function reason(body: unknown): string {
  const { detail, title, msg, message } = Object(body) as Record<string, unknown>;
  return String(detail ?? msg ?? message ?? title ?? (body || "no reason given")).slice(0, 200);
}

/** Carries out one call: checks and places the parameters, sends the request, judges the answer. */
export async function invoke(
  { request, options }: Context,
  operation: string,
  rule: Operation,
  params: Params,
  call: CallOptions,
): Promise<Answer<unknown>> {
  const sending = begin(operation, rule, options, call);
  const refuse = refuser(sending);
  checkOptions(call, refuse);
  const { body, ...placed } = place(rule, params, options, refuse);
  const { data, error, response } = await request(rule.method, rule.path, {
    params: placed,
    body: rule.body === "whole" ? body.body : rule.body && body,
    headers: call.headers,
    parseAs: "text",
    fetch: (request: Request) => send(request, sending),
  });
  const { status, ok } = response;
  if (!ok) {
    const details = {
      body: error === "" ? undefined : error,
      retryAfterMs: retryAfterMs(response),
    };
    throw new CallError("http", sending, `${status} ${reason(error)}`, details, 0, response);
  }
  if (rule.noContent && !data) return { data: undefined, response };
  let value: unknown;
  try {
    value = decode((data as string) ?? "");
  } catch (cause) {
    const what = `${status} with ${(cause as Error).message}; is baseUrl the API's?`;
    throw new CallError("decode", sending, what, {}, cause, response);
  }
  const { codeField = "", messageField = "" } = (options.successCodes && rule.envelope) || {};
  if (codeField) {
    const { [codeField]: code, [messageField]: msg } = Object(value);
    if (!options.successCodes?.includes(code)) {
      const details = { code, msg, body: value };
      throw new CallError("envelope", sending, `code ${code}: ${msg}`, details, 0, response);
    }
  }
  return { data: value, response };
}
