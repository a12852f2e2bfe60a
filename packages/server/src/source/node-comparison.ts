import { toQuantity } from "../chain/abi.ts";
import { isFree, type NodePool, type PooledNode } from "./node-pool.ts";
import type { RpcCall } from "./rpc-call.ts";

/** Comparison of the nodes of a pool with one another. */
export interface NodeComparison {
  /** Returns whether another node agrees on a call; undefined if there is no other. */
  isConfirmed(call: RpcCall, isSame: (value: unknown) => boolean): Promise<boolean | undefined>;
  /** Suspends the node in use if another one is well ahead of it. */
  leaveIfBehind(): Promise<void>;
}

/** Lag in blocks at which a node is replaced; nodes normally differ by a block or two. */
const MAX_LAG = 3;

/**
 * Creates the comparison of nodes.
 *
 * @param ask Sends a call to a node; resolves with undefined if it failed.
 */
export function compareNodes(
  pool: NodePool,
  ask: (node: PooledNode, call: RpcCall) => Promise<unknown>,
): NodeComparison {
  const hasBlock = async (node: PooledNode, number: number) => {
    const call = { method: "eth_getBlockByNumber", params: [toQuantity(number), false] };
    return ((await ask(node, call)) ?? null) !== null;
  };
  return {
    async isConfirmed(call, isSame) {
      const others = pool.all.filter((node) => node !== pool.current());
      const values = await Promise.all(others.map((node) => ask(node, call)));
      return others.length === 0 ? undefined : values.some(isSame);
    },
    async leaveIfBehind() {
      if (pool.all.length === 1) {
        return;
      }
      const current = pool.current();
      // A backup that rejects calls for its rate limit is not waited for.
      const usable = pool.all.filter((each) => each === current || isFree(each));
      const heads = await Promise.all(
        usable.map(async (each) =>
          headOf(await ask(each, { method: "eth_blockNumber", params: [] })),
        ),
      );
      const own = heads[usable.indexOf(current)] ?? -1;
      for (const [at, head] of heads.entries()) {
        const other = usable[at] as PooledNode;
        const isBehind = pool.current() === current && head > own + MAX_LAG;
        // A node may report any head; it is trusted only if the node returns that block.
        if (isBehind && (await hasBlock(other, head))) {
          const state = own < 0 ? "did not report its head" : `is at block ${own}`;
          pool.suspend(current, `${state}, another node at ${head}`);
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
