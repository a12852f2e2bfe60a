import type { ErrorStatus } from "./status.ts";

const brand = Symbol.for("chainkit.ApiError");

/** Fields of every error of a call. */
interface ErrorBase extends Error {
  /** Operation id; `METHOD /path` for a call through `raw`. */
  readonly operation: string;
  readonly method: string;
  /** URL of the request, without credentials and secrets. */
  readonly url: string;
  /** Number of times the request was sent; 0 if it never was. */
  readonly attempts: number;
  /** Returns a plain object for logs, without secrets. */
  toJSON(): Record<string, unknown>;
}

/** The response has a status other than 2xx. */
export interface HttpError<Status extends number = number, Body = unknown> extends ErrorBase {
  readonly kind: "http";
  readonly status: Status;
  /**
   * Parsed JSON body; the text if it is not JSON, or has an integer beyond 2^53, which would be rounded;
   * `undefined` if it is empty.
   */
  readonly body: Body;
  /** Headers of the response. Not enumerable, as they may contain cookies. */
  readonly headers: Headers;
  /** Delay that the service asks for (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** `x-request-id` of the response: quote it when you report the failure. */
  readonly requestId: string | undefined;
}

/** The envelope of a 2xx response has a code that is not among the client's `successCodes`. */
export interface EnvelopeError extends ErrorBase {
  readonly kind: "envelope";
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly body: unknown;
  readonly requestId: string | undefined;
}

/** The last attempt took longer than `timeoutMs`. */
export interface TimeoutError extends ErrorBase {
  readonly kind: "timeout";
}

/** The caller's signal aborted the call; `cause` is the signal's reason. Its `name` is `AbortError`. */
export interface AbortedError extends ErrorBase {
  readonly kind: "aborted";
}

/** No response: connection refused or reset, name not found, TLS failure, offline. */
export interface NetworkError extends ErrorBase {
  readonly kind: "network";
}

/** A 2xx response whose body is not what the contract promises: not JSON, empty, a lossy number. */
export interface DecodeError extends ErrorBase {
  readonly kind: "decode";
  readonly status: number;
  /** JSON pointer of the field that breaks the contract, where the middleware `validate` found it. */
  readonly pointer?: string;
  readonly requestId: string | undefined;
}

/**
 * A parameter or an option is invalid, or what a function among the options returned. Nothing was sent if
 * `attempts` is 0.
 */
export interface InputError extends ErrorBase {
  readonly kind: "input";
  /** Name of the invalid parameter or option. */
  readonly parameter: string;
}

/** A listing returned a cursor for the second time, so that it would never end, or one that is not text. */
export interface PaginationError extends ErrorBase {
  readonly kind: "pagination";
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** Errors that do not depend on the operation. */
type CommonError =
  | EnvelopeError
  | TimeoutError
  | AbortedError
  | NetworkError
  | DecodeError
  | InputError
  | PaginationError;

/** The statuses that an operation does not document, under a name: editors then show it. */
type OtherStatus<Documented> = Exclude<ErrorStatus, Documented>;

/** The statuses of a range such as `4XX`. */
type StatusIn<Range> = Range extends `${infer Hundred}XX`
  ? ToNumber<`${Hundred}${Digit}${Digit}`>
  : never;

/**
 * The errors of one operation: `Bodies` maps each documented status to the type of its body; `4XX`
 * stands for those of its range that are not listed themselves, `default` for all the others.
 * Narrow by `kind`, then by `status`.
 */
export type ApiErrorOf<Bodies> =
  | { [Status in keyof Bodies & number]: HttpError<Status, Bodies[Status]> }[keyof Bodies & number]
  | {
      [Range in keyof Bodies & `${Digit}XX`]: HttpError<
        Exclude<StatusIn<Range>, keyof Bodies>,
        Bodies[Range]
      >;
    }[keyof Bodies & `${Digit}XX`]
  | HttpError<
      OtherStatus<keyof Bodies | StatusIn<keyof Bodies>>,
      Bodies extends { default: infer Body } ? Body : unknown
    >
  | CommonError;

/** Any error of any call. */
export type ApiError = HttpError<ErrorStatus> | CommonError;

type Kind = ApiError["kind"];

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

/** `AbortError` is the platform's name: code that knows no `ApiError` tells an abort by it. */
const NAMES: Readonly<Record<Kind, string>> = {
  http: "HttpError",
  envelope: "EnvelopeError",
  timeout: "TimeoutError",
  aborted: "AbortError",
  network: "NetworkError",
  decode: "DecodeError",
  input: "InputError",
  pagination: "PaginationError",
};

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
    return NAMES[this.kind];
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
