import type { Middleware } from "openapi-fetch";

export type { Middleware };

/**
 * A bearer token, or a function asked for one before each attempt. An (async) function is the place
 * to refresh a token that expires.
 */
export type TokenSource = string | (() => string | Promise<string>);

/**
 * A function with the signature of the platform's `fetch`. The URL comes as a string, or in a
 * `Request` if there is middleware; the attempt's headers and `AbortSignal` in the second argument.
 */
export type Fetch = (input: string | Request, init: RequestInit) => Promise<Response>;

/** Where log lines go: `console` fits. Lines never hold a token, a header or a body. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** When and how long to wait before a request is sent again. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. Default 3. */
  attempts?: number | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each attempt. Default 250. */
  baseDelayMs?: number | undefined;
  /** Upper bound of any wait that the server did not ask for, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /**
   * The longest `Retry-After` that is waited for, in milliseconds. A server that asks for more makes
   * the call fail at once, with `retryAfterMs` set on the error. Default 60,000.
   */
  maxRetryAfterMs?: number | undefined;
}

/** Options that a client holds for all calls and that a single call may override. */
export interface SharedOptions {
  /**
   * How long one attempt may take, in milliseconds, its body included. Default 30,000. The whole
   * call may take longer: attempts × this, and the waits between.
   */
  timeoutMs?: number | undefined;
  /** `false` sends every request once. */
  retry?: false | RetryOptions | undefined;
  /** Headers sent with each request. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of every client. Nothing is read from the environment. */
export interface ClientOptions extends SharedOptions {
  /** Where the service answers, e.g. `https://api.example.com`; the paths of the API are appended. */
  baseUrl: string;
  /** Sends the requests; the global `fetch` if not given. */
  fetch?: Fetch | undefined;
  /** openapi-fetch middleware. It wraps the call: retries happen beneath it, unseen. */
  middleware?: readonly Middleware[] | undefined;
  /** Told of each attempt: `debug` if it went well, `warn` before a retry, `error` at the end. */
  logger?: Logger | undefined;
}

/** Option of clients whose API wraps its answers in an envelope with a result code. */
export interface EnvelopeOptions {
  /**
   * The result codes that mean success. A 2xx answer with another code is then thrown as an
   * `EnvelopeError`. Not given: every 2xx answer is returned, whatever its code.
   */
  successCodes?: readonly number[] | undefined;
}

/** Options of one call. */
export interface CallOptions extends SharedOptions {
  /** Ends the call when aborted: before, during an attempt, and while it waits for the next. */
  signal?: AbortSignal | undefined;
}
