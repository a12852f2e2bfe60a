import type { ErrorStatus } from "./status.ts";

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

/** Discriminant of the errors. */
export type Kind = ApiError["kind"];
