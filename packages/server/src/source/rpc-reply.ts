import type { Endpoint } from "./endpoint.ts";
import type { RpcResult } from "./rpc-call.ts";

/** A JSON-RPC response object. */
export interface RpcReply {
  readonly id?: number | string | null;
  readonly result?: unknown;
  /** Some gateways send a text. */
  readonly error?: { readonly code?: number; readonly message?: string } | string;
}

const RATE_CODES = new Set([429, -32005, -32007, -32016, -32029, -32097]);
const EXECUTION_REVERTED = 3;
/** A gateway may put a page into its message. */
const MAX_MESSAGE = 300;
const RATE_MESSAGE =
  /rate.?limit|too many requests|request limit|exceeded.*(capacity|compute|quota|throughput)|compute units/i;

/** What is said of a range of logs that is too long, by some with the code of a rate limit. */
const RANGE_MESSAGE = /more than [\d,]+ results|block range|response size/i;

/**
 * Orders results by the ids of the replies, which may come in any order. Replies with the same id belong to
 * no call for certain.
 */
export function inOrder(
  count: number,
  replies: readonly (RpcReply | null)[],
  endpoint: Endpoint,
): RpcResult[] {
  // Some gateways return ids as texts.
  const byId = Map.groupBy(replies, (reply) => String(reply?.id));
  return Array.from({ length: count }, (_, id) => {
    const own = byId.get(String(id)) ?? [];
    return toResult(own.length === 1 ? own[0] : undefined, endpoint);
  });
}

/** Converts a reply, without the secrets of the endpoint in its message. */
export function toResult(reply: RpcReply | null | undefined, endpoint: Endpoint): RpcResult {
  if (reply?.error) {
    const { code } = typeof reply.error === "string" ? {} : reply.error;
    const message = errorMessage(reply);
    const isLimit =
      ((code !== undefined && RATE_CODES.has(code)) || RATE_MESSAGE.test(message)) &&
      !RANGE_MESSAGE.test(message) &&
      !isRevert(code, message);
    const limit = isLimit ? { perSecond: statedRate(message) } : undefined;
    return { ok: false, message: endpoint.redact(message).slice(0, MAX_MESSAGE), code, limit };
  }
  return reply?.result === undefined
    ? { ok: false, message: "no response" }
    : { ok: true, value: reply.result };
}

/** Returns the error message of a reply, which may contain secrets; empty if it has no error. */
export function errorMessage(reply: RpcReply | null | undefined): string {
  const { error = "" } = reply ?? {};
  return typeof error === "string" ? error : String(error.message ?? "error without a message");
}

/** Whether a contract has chosen the message, or failed: -32016 is also OpenEthereum's code for that. */
function isRevert(code: number | undefined, message: string): boolean {
  return code === EXECUTION_REVERTED || /revert|execution failed/i.test(message);
}

/** Matches the rate in messages such as "25/second request limit reached". */
export function statedRate(message: string): number | undefined {
  const [, digits] = /(\d+)\s*\/\s*sec(?:ond)?\b/i.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
