import { STATUS_CODES } from "node:http";
import type { HttpError } from "./http-error.ts";
import type { ErrorStyle } from "./spec.ts";

/** The body of an error, and its media type. */
export interface ErrorBody {
  readonly type: string;
  readonly text: string;
}

/**
 * The body of an error in the form that an area uses.
 *
 * @param instance Path and query of the request; goes into problems.
 */
export function errorBody(style: ErrorStyle, error: HttpError, instance: string): ErrorBody {
  return style === "problem" ? problem(error, instance) : envelope(error);
}

/** RFC 9457. `about:blank`: the status says what kind of problem it is. */
function problem(error: HttpError, instance: string): ErrorBody {
  const body = {
    type: "about:blank",
    title: STATUS_CODES[error.status] ?? "Error",
    status: error.status,
    detail: error.message,
    instance: uriReference(instance),
    ...(error.errors ? { errors: error.errors } : {}),
  };
  return { type: "application/problem+json", text: JSON.stringify(body) };
}

/** The `code` repeats the status, so it is never 0, which is success. */
function envelope(error: HttpError): ErrorBody {
  const reasons = error.errors?.map(({ parameter, reason }) => `${parameter}: ${reason}`);
  const msg = reasons?.join("; ") ?? error.message;
  const text = JSON.stringify({ code: error.status, data: {}, msg });
  return { type: "application/json; charset=utf-8", text };
}

/** A problem repeats no more than this of the URL. */
const MAX_INSTANCE = 1024;

/** Whatever a caller sent as URL, in a form that is one. */
function uriReference(url: string): string {
  return url
    .slice(0, MAX_INSTANCE)
    .replace(/%(?![0-9a-f]{2})/gi, "%25")
    .replace(/[^\x21-\x7e]|["<>\\^`{|}]/g, encodeURIComponent);
}
