import { setTimeout as wait } from "node:timers/promises";
import { toQuantity } from "../chain/abi.ts";
import { isChainId } from "../chain/profiles.ts";
import {
  acquire,
  createNodePool,
  isFree,
  MAX_WAIT_MS,
  type OnFailure,
  type PooledNode,
  type RpcOptions,
  wrongChain,
} from "./node-pool.ts";
import {
  CallTraits,
  limitOf,
  type NodeFailureError,
  RateLimitError,
  type RpcCall,
  RpcCallError,
  type RpcResult,
} from "./rpc-call.ts";
import { readChainId } from "./rpc-node.ts";
import type { ParseBody } from "./rpc-request.ts";

/** A client of one node, or of several with failover. */
export type RpcClient = ReturnType<typeof createRpcClient>;

const BATCH_SIZE = 100;
/** Delay before the only node, or the last of several, is tried again after a passing failure. */
const RETRY_MS = 250;
/** Lag in blocks at which a node is replaced; nodes normally differ by a block or two. */
const MAX_LAG = 3;

/**
 * Creates a JSON-RPC client over HTTP. One node is used as long as it responds. A node that fails, lags
 * or sends invalid data is suspended with exponential backoff; if there is no other, one that closed the
 * connection or had an internal error is tried once more. Rate-limited calls are retried at the
 * rate that the provider allows; results of other calls in the batch are kept.
 *
 * @param urls At least one URL. URLs may contain keys, so errors show only the host.
 * @param onFailure Called each time a node is suspended, with the host of the one that is used instead.
 */
