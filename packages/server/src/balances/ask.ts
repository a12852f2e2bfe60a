import type { BlockName, Hex, NftName } from "../chain/records.ts";
import { readDataUri } from "../metadata/data-uri.ts";
import { contractCalls } from "../source/contract-calls.ts";
import { quantity, type RpcClient } from "../source/json-rpc.ts";
import type { Answers, ChainStore, DirtyPair, PairLimit } from "../store/chain-store.ts";
import type { Port } from "../store/port.ts";

/**
 * An owner with more pairs than this in one list is asked for in parts: only of such an owner a page
 * may hold balances of more than one block, until all parts are there.
 */
const PAIRS_OF_OWNER = 10_000;

/** How many pairs of whole owners are asked for at once. */
export function pairLimit(pairs: number): PairLimit {
  return { pairs, ofOwner: PAIRS_OF_OWNER };
}

/**
 * Asks contracts for balances and for where the metadata of NFTs lies, and those that are new what
 * they are called.
 *
 * @param at The block as of which all is asked, so that it fits together.
 * @returns undefined: the block is not part of the chain any more, so nothing can be said of it.
 * @throws StateMissing if the node does not have the state of that block.
 * @throws Error if the node does not answer.
 */
export async function askContracts(
  store: Port<ChainStore>,
  rpc: RpcClient,
  at: BlockName,
  pairs: readonly DirtyPair[],
  nfts: readonly NftName[] = [],
): Promise<Answers | undefined> {
  const contracts = contractCalls(rpc, at);
  // On this chain there may be no contract where a lost pair had one, or another one later.
  const asked = pairs.filter(({ isLost }) => !isLost);
  const lost = pairs.filter(({ isLost }) => isLost);
  const addresses = new Set<Hex>([
    ...asked.map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
  const unknown: Hex[] = [];
  for (const address of addresses) {
    if (!(await store.hasToken(address))) {
      unknown.push(address);
    }
  }
  const tokens = await contracts.tokens(unknown);
  const balances = await contracts.balances(asked);
  const uris = await contracts.uris(nfts);
  // Some nodes look up the number of a hash, and the state by that number: an answer is as of the
  // block only if the block was still there afterwards.
  const name = quantity(at.number);
  const block = await rpc.call<{ hash: Hex } | null>("eth_getBlockByNumber", name, false);
  if (block?.hash !== at.hash) {
    return undefined;
  }
  return {
    tokens,
    balances: [...balances, ...lost.map(({ token, owner }) => ({ token, owner, raw: 0n }))],
    nfts: nfts.map((nft, index) => {
      const uri = uris[index] ?? null;
      const metadata = uri ? readDataUri(uri) : null;
      return { ...nft, uri, metadata: metadata && JSON.stringify(metadata) };
    }),
  };
}
