import type { RpcCall } from "./json-rpc.ts";

/** What a node answers to one call. */
export interface RpcReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** A node that cannot be used for a while. */
export class NodeFailure extends Error {
  override readonly name = "NodeFailure";
  /** So long the node asks to be left alone, if it says. */
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** One node. */
export interface RpcNode {
  readonly url: string;
  readonly host: string;
  /** Answers to all calls. @throws NodeFailure if there are none. */
  send(calls: readonly RpcCall[]): Promise<readonly RpcReply[]>;
}

const TIMEOUT_MS = 15_000;
/** Calls that are under way at once on a node that takes no batches. */
const PARALLEL = 8;
const RATE_LIMITED = /rate.?limit|too many requests|exceeded.*(capacity|compute|quota)/i;
const RATE_CODES = new Set([429, -32005, -32029]);

/** Speaks to one node. Once it has refused a batch, it is asked call by call. */
export function rpcNode(url: string): RpcNode {
  let takesBatches = true;
  return {
    url,
    host: new URL(url).host,
    async send(calls) {
      if (calls.length > 1 && takesBatches) {
        const replies = await post(url, calls.map(request));
        if (Array.isArray(replies) && replies.length === calls.length) {
          return passed(replies as readonly RpcReply[]);
        }
        passed([replies as RpcReply]);
        takesBatches = false;
      }
      const replies: RpcReply[] = [];
      for (let at = 0; at < calls.length; at += PARALLEL) {
        const part = calls.slice(at, at + PARALLEL);
        const single = await Promise.all(part.map((call, i) => post(url, request(call, at + i))));
        replies.push(...(single as RpcReply[]));
      }
      return passed(replies);
    },
  };
}

function request({ method, params }: RpcCall, id: number) {
  return { jsonrpc: "2.0", id, method, params };
}

async function post(url: string, content: unknown): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await response.json().catch(() => undefined);
  } catch (error) {
    // What fetch says is general; what is the matter is in its cause.
    const { cause, message } = error as Error;
    throw new NodeFailure(cause instanceof Error ? cause.message : message);
  }
  // Nodes refuse batches by any status; a failure of a single call is one of the node.
  const isRefusedBatch = Array.isArray(content) && [400, 405, 413, 422].includes(response.status);
  if (response.status === 429) {
    throw new NodeFailure("too many requests", retryAfter(response));
  }
  if (isRefusedBatch) {
    return undefined;
  }
  const hasError = typeof body === "object" && body !== null && "error" in body;
  if (body === undefined || (!response.ok && !hasError)) {
    throw new NodeFailure(`status ${response.status}`);
  }
  return body;
}

/** @throws NodeFailure if a reply says that the node has had enough. */
function passed(replies: readonly (RpcReply | undefined)[]): readonly RpcReply[] {
  for (const reply of replies) {
    const { code = 0, message = "" } = reply?.error ?? {};
    if (RATE_CODES.has(code) || RATE_LIMITED.test(message)) {
      throw new NodeFailure("too many requests");
    }
  }
  return replies.filter((reply) => reply !== undefined);
}

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after"));
  return seconds > 0 ? seconds * 1000 : undefined;
}