export function createRpcClient(
  urls: readonly string[],
  onFailure: OnFailure = () => {},
  options: RpcOptions = {},
) {
  const { chainId } = options;
  const pool = createNodePool(urls, onFailure, options);
  let usage: Record<string, number> = {};

  const countUsage = (calls: readonly RpcCall[]) => {
    for (const { method } of calls) {
      usage[method] = (usage[method] ?? 0) + 1;
    }
  };
  /** Sends one call to a node, within its rate limit. @returns undefined if it failed. */
  const ask = async (node: PooledNode, call: RpcCall): Promise<unknown> => {
    try {
      await acquire(node, 1);
      countUsage([call]);
      const result = await node.node.call(call.method, ...call.params);
      return result.ok ? result.value : undefined;
    } catch {
      return undefined;
    }
  };
  /** @throws NodeFailureError if the node reports another chain id. */
  const checkChain = async (node: PooledNode) => {
    if (node.isChecked) {
      return;
    }
    await acquire(node, 1);
    countUsage([{ method: "eth_chainId", params: [] }]);
    const id = await readChainId(node.node);
    if (id !== undefined && !isChainId(id, chainId)) {
      throw wrongChain(id, chainId);
    }
    node.isChecked = true;
  };
  /** Sends calls to a node at once, within its rate limit. As `RpcNode.send`. */
  const sendTo = async (node: PooledNode, calls: readonly RpcCall[], parse?: ParseBody) => {
    await checkChain(node);
    await acquire(node, calls.length);
    countUsage(calls);
    return node.node.send(calls, parse);
  };
  /** Records results. @returns Indices of those to send again. */
  const noteResults = (node: PooledNode, results: readonly RpcResult[]): number[] => {
    const limits = results.flatMap((result) => limitOf(result) ?? []);
    const again = results.flatMap((result, at) => (limitOf(result) ? [at] : []));
    node.limiter.accepted(results.length - again.length);
    pool.served(node);
    if (limits[0]) {
      pool.slowDown(node, limits.length, limits[0]);
    }
    return again;
  };
  /**
   * Sends many calls in few requests.
   *
   * @param parse How the response to a batch is parsed. Default: as JSON.
   * @returns Results in order.
   * @throws Error if no node responds.
   */
  const batch = async (calls: readonly RpcCall[], parse?: ParseBody): Promise<RpcResult[]> => {
    const results = new Array<RpcResult>(calls.length);
    let pending = calls.map((_, at) => at);
    const failed = new Set<PooledNode>();
    let retries = 1;
    /** Records that nothing was received. @throws The error if the calls are not to be sent again. */
    const noteError = async (node: PooledNode, count: number, error: Error): Promise<undefined> => {
      if (error instanceof RateLimitError) {
        pool.slowDown(node, count, error.advice);
        return;
      }
      failed.add(node);
      const { waitMs, isPassing = false } = error as Partial<NodeFailureError>;
      const { isChecked } = node;
      pool.suspend(node, error.message, waitMs);
      // Each request in flight would ask for the chain id again.
      node.isChecked ||= isPassing && isChecked;
      if (failed.has(pool.current())) {
        if (!isPassing || retries === 0) {
          throw new Error(`${node.node.host}: ${error.message}`, { cause: error });
        }
        retries -= 1;
        await wait(RETRY_MS);
      }
    };
    const deadline = performance.now() + MAX_WAIT_MS;
    while (pending.length > 0) {
      const current = pool.current();
      const size = Math.min(pending.length, current.limiter.batchSize(BATCH_SIZE));
      const part = pending.slice(0, current.node.sizeOf(size));
      const sent = part.map((at) => calls[at] as RpcCall);
      const received = await sendTo(current, sent, parse).catch((error: Error) =>
        noteError(current, part.length, error),
      );
      if (received) {
        for (const [index, at] of part.entries()) {
          results[at] = received[index] as RpcResult;
        }
        const again = noteResults(current, received).map((index) => part[index] as number);
        pending = [...again, ...pending.slice(part.length)];
      }
      if (pending.length > 0 && performance.now() > deadline) {
        const { host } = current.node;
        throw new Error(`${host}: rate limit exceeded for ${MAX_WAIT_MS / 1000} s`);
      }
    }
    return results;
  };

  return {
    /** @throws RpcCallError if the node rejects the call. @throws Error if no node responds. */
    async call<Value>(method: string, ...params: readonly unknown[]): Promise<Value> {
      const [result] = await batch([{ method, params }]);
      if (!result?.ok) {
        throw new RpcCallError(`${method} fails: ${result?.message ?? "no response"}`);
      }
      return result.value as Value;
    },
    batch,
    /** Learned limit of calls per second; Infinity until the provider has rejected a call. */
    rate: () => pool.current().limiter.rate(),
    /** Returns the number of calls by method since the previous call of this function. */
    takeUsage(): Readonly<Record<string, number>> {
      const taken = usage;
      usage = {};
      return taken;
    },
    /** What was learned of `eth_call` so far; those who call contracts add to it. */
    traits: new CallTraits(),
    /** Switches to another node because the current one is unusable. */
    leave: (reason: string) => pool.suspend(pool.current(), reason),
    /** Returns whether another node agrees on a call; undefined if there is no other. */
    async isConfirmed(call: RpcCall, isSame: (value: unknown) => boolean) {
      const others = pool.all.filter((node) => node !== pool.current());
      const values = await Promise.all(others.map((node) => ask(node, call)));
      return others.length === 0 ? undefined : values.some(isSame);
    },
    /** Suspends the node in use if another one is well ahead of it. */
    async leaveIfBehind() {
      if (pool.all.length === 1) {
        return;
      }
      const current = pool.current();
      // A backup that rejects calls for its rate limit is not waited for.
      const usable = pool.all.filter((each) => each === current || isFree(each));
      const head = { method: "eth_blockNumber", params: [] };
      const heads = await Promise.all(usable.map(async (each) => headOf(await ask(each, head))));
      const own = heads[usable.indexOf(current)] ?? -1;
      for (const [at, other] of usable.entries()) {
        const ahead = heads[at] ?? -1;
        if (pool.current() === current && ahead > own + MAX_LAG) {
          // A node may report any head; it is trusted only if the node returns that block.
          const params = [toQuantity(ahead), false];
          if ((await ask(other, { method: "eth_getBlockByNumber", params })) != null) {
            const state = own < 0 ? "did not report its head" : `is at block ${own}`;
            pool.suspend(current, `${state}, another node at ${ahead}`);
          }
        }
      }
    },
  };
}

/** Parses the result of `eth_blockNumber`; -1 if it is not a block number. */
function headOf(value: unknown): number {
  const head = typeof value === "string" ? Number(value) : -1;
  return Number.isSafeInteger(head) ? head : -1;
}
