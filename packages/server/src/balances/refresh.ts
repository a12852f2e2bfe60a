import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter } from "../store/chain-store.ts";
import { askContracts, pairLimit } from "./ask.ts";
import { type PairLimit, takeOwners } from "./owners.ts";

const LIMIT = pairLimit(500);
const NFTS = 500;

/**
 * Asks contracts for what the logs of blocks only hint at: the balances that changed, what new
 * tokens are called, where the metadata of new NFTs lies. All is asked as of the newest block that is
 * kept, and kept if it still is the newest then.
 *
 * One call does one bounded piece: the pairs of as many whole owners as fit.
 *
 * @returns Whether there is more to ask.
 * @throws StateUnavailableError if the node does not have the state of the newest block that is kept.
 * @throws Error if the node does not answer.
 * @example
 * while (await refresh(store, rpc)) {}
 */
export async function refresh(
  store: ChainWriter,
  rpc: RpcClient,
  limit: PairLimit = LIMIT,
): Promise<boolean> {
  const tip = await store.tip();
  if (!tip) {
    return false;
  }
  const { pairs } = await takeOwners(store.listDirty, undefined, limit);
  const nfts = await store.listNftsWithoutUri(NFTS);
  if (pairs.length + nfts.length === 0) {
    return false;
  }
  const answers = await askContracts(store, rpc, tip, pairs, nfts);
  return answers === undefined || (await store.settle(tip, answers)).more;
}
