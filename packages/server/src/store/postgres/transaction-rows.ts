import type { Hex, TransactionPosition, TransactionRecord } from "../../chain/records.ts";
import { transactionId } from "../ids.ts";
import { unpackTransaction } from "../pack.ts";
import type { Row } from "./connection.ts";

const TX = "tx.id, tx.hash, tx.sender, tx.recipient, tx.created, tx.input, tx.body";

/** Columns of a transaction, and the join that they need. */
export const ROW = `${TX}, block.time, block.hash AS block_hash`;
export const WITH_BLOCK = "JOIN :block AS block ON block.number = tx.id >> 20";

/** Upper bound of the ids of a page. */
export function idOf(after: TransactionPosition | undefined): number {
  return after ? transactionId(after) : Number.MAX_SAFE_INTEGER;
}

/** Converts a row with the columns above into a transaction. */
export function transactionOf(row: Row): TransactionRecord {
  return unpackTransaction({
    id: Number(row.id),
    hash: (row.hash as Hex).slice(2),
    input: (row.input as Hex).slice(2),
    body: String(row.body),
    sender: row.sender as Hex,
    recipient: row.recipient as Hex | null,
    created: row.created as Hex | null,
    blockHash: (row.block_hash as Hex).slice(2),
    time: Number(row.time),
  });
}
