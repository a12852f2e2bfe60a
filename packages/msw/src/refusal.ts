import type { OperationDescription } from "@chainkit/runtime";
import { type Answer, PROBLEM, responseOf } from "./respond.ts";

type Json = Readonly<Record<string, unknown>>;

/** The documented response to a request that the contract forbids, which says what is wrong. */
export function refuse(
  operation: OperationDescription,
  code: 400 | 401,
  parameter: string,
  reason: string,
): Answer {
  const { mediaType = PROBLEM, examples = {} } = responseOf(operation, code) ?? {};
  const shown = Object.values(examples).map((each) => Object(each) as Json);
  const example = shown.find((each) => blames(each, parameter)) ?? shown[0] ?? {};
  const detail = `${parameter} ${reason}`;
  const body = operation.envelope
    ? { ...example, [operation.envelope.messageField]: detail }
    : {
        type: "about:blank",
        title: "Refused",
        ...example,
        status: code,
        detail,
        instance: undefined,
        errors: code === 400 ? [{ parameter, reason }] : undefined,
      };
  const challenge = code === 401 ? { "www-authenticate": "Bearer" } : {};
  const headers = { "content-type": mediaType, ...challenge };
  return { status: code, body, headers, delayMs: 0, isOffline: false };
}

function blames({ errors }: Json, parameter: string): boolean {
  return Array.isArray(errors) && errors.some((each) => Object(each).parameter === parameter);
}

/**
 * The response where the mock itself is at a loss. No client sends a request again after a 501, and no
 * test takes it for an answer of the service.
 */
export function atLoss(detail: string): Answer {
  const body = { type: "about:blank", title: "Not Implemented", status: 501, detail };
  const headers = { "content-type": PROBLEM };
  return { status: 501, body, headers, delayMs: 0, isOffline: false };
}
