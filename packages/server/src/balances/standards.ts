import type { TokenFacts } from "../chain/records.ts";
import type { TokenAnswer } from "../store/chain-store.ts";

/**
 * Tells which listings show the tokens of a contract.
 *
 * A contract that claims only ERC-1155 has no ERC-721 tokens, whatever its logs look like; one that
 * counts in decimals and claims nothing has indexed the amounts of an ERC-20 token. What old NFT
 * contracts log looks like transfers of ERC-20, but these do not count in decimals.
 */
export function withStandards(facts: TokenFacts): TokenAnswer {
  const { standard, decimals } = facts;
  const countsInDecimals = (decimals ?? 0) > 0;
  return {
    ...facts,
    isErc20: standard === null || countsInDecimals,
    isErc721: standard === "ERC721" || (standard === null && !countsInDecimals),
  };
}
