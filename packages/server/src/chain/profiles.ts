import type { components } from "@chainkit/chain-data";

/** Name of a chain in the contract. */
export type ChainName = components["parameters"]["ChainName"];

/**
 * How blocks are verified: by the formats of a chain, or, where these are unknown, by the parent hash
 * only, and by receipts that name the block hash.
 */
export type Verification = ChainName | "parent";

/** Number of latest blocks that can be rolled back; exceeds the finality depth of every chain. */
export const UNDO_BLOCKS = 1_024;

/** Differences between chains. Receipt fields that only some chains have are read wherever they occur. */
export interface ChainProfile {
  readonly verification: Verification;
  /** Chain id (EIP-155) that the nodes report; undefined if unknown. */
  readonly chainId: number | undefined;
  /** Maximum depth of a reorganisation in blocks; a deeper one halts the chain. */
  readonly finality: number;
}

/** Profiles of the chains in the contract, except for the verification. */
const PROFILES: Readonly<Record<ChainName, Omit<ChainProfile, "verification">>> = {
  // Final after two epochs of 32 slots; one more, because the second can be late.
  ethereum: { chainId: 1, finality: 96 },
  apechain: { chainId: 33_139, finality: 256 },
  arbitrum: { chainId: 42_161, finality: 256 },
  avalanche: { chainId: 43_114, finality: 64 },
  base: { chainId: 8453, finality: 256 },
  bsc: { chainId: 56, finality: 64 },
  polygon: { chainId: 137, finality: 256 },
};

export const CHAIN_NAMES: readonly ChainName[] = Object.keys(PROFILES) as ChainName[];

/** Chain ids of local development nodes, which may stand for any chain. */
const DEVELOPMENT_CHAIN_IDS = new Set([1337, 31337]);

/** Whether a chain id is that of development nodes, which revert blocks and impersonate accounts. */
export function isDevelopmentChain(chainId: number | undefined): boolean {
  return chainId !== undefined && DEVELOPMENT_CHAIN_IDS.has(chainId);
}

/** Whether a chain id is acceptable for a chain. @param expected undefined accepts any. */
export function isChainId(reported: number, expected: number | undefined): boolean {
  return expected === undefined || reported === expected || isDevelopmentChain(reported);
}

/**
 * Returns the profile of a chain by its name, or a generic one for an unknown chain.
 *
 * @param isTrusted Whether its blocks are accepted with only the parent hash checked.
 */
export function profileOf(name: string, isTrusted = false): ChainProfile {
  const isKnown = isChainName(name);
  const profile = isKnown ? PROFILES[name] : { chainId: undefined, finality: 256 };
  return { ...profile, verification: isKnown && !isTrusted ? name : "parent" };
}

/** Whether a name is that of a chain in the contract. */
export function isChainName(name: string): name is ChainName {
  return Object.hasOwn(PROFILES, name);
}
