import type { Hex } from "../handlers/reader.ts";
import { readDataUri } from "../metadata/data-uri.ts";
import { contractCalls } from "../source/contract-calls.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainStore } from "../store/chain-store.ts";

const BATCH = 500;

/**
 * Asks contracts for what the logs of blocks only hint at: the balances that changed, what new
 * tokens are called, where the metadata of new NFTs lies. All is asked at the newest block that is
 * kept, so that it fits together.
 *
 * @returns Whether there is more to ask.
 */
export async function refresh(store: ChainStore, rpc: RpcClient): Promise<boolean> {
  const latest = store.getLatestBlock();
  if (!latest) {
    return false;
  }
  const contracts = contractCalls(rpc, latest.hash);
  const dirty = store.listDirty(BATCH);
  const nfts = store.listNftsWithoutUri(BATCH);
  const addresses = new Set<Hex>([
    ...dirty.map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
  const unknown = [...addresses].filter((address) => !store.hasToken(address));
  for (const facts of await contracts.tokens(unknown)) {
    store.setToken(facts);
  }
  const balances = await contracts.balances(dirty);
  // A contract that does not answer has no balances; its pairs must not be asked for ever.
  const answered = new Set(balances.map(({ token, owner }) => token + owner));
  const silent = dirty.filter(({ token, owner }) => !answered.has(token + owner));
  store.setBalances([...balances, ...silent.map((pair) => ({ ...pair, raw: 0n }))]);
  const uris = await contracts.uris(nfts);
  for (const [at, nft] of nfts.entries()) {
    const uri = uris[at] ?? null;
    const metadata = uri ? readDataUri(uri) : null;
    store.setNft({ ...nft, uri, metadata: metadata && JSON.stringify(metadata) });
  }
  return dirty.length === BATCH || nfts.length === BATCH;
}
