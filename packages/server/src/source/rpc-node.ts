import { isChainId } from "../chain/profiles.ts";
import { parseEndpoint } from "./endpoint.ts";
import { limitOf, RateLimitError, type RpcCall, type RpcResult } from "./rpc-call.ts";
import {
  inOrder,
  type ParseBody,
  post,
  type RpcReply,
  type TimedEndpoint,
  toResult,
} from "./rpc-request.ts";

/** One node. */
export interface RpcNode {
  readonly host: string;
  /**
   * Sends calls, batched if the node supports it.
   *
   * @param parse How the response to a batch is parsed. Default: as JSON.
   * @returns A result per call, in order. Those that are unsent are to be sent again.
   * @throws RateLimitError if the provider rejected the request for its rate limit.
   * @throws NodeFailureError if the node did not respond.
   */
  send(calls: readonly RpcCall[], parse?: ParseBody): Promise<readonly RpcResult[]>;
  /** Sends one call. @throws As `send`. */
  call(method: string, ...params: readonly unknown[]): Promise<RpcResult>;
}

const TIMEOUT_MS = 15_000;
/** Concurrent calls to a node that does not support batches. */
const PARALLEL = 8;
/** Result of a call whose batch was rejected; nobody is told. */
const UNSENT: RpcResult = { ok: false, message: "", isUnsent: true };

/**
 * Creates a client of one node. Calls of a rejected batch are unsent, and smaller batches sent from then on, down to
 * single calls: who sends them again waits for the rate limit, which a rejected batch may count for as well.
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
  const batchSize = createBatchSize();

  const postBatch = async (calls: readonly RpcCall[], parse?: ParseBody): Promise<unknown> => {
    try {
      return await post(endpoint, calls.map(toRequest), parse);
    } catch (error) {
      if (!(error instanceof RateLimitError)) {
        batchSize.failed(calls.length);
      }
      throw error;
    }
  };
  /** @returns undefined if the node rejected the batch, which is to be split. */
  const sendBatch = async (
    calls: readonly RpcCall[],
    parse?: ParseBody,
  ): Promise<readonly RpcResult[] | undefined> => {
    const body = await postBatch(calls, parse);
    if (Array.isArray(body) && body.length === calls.length) {
      batchSize.accepted(calls.length);
      return inOrder(calls.length, body as readonly RpcReply[], endpoint);
    }
    const refusal = toResult(Array.isArray(body) ? body[0] : (body as RpcReply), endpoint);
    const limit = limitOf(refusal);
    if (limit) {
      throw new RateLimitError(limit);
    }
    batchSize.refused(calls.length);
    return undefined;
  };
  const send = async (
    calls: readonly RpcCall[],
    parse?: ParseBody,
  ): Promise<readonly RpcResult[]> => {
    const results: RpcResult[] = [];
    // After a rejection for the rate limit, the others are not sent: they would be rejected as well.
    while (results.length < calls.length && !results.some(isLimited)) {
      const at = results.length;
      const size = batchSize.of(calls.length - at);
      const part = calls.slice(at, at + (size === 1 ? PARALLEL : size));
      const sent =
        size === 1
          ? Promise.all(part.map((call) => sendOne(endpoint, call)))
          : sendBatch(part, parse);
      const received = await sent.catch((error) => limitedResults(part.length, error));
      if (!received) {
        return [...results, ...new Array<RpcResult>(calls.length - at).fill(UNSENT)];
      }
      results.push(...received);
    }
    const limit = limitOf(results.find(isLimited));
    if (limit && results.every(isLimited)) {
      throw new RateLimitError(limit);
    }
    const unsent = new RateLimitError(limit ?? {});
    return [...results, ...limitedResults(calls.length - results.length, unsent)];
  };
  return {
    host: endpoint.host,
    send,
    async call(method, ...params) {
      const [result] = await send([{ method, params }]);
      return result as RpcResult;
    },
  };
}

/** Results of calls that were rejected for the rate limit. @throws The error if it is another one. */
function limitedResults(count: number, error: unknown): readonly RpcResult[] {
  if (!(error instanceof RateLimitError)) {
    throw error;
  }
  const { message, advice } = error;
  return new Array<RpcResult>(count).fill({ ok: false, message, limit: advice });
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

/** Number of calls that a node accepts in one request. */
interface BatchSize {
  /** Number of calls to put into the next request, of this many. 1: the node does not support batches. */
  of(calls: number): number;
  /** Records a batch that the node served. */
  accepted(calls: number): void;
  /** Records a batch that the node rejected for its size. */
  refused(calls: number): void;
  /** Records a batch that failed otherwise: a larger one than before may be the reason. */
  failed(calls: number): void;
}

/** If a smaller batch is rejected, the node does not support batches. */
const MIN_BATCH = 8;
const FIRST_TRIAL_MS = 60_000;
const MAX_TRIAL_MS = 3_600_000;

/**
 * Learns the size of batches that a node accepts: a rejected one is split into quarters. After a minute a
 * batch of twice the size is tried, because a node may reject one for a passing reason; if it is rejected as
 * well, the next trial is after twice the time, up to an hour, because providers may charge for it. After
 * one that is served, the next trial is at once.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createBatchSize(now: () => number = () => performance.now()): BatchSize {
  let max = Number.POSITIVE_INFINITY;
  let trialAt = 0;
  let pauseMs = FIRST_TRIAL_MS / 2;

  const postpone = () => {
    // Further rejections before the next trial are of the same reason.
    if (now() >= trialAt) {
      pauseMs = Math.min(MAX_TRIAL_MS, pauseMs * 2);
    }
    trialAt = now() + pauseMs;
  };
  return {
    of: (calls) => Math.min(calls, now() >= trialAt ? 2 * max : max),
    accepted(calls) {
      if (calls > max) {
        max = calls;
        trialAt = now();
      }
    },
    refused(calls) {
      // The size before a trial is kept.
      if (calls <= max) {
        max = calls > MIN_BATCH ? Math.floor(calls / 4) : 1;
      }
      postpone();
    },
    failed(calls) {
      if (calls > max) {
        postpone();
      }
    },
  };
}

/** Timeout of the check at startup; a node that does not respond is checked when it is used. */
const STARTUP_TIMEOUT_MS = 3_000;

/**
 * Reads the chain id that a node reports.
 *
 * @returns `id` is undefined if the node does not report one; `isKnown` is false if it may do so later.
 */
export async function readChainId(
  node: RpcNode,
): Promise<{ readonly id: number | undefined; readonly isKnown: boolean }> {
  const result = await node.call("eth_chainId");
  const id = result.ok ? Number(result.value) : undefined;
  return { id, isKnown: limitOf(result) === undefined };
}

/**
 * Checks the chain ids of nodes before they are used. Nodes that do not respond are left out.
 *
 * @throws Error naming the host of a node of another chain.
 */
export async function assertChainIds(
  chain: string,
  urls: readonly string[],
  expected: number | undefined,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  const assertChainId = async (node: RpcNode) => {
    const { id } = await readChainId(node).catch(() => ({ id: undefined }));
    if (id !== undefined && !isChainId(id, expected)) {
      const found = `node ${node.host} has chain id ${id}`;
      throw new Error(`--chain: ${found}; expected ${expected} (${chain})`);
    }
  };
  await Promise.all(urls.map((url) => assertChainId(rpcNode(url, headers, STARTUP_TIMEOUT_MS))));
}
