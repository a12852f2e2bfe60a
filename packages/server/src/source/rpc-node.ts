import { parseEndpoint } from "./endpoint.ts";
import { limitOf, RateLimitError, type RpcCall, type RpcResult } from "./rpc-call.ts";
import { inOrder, type RpcReply, toResult } from "./rpc-reply.ts";
import { post, type TimedEndpoint } from "./rpc-request.ts";

/** One node. */
export interface RpcNode {
  readonly host: string;
  /**
   * Sends calls, batched if the node supports it.
   *
   * @returns A result per call, in order.
   * @throws RateLimitError if the provider rejected the request for its rate limit.
   * @throws NodeFailureError if the node did not respond.
   */
  send(calls: readonly RpcCall[]): Promise<readonly RpcResult[]>;
}

const TIMEOUT_MS = 15_000;
/** Concurrent calls to a node that does not support batches. */
const PARALLEL = 8;
/** If a smaller batch is rejected, the node does not support batches. */
const MIN_BATCH = 8;

/**
 * Creates a client of one node. Rejected batches are split, down to single calls.
 *
 * @param url URL of the node. It may contain credentials and keys, so errors show only the host.
 * @param headers Additional request headers.
 * @param timeoutMs Timeout per request in milliseconds.
 */
export function rpcNode(
  url: string,
  headers?: Readonly<Record<string, string>>,
  timeoutMs: number = TIMEOUT_MS,
): RpcNode {
  const endpoint: TimedEndpoint = { ...parseEndpoint(url, headers), timeoutMs };
  let maxBatch = Number.POSITIVE_INFINITY;

  const sendSingly = async (calls: readonly RpcCall[]): Promise<RpcResult[]> => {
    const results: RpcResult[] = [];
    for (let at = 0; at < calls.length; at += PARALLEL) {
      const part = calls.slice(at, at + PARALLEL);
      results.push(...(await Promise.all(part.map((call) => sendOne(endpoint, call)))));
      if (results.some(({ ok }) => !ok) && results.every(isLimited)) {
        throw new RateLimitError(limitOf(results[0]) ?? {});
      }
    }
    return results;
  };
  const sendBatch = async (calls: readonly RpcCall[]): Promise<readonly RpcResult[]> => {
    const body = await post(endpoint, calls.map(toRequest));
    if (Array.isArray(body) && body.length === calls.length) {
      return inOrder(calls.length, body as readonly RpcReply[], endpoint);
    }
    const refusal = toResult(Array.isArray(body) ? body[0] : (body as RpcReply), endpoint);
    const limit = limitOf(refusal);
    if (limit) {
      throw new RateLimitError(limit);
    }
    maxBatch = calls.length > MIN_BATCH ? Math.floor(calls.length / 4) : 1;
    return send(calls);
  };
  const send = async (calls: readonly RpcCall[]): Promise<readonly RpcResult[]> => {
    if (calls.length === 1 || maxBatch === 1) {
      return sendSingly(calls);
    }
    const results: RpcResult[] = [];
    for (let at = 0; at < calls.length; ) {
      const part = calls.slice(at, at + maxBatch);
      results.push(...(part.length === 1 ? await sendSingly(part) : await sendBatch(part)));
      at += part.length;
    }
    return results;
  };
  return { host: endpoint.host, send };
}

function isLimited(result: RpcResult): boolean {
  return limitOf(result) !== undefined;
}

function toRequest({ method, params }: RpcCall, id: number) {
  return { jsonrpc: "2.0", id, method, params };
}

async function sendOne(endpoint: TimedEndpoint, call: RpcCall): Promise<RpcResult> {
  try {
    const reply = (await post(endpoint, toRequest(call, 0))) as RpcReply;
    return toResult(reply, endpoint);
  } catch (error) {
    if (error instanceof RateLimitError) {
      return { ok: false, message: error.message, limit: error.advice };
    }
    throw error;
  }
}
