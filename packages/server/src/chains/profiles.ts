import type { CHAIN_NAMES } from "./names.ts";

/** How much of a block can be checked by its own hashes. */
export type Verification =
  /** Hash of the header, transactions and receipts by their roots. */
  | "header"
  /** Transactions and receipts by their roots; the header has fields that are not known here. */
  | "roots"
  /** Only that it follows its parent, and that the receipts name its hash. */
  | "parent";

/** In what chains differ. Fields of receipts that only some have are read wherever they are. */
export interface ChainProfile {
  readonly verification: Verification;
  /** A reorganisation of more blocks than this cannot happen; following halts when it does. */
  readonly finality: number;
}

/** Each chain that the contract names. */
const PROFILES: Readonly<Record<(typeof CHAIN_NAMES)[number], ChainProfile>> = {
  // Final after two epochs of 32 slots; one more, as the second can be late.
  ethereum: { verification: "header", finality: 96 },
  bsc: { verification: "roots", finality: 64 },
  avalanche: { verification: "roots", finality: 64 },
  // Their own kinds of transactions, of which not all are in the roots as Ethereum encodes them.
  apechain: { verification: "parent", finality: 256 },
  arbitrum: { verification: "parent", finality: 256 },
  base: { verification: "parent", finality: 256 },
  polygon: { verification: "parent", finality: 256 },
};

/** The profile of a chain by its name; a chain that is not known is trusted with nothing special. */
export function profileOf(name: string): ChainProfile {
  const known: Readonly<Record<string, ChainProfile>> = PROFILES;
  return known[name] ?? { verification: "parent", finality: 256 };
}
