/**
 * Objects of the Fetch API, recognised by what they can do: a `fetch` of another package or realm has classes
 * of its own.
 */

import { hasMethods } from "./values.ts";

/** Whether a value is a `Response`. */
export function isResponse(value: unknown): value is Response {
  return typeof Object(value).status === "number" && hasMethods(value, ["text", "clone"]);
}

/** Whether a value is a `Response` whose body nobody has read yet. */
export function isUnread(value: unknown): value is Response {
  return isResponse(value) && !value.bodyUsed;
}

/** Whether a value is a `Request`. */
export function isRequest(value: unknown): value is Request {
  return typeof Object(value).method === "string" && hasMethods(value, ["clone"]);
}

/** Whether a value is `Headers`. */
export function isHeaders(value: unknown): value is Headers {
  return hasMethods(value, ["get", "append"]);
}

/** Whether a value is an `AbortSignal`. */
export function isAbortSignal(value: unknown): value is AbortSignal {
  return typeof Object(value).aborted === "boolean" && hasMethods(value, ["addEventListener"]);
}

/** Whether code can send cookies; browsers leave the header out. */
export function canSendCookies(): boolean {
  return new Request("http://localhost", { headers: { cookie: "a=b" } }).headers.has("cookie");
}
