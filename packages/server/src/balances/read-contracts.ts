import { toQuantity } from "../chain/abi.ts";
import type { BlockName, Hex } from "../chain/records.ts";
import { contractCalls } from "../source/contract-calls.ts";
import type { RpcClient } from "../source/json-rpc.ts";
import type { ChainWriter } from "../store/chain-writer.ts";
import { type Piece, withinBudget } from "./budget.ts";
import type { ReadResults } from "./settle-contracts.ts";

/**
 * Reads balances, then the names of new tokens and metadata URIs of NFTs, all at one block.
 *
 * @param at Block at which all contracts are called.
 * @param budget Number of calls after which the rest of the piece is left out. Default: no limit.
 * @returns undefined if the block is no longer part of the chain.
 * @throws StateUnavailableError if the node does not have the state of that block.
 * @throws Error if the node does not respond.
 */
export async function readContracts(
  store: ChainWriter,
  rpc: RpcClient,
  at: BlockName,
  piece: Piece,
  budget: number = Number.POSITIVE_INFINITY,
): Promise<ReadResults | undefined> {
  const contracts = contractCalls(rpc, at);
  const unknown = await store.unknownTokens([...tokensOf(piece)]);
  const { pairs, nfts } = withinBudget(piece, new Set(unknown), budget);
  const used = tokensOf({ pairs, nfts });
  // After a reorganisation, the address of a lost pair may hold another contract, or none.
  const readable = pairs.filter(({ isLost }) => !isLost);
  const lost = pairs.filter(({ isLost }) => isLost);
  const balances = await contracts.balances(readable);
  const tokens = await contracts.tokens(unknown.filter((token) => used.has(token)));
  const uris = await contracts.uris(nfts);
  // Some nodes resolve a hash to a number, and the state by that number: results belong to the block
  // only if it is still part of the chain afterwards.
  const name = toQuantity(at.number);
  const block = await rpc.call<{ hash: Hex } | null>("eth_getBlockByNumber", name, false);
  if (block?.hash !== at.hash) {
    return undefined;
  }
  return {
    tokens,
    balances: [...balances, ...lost.map(({ token, owner }) => ({ token, owner, raw: 0n }))],
    nfts: nfts.map((nft, index) => ({ ...nft, uri: uris[index] || null })),
  };
}

/** Returns the contracts that a piece reads, except those of lost pairs. */
function tokensOf({ pairs, nfts }: Piece): Set<Hex> {
  return new Set([
    ...pairs.filter(({ isLost }) => !isLost).map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
}
