import type { Middleware } from "openapi-fetch";
import { checkMembers, type Refuse, received, typeOf } from "./input.ts";

export type { Middleware };

/**
 * A bearer token, or a function called for one before each attempt. An (async) function is the place
 * to refresh a token that expires.
 */
export type TokenSource = string | (() => string | Promise<string>);

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
   * Timeout of one attempt, in milliseconds, body included. Default 30,000. The whole call may take
   * longer: attempts × this, and the delays between them.
   */
  timeoutMs?: number | undefined;
  /** Retry policy; `false` sends every request once. */
  retry?: false | RetryOptions | undefined;
  /** Headers sent with each request. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of every client. Nothing is read from the environment. */
export interface ClientOptions extends SharedOptions {
  /** Base URL of the service, e.g. `https://api.example.com`; the paths of the API are appended. */
  baseUrl: string;
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

/** Options of one call. */
export interface CallOptions extends SharedOptions {
  /** Aborts the call: before it is sent, during an attempt, and during the delay before a retry. */
  signal?: AbortSignal | undefined;
}

/** The type of an option that is a number; no name of a type is a part of it. */
export const NUMBER = "Number >= 0";

/** The types of options by name, as `typeOf` names them. Empty: checked elsewhere. */
type Types = Readonly<Record<string, string>>;

const SHARED = { headers: "object|Headers Object", retry: "", timeoutMs: NUMBER };

/** Options of a call. */
export const CALL: Types = { ...SHARED, signal: "AbortSignal Object" };

/** Options of every client, and those that the client of an area may have. */
export const CLIENT: Types = {
  ...SHARED,
  baseUrl: "",
  fetch: "function",
  logger: "object|console Object",
  middleware: "array with onRequest, onResponse, onError",
  successCodes: "array",
  token: "",
};

const RETRY: Types = {
  attempts: NUMBER,
  baseDelayMs: NUMBER,
  maxDelayMs: NUMBER,
  maxRetryAfterMs: NUMBER,
};

/**
 * Checks the options of a client or call, so that none is ignored or taken for something else.
 *
 * @param known The types of the options that there are.
 * @returns Those that are set.
 * @throws What `refuse` throws, for the first option that is unknown or wrong.
 */
export function checkOptions<Options extends object>(
  options: Options,
  known: Types,
  refuse: Refuse,
  of = "options",
): Options {
  const set: Record<string, unknown> = {};
  checkMembers(of, options, known, refuse);
  for (const name in options) {
    const value: unknown = options[name];
    const types = known[name];
    if (value !== undefined) {
      if (
        types &&
        (!types.includes(typeof value === "number" && value >= 0 ? NUMBER : typeOf(value)) ||
          (name === "middleware" &&
            (value as Middleware[]).some(
              (each) =>
                !(each?.onRequest ?? each?.onResponse ?? each?.onError) ||
                // A misspelt hook would never be called. It may have other members of its own.
                /\bon(?!(Request|Response|Error)\b)(Req|Resp|Err)/.test(Object.keys(each) as never),
            )))
      ) {
        refuse(name, `must be of type ${types}; ${received(value)}`);
      }
      set[name] =
        name === "retry" && value !== false
          ? checkOptions(value as object, RETRY, refuse, name)
          : value;
    }
  }
  return set as Options;
}

/** Returns the base URL without a slash at its end. An invalid one is not shown: it may be secret. */
export function checkBaseUrl(baseUrl: string, refuse: Refuse): string {
  try {
    // A page's own origin stands behind a relative base URL.
    const url = new URL(baseUrl, (globalThis as { location?: unknown }).location as string);
    // A server variable such as `{region}` in it would be sent as it is, and so would a space.
    if (/^http[^{ ?#@]+$/.test(url.origin + baseUrl)) {
      return baseUrl.replace(/\/$/, "");
    }
  } catch {}
  refuse("baseUrl", "must be an http(s) URL without ? # @ {");
}
