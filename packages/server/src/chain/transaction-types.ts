/** From this type on a transaction says what it pays at most, and the block says what it pays. */
export const FEE_MARKET = 2;

/** What the OP stack (base) takes over from its parent chain: its receipt has the nonce, and it is free. */
export const DEPOSIT = 0x7e;

/** What Nitro (arbitrum, apechain) does at the beginning of each block. */
export const NITRO_INTERNAL = 0x6a;

/** What polygon brought over from Ethereum, at the end of a block; before Madhugiri it had type 0. */
export const STATE_SYNC = 0x7f;
