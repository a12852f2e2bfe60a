import type { Invariant } from "../invariants/invariant.ts";
import type { Operation } from "../spec/operations.ts";
import { blockContentInvariants } from "./block-contents.ts";
import { blockInvariants } from "./blocks.ts";
import { chainInvariants } from "./chains.ts";
import { latestInvariants } from "./latest.ts";
import { nftInvariants } from "./nfts.ts";
import { removalInvariants } from "./removal.ts";
import { tagInvariants } from "./tags.ts";
import { tokenInvariants } from "./tokens.ts";
import { transactionInvariants } from "./transactions.ts";
import { walletInvariants } from "./wallets.ts";

/** What holds of chains, tokens, NFTs and tags, beyond what a contract can declare. */
export const DOMAIN_INVARIANTS: readonly Invariant[] = [
  ...blockInvariants,
  ...blockContentInvariants,
  ...latestInvariants,
  ...transactionInvariants,
  ...walletInvariants,
  ...tokenInvariants,
  ...nftInvariants,
  ...chainInvariants,
  ...tagInvariants,
  ...removalInvariants,
];

/** The operations that the laws are about. */
const PATHS: Readonly<Record<string, string>> = {
  getErc20Balances: "/{chainName}/v1/address/{walletAddress}/balance/erc20",
  getErc721Balances: "/{chainName}/v1/address/{walletAddress}/balance/erc721",
  getAddressTransactions: "/{chainName}/v1/address/{walletAddress}/transactions",
  getBlockTransactions: "/{chainName}/v1/block/{blockNumber}/transactions",
  getLatestTransactions: "/{chainName}/v1/transactions",
  getTransaction: "/v2/{chain_name}/transactions/{transaction_hash}",
  getBlock: "/v2/{chain_name}/blocks/{block_number}",
  getNft: "/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}",
  createTag: "/public_api/v1/{graph_ns}/tags/create-tag",
  deleteTag: "/public_api/v1/{graph_ns}/tags/delete-tag",
  queryTag: "/public_api/v1/{graph_ns}/tags/query-tag",
  removeSubgraph: "/public_api/v1/{graph_ns}/subgraph/remove-subgraph",
};

/** The ids of those among operations. Other contracts have operations of these names at paths of their own. */
export function idsUnderLaw(operations: readonly Operation[]): Set<string> {
  const found = operations.filter(({ id, path }) => Object.hasOwn(PATHS, id) && PATHS[id] === path);
  return new Set(found.map(({ id }) => id));
}
