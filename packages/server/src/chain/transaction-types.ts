/** Fee-market transactions (EIP-1559) and later types: they set a maximum fee, and the block the price. */
export const FEE_MARKET = 2;

/** Types that every chain has: legacy, access list, fee market, blobs, delegations. */
export const ETHEREUM_TYPES: readonly number[] = [0, 1, FEE_MARKET, 3, 4];

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
