import { toQuantity } from "../chain/abi.ts";
import { isChainId } from "../chain/profiles.ts";
import { readChainId } from "./chain-id.ts";
import { createLimiter, type LimitAdvice, type Limiter } from "./limiter.ts";
import {
  limitOf,
  NodeFailureError,
  RateLimitError,
  type RpcCall,
  type RpcNode,
  type RpcResult,
  rpcNode,
} from "./rpc-node.ts";

export type { RpcResult } from "./rpc-node.ts";

/** A client of one node, or of several with failover. */
export interface RpcClient {
  /** @throws Error if no node responds, or if the node rejects the call. */
  call<Value>(method: string, ...params: readonly unknown[]): Promise<Value>;
  /** Sends many calls in few requests. @returns Results in order. @throws Error if no node responds. */
  batch(calls: readonly RpcCall[]): Promise<RpcResult[]>;
  /** Learned limit of calls per second; Infinity until the provider has rejected a call. */
  rate(): number;
  /** Returns the number of calls by method since the previous call of this function. */
  takeUsage(): Readonly<Record<string, number>>;
  /** Switches to another node because the current one is unusable. */
  leave(reason: string): void;
  /**
   * Sends a call to the other nodes, and returns whether one of them agrees.
   *
   * @returns undefined if there are no others.
   */
  isConfirmed(call: RpcCall, isSame: (value: unknown) => boolean): Promise<boolean | undefined>;
  /** Switches to another node if it is well ahead of the current one. */
  leaveIfBehind(): Promise<void>;
}

/** Options of `createRpcClient`. */
export interface RpcOptions {
  /** Request headers, e.g. for API keys. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum calls per second to each node; default: learned. */
  readonly rate?: number | undefined;
  /** Chain id that every node must report; default: not checked. */
  readonly chainId?: number | undefined;
}

interface State {
  readonly node: RpcNode;
  readonly limiter: Limiter;
  /** Instant until which the node is not used, unless all others failed as well. */
  restUntil: number;
  failures: number;
  /** Whether its chain id was checked after its last failure. */
  isChecked: boolean;
}

const BATCH_SIZE = 100;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;
/** Maximum delay by the rate limit in milliseconds; a call delayed for longer fails. */
const MAX_WAIT_MS = 120_000;
/** Lag in blocks at which a node is replaced; nodes normally differ by a block or two. */
const MAX_LAG = 3;

/**
 * Creates a JSON-RPC client over HTTP. One node is used as long as it responds. A node that fails, lags
 * or sends invalid data is suspended with exponential backoff. Rate-limited calls are retried at the
 * rate that the provider allows; results of other calls in the batch are kept.
 *
 * @param urls At least one URL. URLs may contain keys, so errors show only the host.
 * @param onFailure Called each time a node is suspended.
 */
