/** What every error of a call tells. */
interface ErrorBase extends Error {
  /** The operation id; `METHOD /path` for a call through `raw`. */
  readonly operation: string;
  readonly method: string;
  /** The URL asked for, without credentials and secrets. */
  readonly url: string;
  /** How many times the request was sent; 0 if it never was. */
  readonly attempts: number;
  /** A plain object for logs; holds no secret. */
  toJSON(): Record<string, unknown>;
}

/** The service answered with a status that is no success. */
export interface HttpError<Status extends number = number, Body = unknown> extends ErrorBase {
  readonly kind: "http";
  readonly status: Status;
  /** The parsed JSON body, the text if it is not JSON, `undefined` if it is empty. */
  readonly body: Body;
  /** The headers of the answer, without `set-cookie`. */
  readonly headers: Headers;
  /** How long the service asks to wait, in milliseconds (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** `x-request-id` of the answer: name it when you report the failure. */
  readonly requestId: string | undefined;
}

/** A 2xx answer whose envelope holds a code that is none of the client's `successCodes`. */
export interface EnvelopeError extends ErrorBase {
  readonly kind: "envelope";
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly body: unknown;
  readonly requestId: string | undefined;
}

/** An attempt took longer than `timeoutMs`, and no further one was left. */
export interface TimeoutError extends ErrorBase {
  readonly kind: "timeout";
}

/** The caller's signal ended the call; `cause` is the signal's reason. Its `name` is `AbortError`. */
export interface AbortedError extends ErrorBase {
  readonly kind: "aborted";
}

/** No answer came: connection refused, reset, name not found, TLS, offline. */
export interface NetworkError extends ErrorBase {
  readonly kind: "network";
}

/** A 2xx answer that cannot be taken for what the contract promises: no JSON, empty, a lossy number. */
export interface DecodeError extends ErrorBase {
  readonly kind: "decode";
  readonly status: number;
  readonly requestId: string | undefined;
}

/** The caller's input is wrong. Nothing was sent. */
export interface InputError extends ErrorBase {
  readonly kind: "input";
  /** The parameter or option at fault. */
  readonly parameter: string;
}

/** A listing gave a cursor that it had given before: it would never end. */
export interface PaginationError extends ErrorBase {
  readonly kind: "pagination";
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;
/** Every status that is no success; a finite union, so that `status === 404` narrows. */
export type ErrorStatus = ToNumber<`${3 | 4 | 5}${Digit}${Digit}`>;

/** The errors that do not depend on the operation. */
type CommonError =
  | EnvelopeError
  | TimeoutError
  | AbortedError
  | NetworkError
  | DecodeError
  | InputError
  | PaginationError;

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
      Exclude<ErrorStatus, keyof Bodies | StatusIn<keyof Bodies>>,
      Bodies extends { default: infer Body } ? Body : unknown
    >
  | CommonError;

/** Any error of any call. */
export type ApiError = HttpError<ErrorStatus> | CommonError;
