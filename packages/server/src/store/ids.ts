import type { TransactionPosition } from "../chain/records.ts";

/** More transactions than any block has. */
export const PER_BLOCK = 2 ** 20;

/** In place of the first block that touched a pair: there is none any more. */
export const LOST = Number.MAX_SAFE_INTEGER;

/** The place of a transaction in the order of its chain, as one number. */
export function transactionId({ blockNumber, index }: TransactionPosition): number {
  return blockNumber * PER_BLOCK + index;
}

/** In place of the first block that touched a pair: it was added by itself, and no rollback takes it. */
export const ADDED = 0;