export function createRpcClient(
  urls: readonly string[],
  onFailure: (host: string, reason: string) => void = () => {},
  { headers, rate, chainId }: RpcOptions = {},
): RpcClient {
  const states = urls.map(
    (url): State => ({
      node: rpcNode(url, headers),
      limiter: createLimiter(rate),
      restUntil: 0,
      failures: 0,
      isChecked: chainId === undefined,
    }),
  );
  if (rate !== undefined) {
    for (const { limiter } of states) {
      // The call of `assertChainIds` at startup.
      limiter.acquire(1);
    }
  }
  let current = states[0] as State;
  let usage: Record<string, number> = {};

  const rest = (state: State, reason: string, waitMs?: number) => {
    const own = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** state.failures);
    state.failures += 1;
    state.restUntil = Date.now() + (waitMs ?? own);
    state.isChecked = chainId === undefined;
    onFailure(state.node.host, reason);
    if (state === current) {
      current = next(states, state);
    }
  };
  const countUsage = (calls: readonly RpcCall[]) => {
    for (const { method } of calls) {
      usage[method] = (usage[method] ?? 0) + 1;
    }
  };
  /** Sends one call to a node, within its rate limit. @returns undefined if it failed. */
  const ask = async (state: State, call: RpcCall): Promise<unknown> => {
    try {
      await acquire(state, 1);
      countUsage([call]);
      const [result] = await state.node.send([call]);
      return result?.ok ? result.value : undefined;
    } catch {
      return undefined;
    }
  };
  const slowDown = (state: State, calls: number, advice: LimitAdvice) => {
    state.limiter.refused(calls, advice);
    if (states.some((other) => other !== state && isFree(other))) {
      rest(state, "too many requests", advice.waitMs);
    }
  };
  /** @throws NodeFailureError if the node reports another chain id. */
  const checkChain = async (state: State) => {
    if (state.isChecked) {
      return;
    }
    await acquire(state, 1);
    countUsage([{ method: "eth_chainId", params: [] }]);
    const { id, isKnown } = await readChainId(state.node);
    if (id !== undefined && !isChainId(id, chainId)) {
      throw new NodeFailureError(`the node has chain id ${id}; expected ${chainId}`, MAX_REST_MS);
    }
    state.isChecked = isKnown;
  };
  const hasBlock = async (state: State, number: number) => {
    const call = { method: "eth_getBlockByNumber", params: [toQuantity(number), false] };
    return ((await ask(state, call)) ?? null) !== null;
  };
  const send = async (calls: readonly RpcCall[]): Promise<RpcResult[]> => {
    const results = new Array<RpcResult>(calls.length);
    let pending = calls.map((_, at) => at);
    const failed = new Set<State>();
    const deadline = Date.now() + MAX_WAIT_MS;
    while (pending.length > 0) {
      const state = current;
      const part = pending.slice(0, state.limiter.batchSize(BATCH_SIZE));
      try {
        await checkChain(state);
        await acquire(state, part.length);
        const sent = part.map((at) => calls[at] as RpcCall);
        countUsage(sent);
        const replies = await state.node.send(sent);
        const refused = part.filter((at, index) => {
          const reply = replies[index] as RpcResult;
          results[at] = reply;
          return limitOf(reply) !== undefined;
        });
        const [first] = refused;
        state.limiter.accepted(part.length - refused.length);
        if (first !== undefined) {
          slowDown(state, refused.length, limitOf(results[first]) ?? {});
        }
        pending = [...refused, ...pending.slice(part.length)];
      } catch (error) {
        if (error instanceof RateLimitError) {
          slowDown(state, part.length, error.advice);
        } else {
          const { message } = error as Error;
          failed.add(state);
          rest(state, message, error instanceof NodeFailureError ? error.waitMs : undefined);
          if (failed.has(current)) {
            throw new Error(`${state.node.host}: ${message}`, { cause: error });
          }
        }
      }
      if (pending.length > 0 && Date.now() > deadline) {
        throw new Error(`${state.node.host}: rate limit exceeded for ${MAX_WAIT_MS / 1000} s`);
      }
    }
    return results;
  };

  return {
    async call<Value>(method: string, ...params: readonly unknown[]) {
      const [result] = await send([{ method, params }]);
      if (!result?.ok) {
        throw new Error(`${method}: ${result?.message ?? "no response"}`);
      }
      return result.value as Value;
    },
    batch: send,
    rate: () => current.limiter.rate(),
    takeUsage() {
      const taken = usage;
      usage = {};
      return taken;
    },
    leave: (reason) => rest(current, reason),
    async isConfirmed(call, isSame) {
      const others = states.filter((state) => state !== current);
      const values = await Promise.all(others.map((state) => ask(state, call)));
      return others.length === 0 ? undefined : values.some(isSame);
    },
    async leaveIfBehind() {
      if (states.length === 1) {
        return;
      }
      const state = current;
      // A backup that rejects calls for its rate limit is not waited for.
      const usable = states.filter((each) => each === state || isFree(each));
      const heads = await Promise.all(
        usable.map(async (each) =>
          headOf(await ask(each, { method: "eth_blockNumber", params: [] })),
        ),
      );
      const own = heads[usable.indexOf(state)] ?? -1;
      for (const [at, head] of heads.entries()) {
        const other = usable[at] as State;
        // A node may report any head; it is trusted only if the node returns that block.
        if (state === current && head > own + MAX_LAG && (await hasBlock(other, head))) {
          rest(state, `is at block ${own}, another node at ${head}`);
        }
      }
    },
  };
}

/** Returns the next node that is not suspended, or else the one whose suspension ends first. */
function next(states: readonly State[], after: State): State {
  const at = states.indexOf(after) + 1;
  const others = [...states.slice(at), ...states.slice(0, at)];
  const now = Date.now();
  const rested = others.find(({ restUntil }) => restUntil <= now);
  return rested ?? others.reduce((a, b) => (b.restUntil < a.restUntil ? b : a));
}

/**
 * Waits until calls may be sent to a node.
 *
 * @throws NodeFailureError if its provider asks to wait for longer than a call may take.
 */
async function acquire({ limiter }: State, calls: number): Promise<void> {
  if (limiter.pauseMs() > MAX_WAIT_MS) {
    const most = `${MAX_WAIT_MS / 1000} s`;
    throw new NodeFailureError(`rate limit exceeded; Retry-After exceeds ${most}`);
  }
  await limiter.acquire(calls);
}

/** Whether a node may be sent calls now. */
function isFree({ restUntil, limiter }: State): boolean {
  return restUntil <= Date.now() && limiter.pauseMs() === 0;
}

/** Parses the result of `eth_blockNumber`; -1 if it is not a block number. */
function headOf(value: unknown): number {
  const head = typeof value === "string" ? Number(value) : -1;
  return Number.isSafeInteger(head) ? head : -1;
}
