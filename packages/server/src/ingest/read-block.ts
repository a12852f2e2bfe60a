import { participants } from "../chain/participants.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { tokenEvents } from "../source/events.ts";
import { blockRecord, transactionRecords } from "../source/normalise.ts";
import type { BlockChange } from "../store/chain-store.ts";

/** A block that cannot be added to the chain. */
export class InvalidBlockError extends Error {
  override readonly name = "InvalidBlockError";
}

/**
 * Reads what a block adds to a chain.
 *
 * @throws InvalidBlockError if its receipts are not its own.
 */
export function readBlock(source: RpcBlockWithReceipts): BlockChange {
  try {
    return {
      block: blockRecord(source.block),
      transactions: transactionRecords(source).map((record) => ({
        record,
        participants: participants(record),
      })),
      ...tokenEvents(source.receipts),
    };
  } catch (error) {
    throw new InvalidBlockError((error as Error).message, { cause: error });
  }
}
