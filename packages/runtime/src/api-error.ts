import type { ApiError } from "./errors.ts";

const brand = Symbol.for("chainkit.ApiError");
const secretParameter = /([?&][^=&]*(?:key|token|secret|passw|auth|sign)[^=&]*=)[^&\s]*/gi;

type Kind = ApiError["kind"];

/** What the names of the errors begin with. */
const NAMES: Readonly<Record<Kind, string>> = {
  http: "Http",
  envelope: "Envelope",
  timeout: "Timeout",
  // The platform's name for it, by which code that knows no ApiError tells an abort.
  aborted: "Abort",
  network: "Network",
  decode: "Decode",
  input: "Input",
  pagination: "Pagination",
};

/** What every error says about its call. */
export interface CallFacts {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
}

/** The fields of an error of this kind, without those that every error or response has. */
type DetailsOf<K extends Kind> = Omit<
  Extract<ApiError, { kind: K }>,
  keyof Error | keyof CallFacts | "kind" | "toJSON" | "status" | "headers" | "requestId"
>;

/** Removes the values of query parameters that are named like a secret from the URLs in a text. */
export function redact(text: string): string {
  return text.replace(secretParameter, "$1***");
}

/** The error of a call. Its public shape is the union `ApiError`. */
export class CallError<K extends Kind = Kind> extends Error {
  declare readonly kind: K;

  /**
   * @param what What happened and what to do about it; the operation is put before it.
   * @param response The response, if there was one.
   */
  constructor(
    kind: K,
    { operation, method, url, attempts }: CallFacts,
    what: string,
    details: DetailsOf<K>,
    cause?: unknown,
    response?: Response,
  ) {
    const suffix = attempts > 1 ? ` (${attempts} attempts)` : "";
    super(`${operation}: ${what}${suffix}`.replace(/\s+/g, " "), cause ? { cause } : {});
    Object.assign(this, { kind, operation, method, url: redact(url), attempts }, details);
    if (response) {
      const { status, headers } = response;
      Object.assign(this, { status, requestId: headers.get("x-request-id") ?? undefined });
      // Not enumerable, and so not shown: headers may contain cookies.
      Object.defineProperty(this, "headers", { value: headers });
    }
  }

  override get name(): string {
    return `${NAMES[this.kind]}Error`;
  }

  get [brand](): boolean {
    return true;
  }

  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) };
  }
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
  return value instanceof Error && brand in value;
}
