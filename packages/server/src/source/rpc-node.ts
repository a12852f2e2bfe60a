import { type Endpoint, parseEndpoint } from "./endpoint.ts";
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

interface RpcReply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

interface TimedEndpoint extends Endpoint {
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 15_000;
/** Concurrent calls to a node that does not support batches. */
const PARALLEL = 8;
/** If a smaller batch is rejected, the node does not support batches. */
const MIN_BATCH = 8;
const REFUSED_BATCH_STATUSES = [400, 405, 413, 422];
const RATE_CODES = new Set([429, -32005, -32007, -32029, -32097]);
const EXECUTION_REVERTED = 3;
const RATE_MESSAGE =
  /rate.?limit|too many requests|request limit|exceeded.*(capacity|compute|quota|throughput)|compute units/i;

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

/** Returns the rate limit information of a result; undefined if it was not rejected for a rate limit. */
export function limitOf(result: RpcResult | undefined): LimitAdvice | undefined {
  return result?.ok === false ? result.limit : undefined;
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

async function post(endpoint: TimedEndpoint, content: unknown): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...endpoint.headers },
      body: JSON.stringify(content),
      signal: AbortSignal.timeout(endpoint.timeoutMs),
    });
    body = await response.json().catch(() => undefined);
  } catch (error) {
    // The message of fetch is generic; its cause names the problem.
    const { cause, message } = error as Error;
    throw new NodeFailureError(endpoint.redact(cause instanceof Error ? cause.message : message));
  }
  if (response.status === 429) {
    const reply = [body].flat()[0] as RpcReply | undefined;
    const { message = "" } = reply?.error ?? {};
    throw new RateLimitError({ waitMs: retryAfterMs(response), perSecond: statedRate(message) });
  }
  if (Array.isArray(content) && REFUSED_BATCH_STATUSES.includes(response.status)) {
    return body;
  }
  const hasError = typeof body === "object" && body !== null && "error" in body;
  if (body === undefined || body === null || (!response.ok && !hasError)) {
    throw new NodeFailureError(`HTTP status ${response.status}`, retryAfterMs(response));
  }
  return body;
}

/** Orders results by the ids of the replies, which may come in any order. */
function inOrder(count: number, replies: readonly RpcReply[], endpoint: Endpoint): RpcResult[] {
  const byId = new Map(replies.map((reply) => [reply.id, reply]));
  return Array.from({ length: count }, (_, id) => toResult(byId.get(id), endpoint));
}

function toResult(reply: RpcReply | undefined, endpoint: Endpoint): RpcResult {
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
function statedRate(message: string): number | undefined {
  const [, digits] = /(\d+)\s*\/\s*sec(?:ond)?\b/i.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) {
    return undefined;
  }
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : undefined;
}
