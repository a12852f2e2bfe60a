import type { ChainName } from "./profiles.ts";
import type { RpcBlock } from "./rpc-types.ts";

/** Fee-market transactions (EIP-1559) and later types: they set a maximum fee, and the block the price. */
export const FEE_MARKET = 2;

/** Types that every chain has: legacy, access list, fee market, blobs, delegations. */
const ETHEREUM_TYPES: readonly number[] = [0, 1, FEE_MARKET, 3, 4];

/** OP stack deposits from the parent chain: the nonce is in the receipt, and the gas price is 0. */
export const DEPOSIT = 0x7e;

/** Nitro deposit of ether from the parent chain. */
export const NITRO_DEPOSIT = 0x64;
/** Nitro transaction of an account of the parent chain, with a nonce. */
export const NITRO_UNSIGNED = 0x65;
/** Nitro transaction of a contract of the parent chain, without a nonce. */
export const NITRO_CONTRACT = 0x66;
/** Nitro attempt to execute a retryable ticket. */
export const NITRO_RETRY = 0x68;
/** Nitro submission of a retryable ticket from the parent chain. */
export const NITRO_SUBMIT_RETRYABLE = 0x69;
/** Nitro system transaction at the beginning of each block. */
export const NITRO_INTERNAL = 0x6a;
/** Types of Nitro chains (arbitrum, apechain). */
export const NITRO_TYPES: readonly number[] = [
  NITRO_DEPOSIT,
  NITRO_UNSIGNED,
  NITRO_CONTRACT,
  NITRO_RETRY,
  NITRO_SUBMIT_RETRYABLE,
  NITRO_INTERNAL,
];

/** Arbitrum transactions before Nitro, as Nitro nodes report them; encoded like legacy transactions. */
export const NITRO_LEGACY = 0x78;

/** Polygon state sync from Ethereum, at the end of a block; type 0 before the Madhugiri fork. */
export const STATE_SYNC = 0x7f;

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

export function formatOf(chain: ChainName, block: RpcBlock): BlockFormat {
  const [...formats] = FORMATS[chain];
  const newest = formats.pop() as BlockFormat;
  const old = (formats as OldFormat[]).find(({ below, isBeforeLondon = false }) => {
    return Number(block.number) < below && !(isBeforeLondon && block.baseFeePerGas != null);
  });
  return old ?? newest;
}
