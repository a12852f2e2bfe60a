import type { ApiError, Kind } from "./error-types.ts";

const brand = Symbol.for("chainkit.ApiError");

/** The call that an error belongs to. */
export interface CallFacts {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Number of times the request was sent. */
  readonly attempts: number;
}

/** What an error has beyond its kind and its call: cause, response and the fields of its kind. */
export interface ErrorDetails {
  readonly cause?: unknown;
  readonly response?: Response;
  readonly [field: string]: unknown;
}

const SECRET_NAME = /key|token|secret|passw|auth|sign/i;

/** Removes the values of query parameters that are named like a secret from the URLs in a text. */
export function redact(text: string): string {
  return text.replace(/([?&][^?&=\s]*=)[^&\s]*/g, (parameter, start) =>
    SECRET_NAME.test(start) ? `${start}***` : parameter,
  );
}

/** Error of a call. Users see it as the union `ApiError`. */
export class CallError extends Error {
  declare readonly kind: Kind;
  declare readonly operation: string;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly attempts: number;

  /** @param problem What happened and what to do about it; the operation is put before it. */
  constructor(kind: Kind, problem: string, call: CallFacts, details: ErrorDetails = {}) {
    const { operation, method, attempts } = call;
    const { cause, response, ...fields } = details;
    const count = attempts > 1 ? ` (${attempts} attempts)` : "";
    const message = `${operation}: ${problem}${count}`.replace(/\s+/g, " ");
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { kind, operation, method, url: redact(call.url), attempts });
    if (response) {
      const requestId = response.headers.get("x-request-id") || undefined;
      Object.assign(this, { status: response.status, requestId });
      // Not enumerable, and so not shown: headers may contain cookies.
      Object.defineProperty(this, "headers", { value: response.headers });
    }
    Object.assign(this, fields);
  }

  override get name(): string {
    // `AbortError` is the platform's name: code that knows no `ApiError` tells an abort by it.
    const name = this.kind === "aborted" ? "abort" : this.kind;
    return `${name.replace(/^./, (first) => first.toUpperCase())}Error`;
  }

  get [brand](): boolean {
    return true;
  }

  toJSON(): object {
    const { name, message } = this;
    return { ...this, name, message };
  }
}

/** Creates the error for a call whose signal has aborted. */
export function abortError(call: CallFacts, { reason }: AbortSignal): CallError {
  return new CallError("aborted", "aborted", call, { cause: reason });
}

/** Creates the error for an invalid parameter or option. */
export function inputError(
  call: CallFacts,
  parameter: string,
  problem: string,
  cause?: unknown,
): CallError {
  return new CallError("input", `${parameter} ${problem}`, call, { parameter, cause });
}

/** Creates the error for a response that is not what the contract promises. */
export function decodeError(
  problem: string,
  response: Response,
  call: CallFacts,
  cause?: unknown,
): CallError {
  return new CallError("decode", `${response.status} with ${problem}`, call, { cause, response });
}

/**
 * Checks whether a caught value is an error of a call, made by this or any other copy of the runtime.
 *
 * @example
 * try {
 *   await chainData.getBlock({ chain_name: "ethereum", block_number: "latest" });
 * } catch (error) {
 *   if (isApiError(error) && error.kind === "http") console.error(error.status, error.body);
 *   else throw error;
 * }
 */
export function isApiError(value: unknown): value is ApiError {
  return brand in Object(value);
}

/** The members of a problem (RFC 9457) that have a meaning everywhere. */
export interface ProblemDetails {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly instance?: string;
}

/**
 * Checks whether the body of an error is a problem (RFC 9457): an object with a title, a detail or a type.
 *
 * @param body `body` of an error of kind `http`.
 * @example
 * if (isApiError(error) && error.kind === "http" && isProblem(error.body)) {
 *   console.error(error.status, error.body.title, error.body.detail);
 * }
 */
export function isProblem(body: unknown): body is ProblemDetails {
  const { title, detail, type } = Object(body) as ProblemDetails;
  return typeof (title ?? detail ?? type) === "string";
}
