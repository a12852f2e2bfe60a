import { LRUCache } from "lru-cache";
import type { Hex } from "../chain/records.ts";
import type { WalletQueue } from "../handlers/balances-on-demand.ts";
import type { FollowedChains, OpenChain } from "./chains.ts";

/** Wallets of a chain that a process remembers having queued, and for how long. */
const [MAX_REMEMBERED, REMEMBERED_MS] = [1_000, 600_000];

/** Creates the queue of wallets to discover, which is kept in the store of each chain. */
export function walletQueue(
  chains: readonly OpenChain[],
  followed: () => FollowedChains | undefined,
): WalletQueue {
  const remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  const keyOf = (chain: string, wallet: Hex) => `${chain} ${wallet}`;
  const served = new Map(chains.map((chain) => [chain.name, chain]));
  const queue = async (chain: string, wallet: Hex) => {
    const oldest = await served.get(chain)?.reader.oldest();
    if (oldest !== undefined) {
      const wallets = { names: [wallet], oldest: oldest.number };
      await followed()?.add(chain, { wallets });
    }
  };
  return {
    accepts(chain, wallet) {
      const { order } = served.get(chain) ?? {};
      // The readers of a folder leave writing to its follower.
      const isQueued = order && (order.urls.length > 0 || order.store.kind === "postgres");
      return isQueued === true && !remembered.has(keyOf(chain, wallet));
    },
    add(chain, wallet) {
      remembered.set(keyOf(chain, wallet), true);
      queue(chain, wallet).catch(() => remembered.delete(keyOf(chain, wallet)));
    },
  };
}
