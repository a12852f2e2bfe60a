import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainStore, PairLimit } from "../store/chain-store.ts";
import type { Port } from "../store/port.ts";
import { askContracts, pairLimit } from "./ask.ts";

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
 * @throws StateMissing if the node does not have the state of the newest block that is kept.
 * @throws Error if the node does not answer.
 * @example
 * while (await refresh(store, rpc)) {}
 */
export async function refresh(
  store: Port<ChainStore>,
  rpc: RpcClient,
  limit: PairLimit = LIMIT,
): Promise<boolean> {
  const latest = await store.getLatestBlock();
  const dirty = latest ? await store.listDirty(limit) : [];
  const nfts = latest ? await store.listNftsWithoutUri(NFTS) : [];
  if (!latest || dirty.length + nfts.length === 0) {
    return false;
  }
  const answers = await askContracts(store, rpc, latest, dirty, nfts);
  if (answers) {
    await store.settle(latest, answers);
  }
  return (await store.countDirty()) > 0 || (await store.listNftsWithoutUri(1)).length > 0;
}
