import { parseRetryAfter } from "@chainkit/openapi/http";
import type { Endpoint } from "./endpoint.ts";
import type { LimitAdvice } from "./limiter.ts";
import { readBytes } from "./read-text.ts";
import { NodeFailureError, type RpcCall, type RpcResult, TOO_MANY_REQUESTS } from "./rpc-call.ts";

/** Advice of a response whose status says that the whole request exceeded the rate limit. No JSON has it. */
const LIMIT = Symbol("limit");

/** An endpoint and the timeout of its requests. */
export interface TimedEndpoint extends Endpoint {
  readonly timeoutMs: number;
}

export interface RpcReply {
  readonly id?: number | string | null;
  readonly result?: unknown;
  /** Some gateways send a text. */
  readonly error?:
    | { readonly code?: number; readonly message?: string; readonly data?: unknown }
    | string;
  readonly [LIMIT]?: LimitAdvice;
}

const REFUSED_BATCH_STATUSES = [400, 405, 413, 422];

/**
 * Longest response in bytes, many times that of the largest block. Contracts decide what calls return: hundreds of
 * texts of megabytes in one batch would not fit into a string.
 */
const MAX_RESPONSE = 128 * 2 ** 20;

/** Parses the body of a response; undefined if it is not JSON. */
export type ParseBody = (body: Uint8Array) => unknown;

/** Sends one call. @throws NodeFailureError if the node did not respond, or not with JSON-RPC. */
export async function sendOne(endpoint: TimedEndpoint, call: RpcCall): Promise<RpcResult> {
  return toResult((await post(endpoint, toRequest(call, 0))) as RpcReply, endpoint);
}

/**
 * Sends calls in one request.
 *
 * @param parse How the response is parsed.
 * @returns A result per call, in order; undefined if the node rejects batches, or responds to this one with more than
 *   128 MiB: fewer calls are to be sent then.
 * @throws NodeFailureError if the node did not respond, or not with JSON-RPC.
 */
export async function sendBatch(
  endpoint: TimedEndpoint,
  calls: readonly RpcCall[],
  parse?: ParseBody,
): Promise<readonly RpcResult[] | undefined> {
  const body = await post(endpoint, calls.map(toRequest), parse);
  if (Array.isArray(body) && body.length === calls.length) {
    const replyOf = repliesById(body as readonly (RpcReply | null)[]);
    return calls.map((_, id) => toResult(replyOf(id), endpoint));
  }
  const refusal = toResult([body as RpcReply].flat()[0], endpoint);
  return refusal.limit && calls.map(() => refusal);
}

function toRequest({ method, params }: RpcCall, id: number) {
  return { jsonrpc: "2.0", id, method, params };
}

/** Sends JSON. Redirects are not followed, because headers and the path may be secrets. @returns The parsed body. */
async function post(
  endpoint: TimedEndpoint,
  content: unknown,
  parse: ParseBody = parseJson,
): Promise<unknown> {
  let response: Response;
  let bytes: Uint8Array | undefined;
  try {
    response = await fetch(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...endpoint.headers },
      body: JSON.stringify(content),
      redirect: "manual",
      signal: AbortSignal.timeout(endpoint.timeoutMs),
    });
    bytes = await readBytes(response.body, MAX_RESPONSE);
  } catch (error) {
    if ((error as Error).name === "TimeoutError") {
      const message = `no response within ${endpoint.timeoutMs / 1000} s`;
      throw new NodeFailureError(message, { isPassing: false });
    }
    throw new NodeFailureError(endpoint.redact(reasonOf(error as Error)), { isPassing: true });
  }
  if (bytes === undefined && !Array.isArray(content)) {
    throw new NodeFailureError("a response of more than 128 MiB", { isPassing: false });
  }
  const body = bytes && (await (response.ok ? parse : parseJson)(bytes));
  const waitMs = parseRetryAfter(response.headers.get("retry-after")) || undefined;
  if (response.status === 429) {
    const [reply] = [body].flat() as (RpcReply | undefined)[];
    const limit = { waitMs, perSecond: statedRate(errorMessage(reply)) };
    return { error: TOO_MANY_REQUESTS, [LIMIT]: limit };
  }
  const isRefused = bytes === undefined || REFUSED_BATCH_STATUSES.includes(response.status);
  if (Array.isArray(content) && isRefused) {
    return body;
  }
  if (typeof body !== "object" || body === null || (!response.ok && !("error" in body))) {
    const isPassing = response.status >= 500 && waitMs === undefined;
    throw new NodeFailureError(describe(response), { waitMs, isPassing });
  }
  return body;
}

