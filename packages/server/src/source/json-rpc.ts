import type { Hex } from "../handlers/reader.ts";

/** One call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The answer to one call of a batch; a failed one does not fail the others. */
export type RpcResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** A node, or several that take turns when one fails. */
export interface RpcClient {
  /** @throws Error if no node answers, or if the node refuses the call. */
  call<Value>(method: string, ...params: readonly unknown[]): Promise<Value>;
  /** Many calls in few requests, answered in order. @throws Error if no node answers. */
  batch(calls: readonly RpcCall[]): Promise<RpcResult[]>;
}

interface RpcReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

const TIMEOUT_MS = 15_000;
const BATCH_SIZE = 100;

/**
 * Speaks JSON-RPC over HTTP. The first node is asked until it fails; then the next one is.
 *
 * @param urls At least one; they may hold keys, so no error names more of them than the host.
 * @param onFailure Told of each failed request.
 */
export function createRpcClient(
  urls: readonly string[],
  onFailure: (host: string, reason: string) => void = () => {},
): RpcClient {
  let current = 0;
  const send = async (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> => {
    let failure: Error | undefined;
    for (let turn = 0; turn < urls.length; turn++) {
      const url = urls[current] as string;
      try {
        return await post(url, calls);
      } catch (error) {
        const { host } = new URL(url);
        const { message } = error as Error;
        failure = new Error(`${host}: ${message}`);
        onFailure(host, message);
        current = (current + 1) % urls.length;
      }
    }
    throw failure ?? new Error("there is no node to ask");
  };
  return {
    async call<Value>(method: string, ...params: readonly unknown[]) {
      const [reply] = await send([{ method, params }]);
      if (!reply || reply.error) {
        throw new Error(`${method}: ${reply?.error?.message ?? "no answer"}`);
      }
      return reply.result as Value;
    },
    async batch(calls) {
      const results: RpcResult[] = [];
      for (let at = 0; at < calls.length; at += BATCH_SIZE) {
        const part = calls.slice(at, at + BATCH_SIZE);
        const byId = new Map((await send(part)).map((reply) => [reply.id, reply]));
        results.push(...part.map((_, id) => toResult(byId.get(id))));
      }
      return results;
    },
  };
}

async function post(url: string, calls: readonly RpcCall[]): Promise<readonly RpcReply[]> {
  const requests = calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    throw new Error(`status ${response.status}`);
  }
  const body = (await response.json()) as RpcReply | readonly RpcReply[];
  const replies = Array.isArray(body) ? (body as readonly RpcReply[]) : [body as RpcReply];
  if (replies.length !== calls.length) {
    throw new Error(`${replies.length} answers to ${calls.length} calls; batches may be refused`);
  }
  return replies;
}

function toResult(reply: RpcReply | undefined): RpcResult {
  return reply?.error || reply?.result === undefined
    ? { ok: false, message: reply?.error?.message ?? "no answer" }
    : { ok: true, value: reply.result };
}

/** A number as JSON-RPC writes it. */
export function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}
