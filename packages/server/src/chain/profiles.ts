import type { components } from "@chainkit/chain-data";

/** Name of a chain in the contract. */
export type ChainName = components["parameters"]["ChainName"];

/** Block format of a chain, which determines the data that the block hash commits to. */
export type Verification =
  /** Ethereum, OP stack and Nitro: all data. */
  | "header"
  /** Bor: all data except state syncs from Ethereum, and the miner if the header has none. */
  | "bor"
  /** Avalanche: all data, except receipts and the base fee since Helicon. */
  | "coreth"
  /** Unknown format: only the parent hash is checked, and that receipts name the block hash. */
  | "parent";

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

/** Profiles of the chains in the contract. */
const PROFILES: Readonly<Record<ChainName, ChainProfile>> = {
  // Final after two epochs of 32 slots; one more, because the second can be late.
  ethereum: { verification: "header", chainId: 1, finality: 96 },
  apechain: { verification: "header", chainId: 33_139, finality: 256 },
  arbitrum: { verification: "header", chainId: 42_161, finality: 256 },
  avalanche: { verification: "coreth", chainId: 43_114, finality: 64 },
  base: { verification: "header", chainId: 8453, finality: 256 },
  bsc: { verification: "header", chainId: 56, finality: 64 },
  polygon: { verification: "bor", chainId: 137, finality: 256 },
};

/** Names of the chains in the contract. */
export const CHAIN_NAMES: readonly ChainName[] = Object.keys(PROFILES) as ChainName[];

/** Chain ids of local development nodes, which may stand for any chain. */
const LOCAL_CHAIN_IDS = new Set([1337, 31337]);

/** Whether a chain id is acceptable for a chain. @param expected undefined accepts any. */
export function isChainId(reported: number, expected: number | undefined): boolean {
  return expected === undefined || reported === expected || LOCAL_CHAIN_IDS.has(reported);
}

/**
 * Returns the profile of a chain by its name, or a generic one for an unknown chain.
 *
 * @param isTrusted Whether its blocks are accepted with only the parent hash checked.
 */
export function profileOf(name: string, isTrusted = false): ChainProfile {
  const known: Readonly<Record<string, ChainProfile>> = PROFILES;
  const profile = known[name] ?? { verification: "parent", chainId: undefined, finality: 256 };
  return isTrusted ? { ...profile, verification: "parent" } : profile;
}