/** Parses a body; undefined if it is not JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function describe({ status, ok, headers }: Response): string {
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null && URL.canParse(location)) {
    const { protocol, host } = new URL(location);
    return `HTTP status ${status} to ${protocol}//${host}; redirects are not followed`;
  }
  if (status === 401 || status === 403) {
    return `HTTP status ${status}; check the key in its URL, or --rpc-header`;
  }
  return ok ? `HTTP status ${status}, but no JSON-RPC response` : `HTTP status ${status}`;
}

/** Describes why a request failed. The message of `fetch` is generic; its cause names the problem. */
export function reasonOf(error: Error): string {
  const problem = error.cause instanceof Error ? error.cause : error;
  // A host with several addresses, such as localhost: each has failed, and the message is empty.
  if (problem instanceof AggregateError && problem.message === "") {
    return `connection failed: ${problem.errors.map(({ message }: Error) => message).join("; ")}`;
  }
  // OpenSSL puts a thread id and a line of its sources into the message.
  const { library, reason } = problem as { readonly library?: string; readonly reason?: string };
  return library === undefined ? `connection failed: ${problem.message}` : `TLS: ${reason}`;
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
 * Returns a function that finds the reply with an id; replies may come in any order. Those with the same id belong to no
 * call for certain.
 */
export function repliesById(
  replies: readonly (RpcReply | null)[],
): (id: number) => RpcReply | null | undefined {
  const byId = new Map<string, RpcReply | null | undefined>();
  for (const reply of replies) {
    // Some gateways return ids as texts.
    const id = String(reply?.id);
    byId.set(id, byId.has(id) ? undefined : reply);
  }
  return (id) => byId.get(String(id));
}

/** Converts a reply, without the secrets of the endpoint in its message. */
function toResult(reply: RpcReply | null | undefined, endpoint: Endpoint): RpcResult {
  if (reply?.error) {
    const { code } = typeof reply.error === "string" ? {} : reply.error;
    const message = errorMessage(reply);
    const isLimit =
      ((code !== undefined && RATE_CODES.has(code)) || RATE_MESSAGE.test(message)) &&
      !RANGE_MESSAGE.test(message) &&
      !isRevert(code, message);
    const limit = reply[LIMIT] ?? (isLimit ? { perSecond: statedRate(message) } : undefined);
    return { ok: false, message: endpoint.redact(message).slice(0, MAX_MESSAGE), code, limit };
  }
  return reply?.result === undefined
    ? { ok: false, message: "no response" }
    : { ok: true, value: reply.result };
}

/**
 * Returns the error message of a reply, which may contain secrets; empty if it has no error. Some nodes only say "VM
 * execution error." there, and the reason in the data: https://github.com/NethermindEth/nethermind/issues/8813.
 */
function errorMessage(reply: RpcReply | null | undefined): string {
  const { error = "" } = reply ?? {};
  if (typeof error === "string") {
    return error;
  }
  const { message = "error without a message", data } = error;
  return typeof data === "string" && !/^(0x|$)/.test(data) ? `${message} ${data}` : String(message);
}

/** Whether a contract has chosen the message, or failed: -32016 is also OpenEthereum's code for that. */
function isRevert(code: number | undefined, message: string): boolean {
  return code === EXECUTION_REVERTED || /revert|execution failed/i.test(message);
}

/** Matches the rate in messages such as "25/second request limit reached". */
function statedRate(message: string): number | undefined {
  const [, digits] = /(\d+)\s*\/\s*sec(?:ond)?\b/i.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
