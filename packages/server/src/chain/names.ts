/** The chains that the contract names. */
export const CHAIN_NAMES = [
  "ethereum",
  "apechain",
  "arbitrum",
  "avalanche",
  "base",
  "bsc",
  "polygon",
] as const;
