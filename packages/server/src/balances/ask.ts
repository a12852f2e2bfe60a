import type { BlockName, Hex, NftName } from "../chain/records.ts";
import { readDataUri } from "../metadata/data-uri.ts";
import { contractCalls } from "../source/contract-calls.ts";
import { quantity, type RpcClient } from "../source/json-rpc.ts";
import type { Answers, ChainWriter, DirtyPair, NftAnswer } from "../store/chain-store.ts";
import type { PairLimit } from "./owners.ts";
import { withStandards } from "./standards.ts";

/**
 * An owner with more pairs than this in one list is asked for in parts: only of such an owner a page
 * may hold balances of more than one block, until all parts are there.
 */
const PAIRS_OF_OWNER = 10_000;

/** Schemes of URIs from which metadata is fetched. */
const REMOTE = /^(ipfs|ar|https):/i;

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
 * @throws StateUnavailableError if the node does not have the state of that block.
 * @throws Error if the node does not answer.
 */
export async function askContracts(
  store: ChainWriter,
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
  const tokens = await contracts.tokens(await store.unknownTokens([...addresses]));
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
    tokens: tokens.map(withStandards),
    balances: [...balances, ...lost.map(({ token, owner }) => ({ token, owner, raw: 0n }))],
    nfts: nfts.map((nft, index) => nftAnswer(nft, uris[index] || null)),
  };
}

function nftAnswer(nft: NftName, uri: string | null): NftAnswer {
  const metadata = uri === null ? null : readDataUri(uri);
  return {
    ...nft,
    uri,
    metadata: metadata && JSON.stringify(metadata),
    isDue: uri !== null && REMOTE.test(uri) && metadata === null,
  };
}
