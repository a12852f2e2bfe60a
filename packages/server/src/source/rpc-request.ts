import type { Endpoint } from "./endpoint.ts";
import { NodeFailureError, RateLimitError } from "./rpc-call.ts";
import { type RpcReply, statedRate } from "./rpc-reply.ts";

/** An endpoint and the timeout of its requests. */
export interface TimedEndpoint extends Endpoint {
  readonly timeoutMs: number;
}

const REFUSED_BATCH_STATUSES = [400, 405, 413, 422];

/**
 * Sends a JSON-RPC request.
 *
 * @param content A call, or an array of them.
 * @returns The parsed body. For a batch it may be anything, also undefined, if the node rejects batches.
 * @throws RateLimitError if the provider rejected the request for its rate limit.
 * @throws NodeFailureError if the node did not respond, or not with JSON-RPC.
 */
export async function post(endpoint: TimedEndpoint, content: unknown): Promise<unknown> {
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

function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) {
    return undefined;
  }
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : undefined;
}
