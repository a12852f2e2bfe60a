import { contractCalls } from "../source/contract-calls.ts";
import type { TouchedPair } from "../source/events.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainStore } from "../store/chain-store.ts";

const PAIRS = 200;

/**
 * Asks again for some balances that no log says have changed: a token that rebases, or pays interest,
 * changes them without a word.
 *
 * @param after Where the call before ended.
 * @returns Where the next call is to go on; undefined: from the beginning.
 */
export async function sweep(
  store: ChainStore,
  rpc: RpcClient,
  after: TouchedPair | undefined,
): Promise<TouchedPair | undefined> {
  const latest = store.getLatestBlock();
  const kept = latest ? store.listPairs(after, PAIRS) : [];
  if (!latest || kept.length === 0) {
    return undefined;
  }
  const asked = await contractCalls(rpc, latest.hash).balances(kept);
  const before = new Map(kept.map(({ token, owner, raw }) => [token + owner, raw]));
  const changed = asked.filter(({ token, owner, raw }) => before.get(token + owner) !== raw);
  if (changed.length > 0) {
    store.setBalances(changed);
  }
  return kept.length < PAIRS ? undefined : kept.at(-1);
}
