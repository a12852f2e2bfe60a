import type { LimitAdvice } from "./limiter.ts";

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The result of one call of a batch; a failed call does not fail the others. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown; readonly limit?: undefined }
  | {
      readonly ok: false;
      readonly message: string;
      readonly code?: number | undefined;
      /** Set if the provider rejected the call for its rate limit. */
      readonly limit?: LimitAdvice | undefined;
    };

/** Time after which Multicall3 is looked for again. */
const RECHECK_MS = 600_000;

/** What the nodes of a client have shown of `eth_call`; what is assumed until they have been called. */
export class CallTraits {
  /** Most gas that a call may ask for; Infinity until a call was refused for its gas. */
  maxGas: number = Number.POSITIVE_INFINITY;
  /** Whether blocks can be named by their hash (EIP-1898), and not only by their number. */
  knowsHashes = true;
  /** Whether the chain has Multicall3, so that hundreds of calls cost as much as one. */
  hasMulticall = false;
  /** Instant after which it is looked for again if there was none. */
  multicallCheckAt: number = Number.NEGATIVE_INFINITY;
  /** Contracts that exhaust the gas of a group of calls; they are called separately. */
  readonly greedy = new Set<string>();

  /** Notes whether Multicall3 can be called. */
  noteMulticall(isUsable: boolean): void {
    this.hasMulticall = isUsable;
    this.multicallCheckAt = performance.now() + RECHECK_MS;
  }
}

/** Thrown if a node did not respond, or not with JSON-RPC. */
export class NodeFailureError extends Error {
  override readonly name = "NodeFailureError";
  /** Milliseconds to wait, if the node specifies it. */
  readonly waitMs: number | undefined;
  /** Whether the next request may well succeed. */
  readonly isPassing: boolean;

  constructor(
    message: string,
    { waitMs, isPassing = false }: { waitMs?: number | undefined; isPassing?: boolean } = {},
  ) {
    super(message);
    this.waitMs = waitMs;
    this.isPassing = isPassing;
  }
}

/** Thrown if a node responded with an error to a call that it should be able to serve. */
export class RpcCallError extends Error {
  override readonly name = "RpcCallError";
}

/** Reason why a node at its rate limit is not used. */
export const TOO_MANY_REQUESTS = "too many requests";

const METHOD_NOT_FOUND = -32601;
/** Error messages of nodes that use a non-standard code for a missing method. */
const NO_METHOD =
  /(method|eth_getBlockReceipts).*\b(not|unsupported|unknown)\b|unsupported method/i;

/** Returns whether a call failed because the node does not have its method. */
export function isMethodMissing({ code, message }: RpcResult & { readonly ok: false }): boolean {
  return code === METHOD_NOT_FOUND || NO_METHOD.test(message);
}
