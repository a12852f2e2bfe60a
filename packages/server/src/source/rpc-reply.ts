import type { Endpoint } from "./endpoint.ts";
import type { RpcResult } from "./rpc-call.ts";

/** A JSON-RPC response object. */
export interface RpcReply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

const RATE_CODES = new Set([429, -32005, -32007, -32029, -32097]);
const EXECUTION_REVERTED = 3;
const RATE_MESSAGE =
  /rate.?limit|too many requests|request limit|exceeded.*(capacity|compute|quota|throughput)|compute units/i;

/** Orders results by the ids of the replies, which may come in any order. */
export function inOrder(
  count: number,
  replies: readonly RpcReply[],
  endpoint: Endpoint,
): RpcResult[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return Array.from({ length: count }, (_, id) => toResult(byId.get(id), endpoint));
}

/** Converts a reply, without the secrets of the endpoint in its message. */
export function toResult(reply: RpcReply | undefined, endpoint: Endpoint): RpcResult {
  if (reply?.error) {
    const { message = "error without a message", code } = reply.error;
    const isLimit =
      (code !== undefined && RATE_CODES.has(code)) ||
      (RATE_MESSAGE.test(message) && !isRevert(code, message));
    const limit = isLimit ? { perSecond: statedRate(message) } : undefined;
    return { ok: false, message: endpoint.redact(String(message)), code, limit };
  }
  return reply?.result === undefined
    ? { ok: false, message: "no response" }
    : { ok: true, value: reply.result };
}

/** Whether a contract has chosen the message. */
function isRevert(code: number | undefined, message: string): boolean {
  return code === EXECUTION_REVERTED || /revert/i.test(message);
}

/** Matches the rate in messages such as "25/second request limit reached". */
export function statedRate(message: string): number | undefined {
  const [, digits] = /(\d+)\s*\/\s*sec(?:ond)?\b/i.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
