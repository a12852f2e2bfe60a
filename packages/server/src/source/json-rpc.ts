import { setTimeout as wait } from "node:timers/promises";
import { toQuantity } from "../chain/abi.ts";
import { isChainId } from "../chain/profiles.ts";
import {
  createNodePool,
  isFree,
  MAX_REST_MS,
  type OnFailure,
  type PooledNode,
  type RpcOptions,
} from "./node-pool.ts";
import {
  CallTraits,
  NodeFailureError,
  type RpcCall,
  RpcCallError,
  type RpcResult,
} from "./rpc-call.ts";
import type { ParseBody } from "./rpc-request.ts";

/** A client of one node, or of several with failover. */
export type RpcClient = ReturnType<typeof createRpcClient>;

const BATCH_SIZE = 100;
/** Delay before the only node, or the last of several, is tried again after a passing failure. */
const RETRY_MS = 250;
/** Maximum delay by the rate limit in milliseconds; a call delayed for longer fails. */
const MAX_WAIT_MS = 120_000;
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

  /**
   * Sends calls to a node in one request, within its rate limit.
   *
   * @throws NodeFailureError if its provider asks to wait for longer than a call may take. @throws As `RpcNode.send`.
   */
  const send = async (
    { node, limiter }: PooledNode,
    calls: readonly RpcCall[],
    parse?: ParseBody,
  ) => {
    if (limiter.pauseMs() > MAX_WAIT_MS) {
      const most = `${MAX_WAIT_MS / 1000} s`;
      throw new NodeFailureError(`rate limit exceeded; Retry-After exceeds ${most}`);
    }
    await limiter.acquire(calls.length);
    for (const { method } of calls) {
      usage[method] = (usage[method] ?? 0) + 1;
    }
    return node.send(calls, parse);
  };
  /** Sends one call to a node. @returns undefined if it failed. */
  const ask = async (node: PooledNode, call: RpcCall): Promise<unknown> => {
    const [result] = (await send(node, [call]).catch(() => undefined)) ?? [];
    return result?.ok ? result.value : undefined;
  };
  /**
   * Checks the chain id of a node once.
   *
   * @returns Its refusal if it is at its rate limit.
   * @throws NodeFailureError if it reports another chain id; it is suspended for the longest time.
   */
  const checkChain = async (node: PooledNode): Promise<RpcResult | undefined> => {
    if (node.isChecked) {
      return undefined;
    }
    const [id] = (await send(node, [{ method: "eth_chainId", params: [] }])) ?? [];
    if (id?.ok && !isChainId(Number(id.value), chainId)) {
      const message = `the node has chain id ${Number(id.value)}; expected ${chainId}`;
      throw new NodeFailureError(message, { waitMs: MAX_REST_MS });
    }
    node.isChecked = id?.limit === undefined;
    return node.isChecked ? undefined : id;
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
    const deadline = performance.now() + MAX_WAIT_MS;
    while (pending.length > 0) {
      const current = pool.current();
      const { host } = current.node;
      const size = Math.min(pending.length, current.limiter.batchSize(BATCH_SIZE));
      const part = pending.slice(0, current.node.sizeOf(size));
      try {
        const refusal = await checkChain(current);
        const sent = refusal
          ? part.map(() => refusal)
          : await send(
              current,
              part.map((at) => calls[at] as RpcCall),
              parse,
            );
        // Fewer are sent next.
        if (!sent) {
          continue;
        }
        for (const [index, at] of part.entries()) {
          results[at] = sent[index] as RpcResult;
        }
        const again = part.filter((at) => results[at]?.limit);
        const [limit] = again.flatMap((at) => results[at]?.limit ?? []);
        if (again.length < part.length) {
          pool.served(current, part.length - again.length);
        }
        if (limit) {
          pool.slowDown(current, again.length, limit);
        }
        pending = [...again, ...pending.slice(part.length)];
      } catch (error) {
        const failure = error as Error & Partial<NodeFailureError>;
        failed.add(current);
        pool.suspend(current, failure.message, failure);
        if (failed.has(pool.current())) {
          if (!failure.isPassing || retries === 0) {
            throw new Error(`${host}: ${failure.message}`, { cause: error });
          }
          retries -= 1;
          await wait(RETRY_MS);
        }
      }
      if (pending.length > 0 && performance.now() > deadline) {
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
        throw new RpcCallError(`${method} fails: ${result?.message}`);
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
      const current = pool.current();
      // A backup that rejects calls for its rate limit is not waited for.
      const others = pool.all.filter((each) => each !== current && isFree(each));
      if (others.length === 0) {
        return;
      }
      const call = { method: "eth_blockNumber", params: [] };
      const headAt = async (node: PooledNode) => ({ node, head: headOf(await ask(node, call)) });
      const [own, ...heads] = await Promise.all([headAt(current), ...others.map(headAt)]);
      for (const { node, head } of heads) {
        if (pool.current() === current && head > own.head + MAX_LAG) {
          // A node may report any head; it is trusted only if the node returns that block.
          const params = [toQuantity(head), false];
          if ((await ask(node, { method: "eth_getBlockByNumber", params })) != null) {
            const state = own.head < 0 ? "did not report its head" : `is at block ${own.head}`;
            pool.suspend(current, `${state}, another node at ${head}`);
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
