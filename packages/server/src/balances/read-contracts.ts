import type { BlockName, Hex, NftName } from "../chain/records.ts";
import { readDataUri } from "../metadata/data-uri.ts";
import { isAggregating } from "../source/aggregate.ts";
import { contractCalls } from "../source/contract-calls.ts";
import { quantity, type RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter, ContractResults, DirtyPair, NftResult } from "../store/chain-store.ts";
import type { PairLimit } from "./owners.ts";
import { withStandards } from "./standards.ts";

/**
 * The balances of an owner with more pairs than this are read in parts. Until all parts are read, a
 * page of such an owner may mix balances of several blocks.
 */
const PAIRS_OF_OWNER = 10_000;

/** Schemes of URIs from which metadata is fetched. */
const REMOTE = /^(ipfs|ar|https):/i;

/** Target duration in seconds of a piece of plain calls at a rate limit; new blocks come first afterwards. */
const PIECE_SECONDS = 2;
const MIN_PAIRS = 10;

/** Number of pairs of whole owners that are read at once. */
function pairLimit(pairs: number): PairLimit {
  return { pairs, ofOwner: PAIRS_OF_OWNER };
}

/** Returns the piece size that suits the rate limit of the provider; each piece is stored on its own. */
export function affordableLimit(rpc: RpcClient, pairs: number): PairLimit {
  const affordable = isAggregating(rpc) ? pairs : rpc.rate() * PIECE_SECONDS;
  return pairLimit(Math.max(1, Math.min(pairs, Math.max(MIN_PAIRS, Math.floor(affordable)))));
}

/**
 * Reads balances, metadata URIs of NFTs, and the names of new tokens, all at one block.
 *
 * @param at Block at which all contracts are called.
 * @returns undefined if the block is no longer part of the chain.
 * @throws StateUnavailableError if the node does not have the state of that block.
 * @throws Error if the node does not respond.
 */
export async function readContracts(
  store: ChainWriter,
  rpc: RpcClient,
  at: BlockName,
  pairs: readonly DirtyPair[],
  nfts: readonly NftName[] = [],
): Promise<ContractResults | undefined> {
  const contracts = contractCalls(rpc, at);
  // After a reorganisation, the address of a lost pair may hold another contract, or none.
  const readable = pairs.filter(({ isLost }) => !isLost);
  const lost = pairs.filter(({ isLost }) => isLost);
  const addresses = new Set<Hex>([
    ...readable.map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
  const tokens = await contracts.tokens(await store.unknownTokens([...addresses]));
  const balances = await contracts.balances(readable);
  const uris = await contracts.uris(nfts);
  // Some nodes resolve a hash to a number, and the state by that number: results belong to the block
  // only if it is still part of the chain afterwards.
  const name = quantity(at.number);
  const block = await rpc.call<{ hash: Hex } | null>("eth_getBlockByNumber", name, false);
  if (block?.hash !== at.hash) {
    return undefined;
  }
  return {
    tokens: tokens.map(withStandards),
    balances: [...balances, ...lost.map(({ token, owner }) => ({ token, owner, raw: 0n }))],
    nfts: nfts.map((nft, index) => nftResult(nft, uris[index] || null)),
  };
}

function nftResult(nft: NftName, uri: string | null): NftResult {
  const metadata = uri === null ? null : readDataUri(uri);
  return {
    ...nft,
    uri,
    metadata: metadata && JSON.stringify(metadata),
    isDue: uri !== null && REMOTE.test(uri) && metadata === null,
  };
}
