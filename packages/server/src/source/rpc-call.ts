import type { LimitAdvice } from "./limiter.ts";

/** A JSON-RPC call. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The result of one call of a batch; a failed call does not fail the others. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code?: number | undefined;
      /** Set if the provider rejected the call for its rate limit. */
      readonly limit?: LimitAdvice | undefined;
    };

/** Thrown if a node did not respond, or not with JSON-RPC. */
export class NodeFailureError extends Error {
  override readonly name: string = "NodeFailureError";
  /** Milliseconds to wait, if the node specifies it. */
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Thrown if a provider rejected a whole request for its rate limit. */
export class RateLimitError extends NodeFailureError {
  override readonly name = "RateLimitError";
  readonly advice: LimitAdvice;

  constructor(advice: LimitAdvice) {
    super("too many requests", advice.waitMs);
    this.advice = advice;
  }
}

/** Returns the rate limit information of a result; undefined if it was not rejected for a rate limit. */
export function limitOf(result: RpcResult | undefined): LimitAdvice | undefined {
  return result?.ok === false ? result.limit : undefined;
}
