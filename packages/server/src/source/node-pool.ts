import { createLimiter, type LimitAdvice, type Limiter } from "./limiter.ts";
import { type NodeFailureError, TOO_MANY_REQUESTS } from "./rpc-call.ts";
import { type RpcNode, rpcNode } from "./rpc-node.ts";

const FIRST_MS = 5_000;
/** Longest suspension in milliseconds. */
export const MAX_REST_MS = 300_000;
/** Time without a failure after which one is forgotten. */
const FORGOTTEN_AFTER_MS = 60_000;

/**
 * Creates the suspension of a node, with exponential backoff. A failure is forgotten with each minute in
 * which the node has not failed, as in the outlier detection of Envoy: a node that fails once a day is not
 * left for longer each time.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createNodeRest(now: () => number) {
  let until = Number.NEGATIVE_INFINITY;
  let failures = 0;
  return {
    /** Instant until which the node is not used, unless all others failed as well. */
    until: () => until,
    isOver: () => until <= now(),
    /** Suspends the node. @param waitMs Time that does not depend on its failures. Default: each time for longer. */
    suspend(waitMs?: number) {
      const quietMs = now() - until;
      // Requests that were in flight when the node failed are the same failure.
      if (waitMs === undefined && quietMs >= 0) {
        const forgotten = Math.floor(quietMs / FORGOTTEN_AFTER_MS);
        failures = Math.max(0, failures - forgotten) + 1;
      }
      const backoffMs = Math.min(MAX_REST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
      until = Math.max(until, now() + (waitMs ?? backoffMs));
    },
    /** Ends the suspension, because the node is in use and responds. */
    end() {
      until = Math.min(until, now());
    },
  };
}

export interface PooledNode {
  readonly node: RpcNode;
  readonly limiter: Limiter;
  readonly rest: ReturnType<typeof createNodeRest>;
  /** Whether its chain id was checked after its last failure. */
  isChecked: boolean;
}

export interface RpcOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum calls per second to each node; default: learned. */
  readonly rate?: number | undefined;
  /** Chain id that every node must report; default: not checked. */
  readonly chainId?: number | undefined;
}

/** Called each time a node is suspended. @param next Host of the node that is used instead. */
export type OnFailure = (host: string, reason: string, next: string | undefined) => void;

/** Calls that may have been sent to a node at startup, by `assertChainIds` and `findMissingMethods`. */
const STARTUP_CALLS = 9;
/** Suspension of a node at its rate limit that does not say for how long. */
const LIMITED_REST_MS = 5_000;

/** Creates a pool of the nodes of a chain, of which one is in use: at first, the first one. */
export function createNodePool(
  urls: readonly string[],
  onFailure: OnFailure,
  { headers, rate, chainId }: RpcOptions,
) {
  const all = urls.map(
    (url): PooledNode => ({
      node: rpcNode(url, headers),
      limiter: createLimiter(rate),
      rest: createNodeRest(() => performance.now()),
      isChecked: chainId === undefined,
    }),
  );
  if (rate !== undefined) {
    for (const { limiter } of all) {
      limiter.acquire(STARTUP_CALLS);
    }
  }
  let current = all[0] as PooledNode;
  /** Suspends a node, by default with exponential backoff; if it is in use, another one is used instead. */
  const suspend = (
    node: PooledNode,
    reason: string,
    { waitMs, isPassing }: Partial<NodeFailureError> = {},
  ) => {
    node.rest.suspend(waitMs);
    // After a passing failure, each request in flight would ask for the chain id again.
    node.isChecked &&= isPassing === true || chainId === undefined;
    const wasCurrent = node === current;
    if (wasCurrent) {
      current = next(all, node);
    }
    const isReplaced = wasCurrent && node !== current;
    onFailure(node.node.host, reason, isReplaced ? current.node.host : undefined);
  };
  return {
    all,
    current: () => current,
    suspend,
    /** Records calls that a node has served; if it is in use, its suspension ends. */
    served(node: PooledNode, calls: number) {
      node.limiter.accepted(calls);
      // Replies of a node that has been replaced meanwhile were in flight.
      if (node === current) {
        node.rest.end();
      }
    },
    /** Records calls that a node rejected for its rate limit; it is suspended if another one is free. */
    slowDown(node: PooledNode, calls: number, advice: LimitAdvice) {
      node.limiter.refused(calls, advice);
      if (all.some((other) => other !== node && isFree(other))) {
        // Not a failure, which would suspend it for longer each time.
        suspend(node, TOO_MANY_REQUESTS, { waitMs: advice.waitMs ?? LIMITED_REST_MS });
      }
    },
  };
}

/** Returns the next node that is not suspended, or else the one whose suspension ends first. */
function next(all: readonly PooledNode[], after: PooledNode): PooledNode {
  const at = all.indexOf(after) + 1;
  const others = [...all.slice(at), ...all.slice(0, at)];
  const rested = others.find(({ rest }) => rest.isOver());
  return rested ?? others.reduce((a, b) => (b.rest.until() < a.rest.until() ? b : a));
}

/** Whether a node may be sent calls now. */
export function isFree({ rest, limiter }: PooledNode): boolean {
  return rest.isOver() && limiter.pauseMs() === 0;
}
