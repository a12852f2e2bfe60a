import type { Middleware } from "openapi-fetch";

export type { Middleware };

/**
 * A bearer token, or a function called for one before each attempt. An (async) function is the place
 * to refresh a token that expires.
 */
export type TokenSource = string | (() => string | Promise<string>);

/** Name and password of a user, for HTTP basic authentication. */
export interface Basic {
  readonly username: string;
  readonly password: string;
}

/** Name and password, or a function called for them before each attempt. */
export type BasicSource = Basic | (() => Basic | Promise<Basic>);

/**
 * A function with the signature of the platform's `fetch`. The URL is passed as a string, or within a
 * `Request` if there is middleware; headers and `AbortSignal` of the attempt in the second argument.
 */
export type Fetch = (input: string | Request, init: RequestInit) => Promise<Response>;

/** Receives log lines; `console` fits. Lines never contain a token, a header or a body. */
export interface Logger {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** When a request is sent again, and how long to wait before. */
export interface RetryOptions {
  /** Maximum number of attempts, the first included. Default 3. */
  attempts?: number | undefined;
  /** Upper bound of the first delay, in milliseconds; it doubles with each attempt. Default 250. */
  baseDelayMs?: number | undefined;
  /** Upper bound of any delay that the server did not ask for, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /**
   * Longest `Retry-After` to wait for, in milliseconds. If the server asks for more, the call fails at
   * once, with `retryAfterMs` set on the error. Default 60,000.
   */
  maxRetryAfterMs?: number | undefined;
}

/** Options that a client holds for all calls and that a single call may override. */
interface SharedOptions {
  /**
   * Timeout of one attempt, in milliseconds, body included; 0 is none. Default 30,000. The whole call may
   * take longer: attempts × this, and the delays between them.
   */
  timeoutMs?: number | undefined;
  /**
   * Retry policy; `false` sends every request once. What a call does not set is that of the client.
   */
  retry?: false | RetryOptions | undefined;
  /** Headers sent with each request; one that is undefined is left out. */
  headers?: Headers | Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Limit of the body of a response, in bytes after decompression. A longer body fails the call with an error
   * of kind `decode`, before the rest of it is read. Default 67,108,864 (64 MiB).
   */
  maxResponseBytes?: number | undefined;
}

/** Options of every client. Nothing is read from the environment. */
export interface ClientOptions extends SharedOptions {
  /** Base URL of the service, e.g. `https://api.example.com`; the paths of the API are appended. */
  baseUrl: string | URL;
  /** Function that sends the requests. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** openapi-fetch middleware. It wraps the call: retries happen beneath it, unseen. */
  middleware?: readonly Middleware[] | undefined;
  /** Logs each attempt: `debug` for a success, `warn` before a retry, `error` for the final failure. */
  logger?: Logger | undefined;
}

/** Option of clients whose API wraps its responses in an envelope with a result code. */
export interface EnvelopeOptions {
  /**
   * Result codes that mean success. A 2xx response with another code is then thrown as an
   * `EnvelopeError`. Default: every 2xx response is returned, whatever its code.
   */
  successCodes?: readonly number[] | undefined;
}

/** Options that a client of any area may have. */
export type AnyClientOptions = ClientOptions &
  EnvelopeOptions & { readonly token?: TokenSource | undefined };

/** Checked options of a client. */
export type Settings = AnyClientOptions & { readonly baseUrl: string };

/** Options of one call. */
export interface CallOptions extends SharedOptions {
  /** Aborts the call: before it is sent, during an attempt, and during the delay before a retry. */
  signal?: AbortSignal | undefined;
}
