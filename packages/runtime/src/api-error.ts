import type { ApiError } from "./errors.ts";

const brand = Symbol.for("chainkit.ApiError");
const names: Record<string, string> = { aborted: "AbortError" };

/** What an error says of the call it ended. */
export interface CallFacts {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
}

type Kind = ApiError["kind"];
type DetailsOf<K extends Kind> = Omit<
  Extract<ApiError, { kind: K }>,
  keyof Error | keyof CallFacts | "kind" | "toJSON"
>;

class CallError extends Error {
  declare readonly kind: Kind;

  constructor(message: string, facts: object, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts);
  }

  // While `super()` captures the stack, `kind` is not there yet.
  override get name(): string {
    const { kind = "api" } = this as { kind?: string };
    return names[kind] ?? `${kind[0]?.toUpperCase()}${kind.slice(1)}Error`;
  }

  get [brand](): boolean {
    return true;
  }

  toJSON(): object {
    const { headers: _, ...facts } = this as Record<string, unknown>;
    return { name: this.name, message: this.message, ...facts };
  }
}

/**
 * Makes the error of one kind.
 *
 * @param what What happened and what to do about it; the operation is put before it.
 */
export function apiError<K extends Kind>(
  kind: K,
  { operation, method, url, attempts }: CallFacts,
  what: string,
  details: DetailsOf<K>,
  cause?: unknown,
): Error {
  const suffix = attempts > 1 ? ` (${attempts} attempts)` : "";
  const message = `${operation}: ${what}${suffix}`.replace(/\s+/g, " ");
  return new CallError(message, { kind, operation, method, url, attempts, ...details }, cause);
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
