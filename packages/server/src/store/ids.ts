import { type TransactionPosition, ZERO_ADDRESS } from "../chain/records.ts";

/** Upper bound of transactions per block. */
export const PER_BLOCK = 2 ** 20;

/** First block of a pair that no stored block touches any more. */
export const LOST = Number.MAX_SAFE_INTEGER;

/** Encodes the position of a transaction in its chain as one number. */
export function transactionId({ blockNumber, index }: TransactionPosition): number {
  return blockNumber * PER_BLOCK + index;
}

/** Stands for every wallet where it is noted of which ones the logs were read: its own tokens are burnt. */
export const EVERY_WALLET = ZERO_ADDRESS;

/** First block of a pair that was added explicitly; a rollback does not remove it. */
export const ADDED = 0;
