/** Fee-market transactions (EIP-1559) and later types: they set a maximum fee, and the block the price. */
export const FEE_MARKET = 2;

/** OP stack deposits from the parent chain: the nonce is in the receipt, and the gas price is 0. */
export const DEPOSIT = 0x7e;

/** Nitro system transaction (arbitrum, apechain) at the beginning of each block. */
export const NITRO_INTERNAL = 0x6a;

/** Polygon state sync from Ethereum, at the end of a block; type 0 before the Madhugiri fork. */
export const STATE_SYNC = 0x7f;
