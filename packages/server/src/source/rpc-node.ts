import { isChainId } from "../chain/profiles.ts";
import { parseEndpoint } from "./endpoint.ts";
import { NodeFailureError, type RpcCall, TOO_MANY_REQUESTS } from "./rpc-call.ts";
import { type ParseBody, sendBatch, sendOne, type TimedEndpoint } from "./rpc-request.ts";

export type RpcNode = ReturnType<typeof rpcNode>;

const TIMEOUT_MS = 15_000;
/** Concurrent calls to a node that does not support batches. */
const PARALLEL = 8;

/**
 * Creates a client of one node. After a rejected batch, smaller ones are sent, down to single calls: who sends its calls
 * again waits for the rate limit, which a rejected batch may count for as well.
 *
 * @param url URL of the node. It may contain credentials and keys, so errors show only the host.
 */
export function rpcNode(
  url: string,
  headers?: Readonly<Record<string, string>>,
  timeoutMs: number = TIMEOUT_MS,
) {
  const endpoint: TimedEndpoint = { ...parseEndpoint(url, headers), timeoutMs };
  const batchSize = createBatchSize();

  /**
   * Sends calls: as a batch, or one by one if the node does not support batches.
   *
   * @param parse How the response to a batch is parsed. Default: as JSON.
   * @returns A result per call, in order; undefined if the node rejected the batch: fewer are to be sent at once.
   * @throws NodeFailureError if the node did not respond.
   */
  const send = async (calls: readonly RpcCall[], parse?: ParseBody) => {
    const { length } = calls;
    if (batchSize.of(length) === 1) {
      return Promise.all(calls.map((call) => sendOne(endpoint, call)));
    }
    const results = await sendBatch(endpoint, calls, parse).catch((error) => {
      batchSize.failed(length);
      throw error;
    });
    if (!results) {
      batchSize.refused(length);
    } else if (!results.every(({ limit }) => limit)) {
      batchSize.accepted(length);
    }
    return results;
  };
  return {
    host: endpoint.host,
    /** Returns how many of some calls are to be sent next: those of one request, or single ones that are sent at once. */
    sizeOf(calls: number) {
      const size = batchSize.of(calls);
      return size === 1 ? Math.min(calls, PARALLEL) : size;
    },
    send,
    /** Sends one call. @throws NodeFailureError also if the provider rejected it for its rate limit. */
    async call(method: string, ...params: readonly unknown[]) {
      const result = await sendOne(endpoint, { method, params });
      if (result.limit) {
        throw new NodeFailureError(TOO_MANY_REQUESTS);
      }
      return result;
    },
  };
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
export function createBatchSize(now: () => number = () => performance.now()) {
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
    /** Returns the number of calls to put into the next request, of this many. 1: the node does not support batches. */
    of: (calls: number) => Math.min(calls, now() >= trialAt ? 2 * max : max),
    accepted(calls: number) {
      max = Math.max(max, calls);
    },
    /** Records a batch that the node rejected for its size. */
    refused(calls: number) {
      // The size before a trial is kept.
      if (calls <= max) {
        max = calls > MIN_BATCH ? Math.floor(calls / 4) : 1;
      }
      postpone();
    },
    /** Records a batch that failed otherwise: a larger one than before may be the reason. */
    failed(calls: number) {
      if (calls > max) {
        postpone();
      }
    },
  };
}

/** Timeout of the check at startup; a node that does not respond is checked when it is used. */
const STARTUP_TIMEOUT_MS = 3_000;

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
    const result = await node.call("eth_chainId").catch(() => undefined);
    if (result?.ok && !isChainId(Number(result.value), expected)) {
      const found = `node ${node.host} has chain id ${Number(result.value)}`;
      throw new Error(`--chain: ${found}; expected ${expected} (${chain})`);
    }
  };
  await Promise.all(urls.map((url) => assertChainId(rpcNode(url, headers, STARTUP_TIMEOUT_MS))));
}
