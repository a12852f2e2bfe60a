import { problemUri } from "@chainkit/openapi/http";
import type { HttpError } from "./http-error.ts";
import { problemTypeOf } from "./problem-types.ts";
import type { ErrorStyle } from "./spec.ts";

/** A serialized error body and its media type. */
export interface ErrorBody {
  readonly type: string;
  readonly text: string;
}

/**
 * Serializes an error in the form of an area.
 *
 * @param instance Path and query of the request; used by problem details.
 */
export function errorBody(style: ErrorStyle, error: HttpError, instance: string): ErrorBody {
  switch (style) {
    case "problem":
      return problem(error, instance);
    case "envelope":
      return envelope(error);
    case "graphql":
      return graphql(error);
  }
}

/** RFC 9457. */
function problem(error: HttpError, instance: string): ErrorBody {
  const type = problemTypeOf(error);
  const body = {
    type: problemUri(type),
    title: type.title,
    status: error.status,
    detail: error.message,
    instance: uriReference(instance),
    ...(error.errors ? { errors: error.errors } : {}),
  };
  return { type: "application/problem+json", text: JSON.stringify(body) };
}

function graphql({ message, status, errors }: HttpError): ErrorBody {
  const reasons = errors?.map(({ parameter, reason }) => `${parameter}: ${reason}`);
  const error = { message: reasons?.join("; ") ?? message, extensions: { status } };
  return { type: "application/json; charset=utf-8", text: JSON.stringify({ errors: [error] }) };
}

/** `code` is the HTTP status, never 0, which means success. */
function envelope(error: HttpError): ErrorBody {
  const reasons = error.errors?.map(({ parameter, reason }) => `${parameter}: ${reason}`);
  const msg = reasons?.join("; ") ?? error.message;
  const text = JSON.stringify({ code: error.status, data: {}, msg });
  return { type: "application/json; charset=utf-8", text };
}

/** Maximum number of characters of the URL in `instance`. */
const MAX_INSTANCE = 1024;

/** Escapes a request target, which may be any text, into a valid URI reference. */
function uriReference(url: string): string {
  return url
    .slice(0, MAX_INSTANCE)
    .toWellFormed()
    .replace(/%(?![0-9a-f]{2})/gi, "%25")
    .replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}
