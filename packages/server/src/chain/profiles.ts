import type { components } from "@chainkit/chain-data";

/** Name of a chain, as the contract has it. */
export type ChainName = components["parameters"]["ChainName"];

/** How the blocks of a chain are made, and with that what of them their own hashes vouch for. */
export type Verification =
  /** As those of Ethereum, of the OP stack and of Nitro: for all of it. */
  | "header"
  /** As bor does: for all but the state sync from Ethereum, and its miner where the header has none. */
  | "bor"
  /** As Avalanche does: for all, but since Helicon neither for receipts nor for the base fee. */
  | "coreth"
  /** Not known: only for what follows its parent, and for receipts that name its hash. */
  | "parent";

/** Number of newest blocks that can be removed again: more than the finality of any chain. */
export const UNDO_BLOCKS = 1_024;

/** In what chains differ. Fields of receipts that only some have are read wherever they are. */
export interface ChainProfile {
  readonly verification: Verification;
  /** Chain id (EIP-155) that its nodes report; undefined: not known. */
  readonly chainId: number | undefined;
  /** A reorganisation of more blocks than this cannot happen; following halts when it does. */
  readonly finality: number;
}

/** Each chain that the contract names. */
const PROFILES: Readonly<Record<ChainName, ChainProfile>> = {
  // Final after two epochs of 32 slots; one more, as the second can be late.
  ethereum: { verification: "header", chainId: 1, finality: 96 },
  apechain: { verification: "header", chainId: 33_139, finality: 256 },
  arbitrum: { verification: "header", chainId: 42_161, finality: 256 },
  avalanche: { verification: "coreth", chainId: 43_114, finality: 64 },
  base: { verification: "header", chainId: 8453, finality: 256 },
  bsc: { verification: "header", chainId: 56, finality: 64 },
  polygon: { verification: "bor", chainId: 137, finality: 256 },
};

/** Names of the chains of the contract. */
export const CHAIN_NAMES: readonly ChainName[] = Object.keys(PROFILES) as ChainName[];

/** Chain ids of local development nodes, which may stand for any chain. */
const LOCAL_CHAIN_IDS = new Set([1337, 31337]);

/** Whether data of a chain id may belong to a chain. @param expected undefined: any may. */
export function isChainId(reported: number, expected: number | undefined): boolean {
  return expected === undefined || reported === expected || LOCAL_CHAIN_IDS.has(reported);
}

/**
 * The profile of a chain by its name; a chain that is not known is trusted with nothing special.
 *
 * @param isTrusted Whether its blocks are to be taken as they come, if only they follow their parents.
 */
export function profileOf(name: string, isTrusted = false): ChainProfile {
  const known: Readonly<Record<string, ChainProfile>> = PROFILES;
  const profile = known[name] ?? { verification: "parent", chainId: undefined, finality: 256 };
  return isTrusted ? { ...profile, verification: "parent" } : profile;
}
