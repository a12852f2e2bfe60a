import type { ApiError } from "./errors.ts";
import { redact } from "./redact.ts";

const brand = Symbol.for("chainkit.ApiError");

/** What an error says of the call it ended. */
export interface CallFacts {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
}

type Kind = ApiError["kind"];
/** What an error of this kind has beyond what every error has, and beyond what its answer tells. */
type DetailsOf<K extends Kind> = Omit<
  Extract<ApiError, { kind: K }>,
  keyof Error | keyof CallFacts | "kind" | "toJSON" | "status" | "headers" | "requestId"
>;

/** The error of a call. Its public shape is the union `ApiError`. */
export class CallError<K extends Kind = Kind> extends Error {
  declare readonly kind: K;

  /**
   * @param what What happened and what to do about it; the operation is put before it.
   * @param response The answer, where one came.
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
      // Not enumerable, and so not shown: headers may hold cookies.
      Object.defineProperty(this, "headers", { value: headers });
    }
  }

  override get name(): string {
    // While `super()` captures the stack, `kind` is not there yet.
    const kind = (this.kind ?? "api") as string;
    return `${kind[0]?.toUpperCase()}${kind.slice(1)}Error`.replace("edE", "E");
  }

  get [brand](): boolean {
    return true;
  }

  toJSON(): object {
    return { name: this.name, message: this.message, ...(this as object) };
  }
}

/**
 * Tells whether a caught value is an error of a call, made by this or any other copy of the runtime.
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
