import type { Middleware } from "openapi-fetch";
import { failureBody, successBody } from "./answer.ts";
import { CallError } from "./api-error.ts";
import type { Answer } from "./call.ts";
import { checkOptions, refuser } from "./check.ts";
import { type Params, place } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions } from "./options.ts";
import { request } from "./request.ts";
import { retryAfterMs } from "./retry.ts";
import { type AnyClientOptions, begin } from "./send.ts";

/** What the service says of its refusal: a problem's detail, an envelope's message, or its text. */
function reason(body: unknown): string {
  const { detail, title, msg, message } = Object(body) as Record<string, unknown>;
  return String(detail ?? msg ?? message ?? title ?? body ?? "no reason given").slice(0, 200);
}

/** Carries out one call: checks and places the parameters, sends the request, judges the answer. */
export async function invoke(
  id: string,
  rule: Operation,
  options: AnyClientOptions,
  uses: readonly Middleware[],
  given: Params,
  call: CallOptions,
): Promise<Answer<unknown>> {
  const sending = begin(id, rule, options, call);
  const refuse = refuser(sending);
  checkOptions(call, refuse);
  const params = place(rule, given, options, refuse);
  const { headers } = call;
  const init = {
    params,
    headers,
    body: rule.body === "whole" ? params.body.body : rule.body && params.body,
  };
  const { response, text = await response.text() } = await request(
    rule.path,
    init,
    uses,
    sending,
    refuse,
  );
  if (!response.ok) {
    const body = failureBody(text);
    const details = { body, retryAfterMs: retryAfterMs(response) };
    const what = `${response.status} ${reason(body)}`;
    throw new CallError("http", sending, what, details, undefined, response);
  }
  if (rule.noContent && !text) {
    return { data: undefined, response };
  }
  const data = successBody(text, response, sending);
  const { codeField, messageField } = rule.envelope ?? {};
  if (codeField && messageField && options.successCodes) {
    const { [codeField]: code, [messageField]: msg } = Object(data);
    if (!options.successCodes.includes(code)) {
      const what = `code ${code}: ${msg}`;
      throw new CallError(
        "envelope",
        sending,
        what,
        { code, msg, body: data },
        undefined,
        response,
      );
    }
  }
  return { data, response };
}
