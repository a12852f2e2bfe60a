import type { ChainName } from "./profiles.ts";
import type { RpcBlock } from "./rpc-types.ts";
import {
  DEPOSIT,
  ETHEREUM_TYPES,
  NITRO_LEGACY,
  NITRO_TYPES,
  STATE_SYNC,
} from "./transaction-types.ts";

/** What the hash of a block covers, and how. */
export interface BlockFormat {
  /** Fields of the header: those of Ethereum, also without the miner (bor), or of Avalanche. */
  readonly header: "ethereum" | "bor" | "coreth";
  /** Types of transactions; blocks with others are refused. */
  readonly types: readonly number[];
  /**
   * What a receipt begins with: the status, the state root, which some nodes omit, or a zero byte, which
   * leaves status and gas unproven.
   */
  readonly outcome: "status" | "stateRoot" | "zero";
  /** Nitro: all transactions pay the base fee, unless the header states that tips are charged. */
  readonly isNitro?: boolean;
  /** Bor before Madhugiri: each multiple of this number may end with a state sync outside the roots. */
  readonly sprint?: number;
}

/** Format of the blocks before a fork. */
interface OldFormat extends BlockFormat {
  /** Number of the first block after the fork. */
  readonly below: number;
  /** Whether headers had no base fee, unlike those of local chains, which begin with later forks. */
  readonly isBeforeLondon?: boolean;
}

const ETHEREUM: BlockFormat = { header: "ethereum", types: ETHEREUM_TYPES, outcome: "status" };
const NITRO: BlockFormat = {
  ...ETHEREUM,
  types: [...ETHEREUM_TYPES, ...NITRO_TYPES],
  isNitro: true,
};
const CLASSIC: BlockFormat = { ...ETHEREUM, types: [0, NITRO_LEGACY], outcome: "zero" };
const BOR: BlockFormat = { ...ETHEREUM, header: "bor" };

const BYZANTIUM = 4_370_000;
const DELHI = 38_189_056;
const MADHUGIRI = 80_084_800;
/** Number of the first block of Nitro on Arbitrum One. */
export const FIRST_OF_NITRO = 22_207_817;

/** Formats of each chain, oldest first. */
const FORMATS: Readonly<Record<ChainName, readonly [...OldFormat[], BlockFormat]>> = {
  ethereum: [
    { ...ETHEREUM, below: BYZANTIUM, isBeforeLondon: true, outcome: "stateRoot" },
    ETHEREUM,
  ],
  apechain: [NITRO],
  arbitrum: [{ ...CLASSIC, below: FIRST_OF_NITRO, isBeforeLondon: true }, NITRO],
  avalanche: [{ ...ETHEREUM, header: "coreth" }],
  base: [{ ...ETHEREUM, types: [...ETHEREUM_TYPES, DEPOSIT] }],
  bsc: [ETHEREUM],
  polygon: [
    { ...BOR, below: DELHI, sprint: 64 },
    { ...BOR, below: MADHUGIRI, sprint: 16 },
    { ...BOR, types: [...ETHEREUM_TYPES, STATE_SYNC] },
  ],
};

/** Returns the format of a block. */
export function formatOf(chain: ChainName, block: RpcBlock): BlockFormat {
  const [...formats] = FORMATS[chain];
  const newest = formats.pop() as BlockFormat;
  const old = (formats as OldFormat[]).find(({ below, isBeforeLondon = false }) => {
    return Number(block.number) < below && !(isBeforeLondon && block.baseFeePerGas != null);
  });
  return old ?? newest;
}
