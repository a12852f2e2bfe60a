import type { Verification } from "../chain/profiles.ts";
import type { Hex, TransactionRecord } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { tokenEvents } from "../source/events.ts";
import { blockRecord, transactionRecords } from "../source/normalise.ts";
import type { BlockChange } from "../store/chain-writer.ts";

/** Block that cannot be added to the chain. */
export class InvalidBlockError extends Error {
  override readonly name = "InvalidBlockError";
}

/**
 * Parses a block into the records to store.
 *
 * @param verification Chain whose formats the block has.
 * @throws InvalidBlockError if its receipts belong to another block.
 */
export function readBlock(source: RpcBlockWithReceipts, verification: Verification): BlockChange {
  try {
    return {
      block: blockRecord(source.block, verification),
      transactions: transactionRecords(source, verification).map((record) => ({
        record,
        participants: participants(record),
      })),
      ...tokenEvents(source.receipts),
    };
  } catch (error) {
    throw new InvalidBlockError((error as Error).message, { cause: error });
  }
}

/** Returns the addresses that take part in a transaction: sender, recipient and created contract. */
function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">): readonly Hex[] {
  return [...new Set([from, to, contractAddress].filter((address) => address !== null))];
}
