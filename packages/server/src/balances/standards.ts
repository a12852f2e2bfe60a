import type { TokenFacts } from "../chain/records.ts";
import type { TokenResult } from "../store/chain-writer.ts";

/**
 * Determines which listings include the tokens of a contract.
 *
 * A contract that claims only ERC-1155 has no ERC-721 tokens, whatever its logs look like. A contract
 * with decimals that claims no standard is an ERC-20 token with an indexed amount. Old NFT contracts
 * emit logs that look like ERC-20 transfers, but have no decimals.
 */
export function withStandards(facts: TokenFacts): TokenResult {
  const { standard, decimals } = facts;
  const countsInDecimals = (decimals ?? 0) > 0;
  return {
    ...facts,
    isErc20: standard === null || countsInDecimals,
    isErc721: standard === "ERC721" || (standard === null && !countsInDecimals),
  };
}
