import type { DatabaseSync } from "node:sqlite";
import type { BlockRecord, Hex, TransactionRecord } from "../../chain/records.ts";
import { PER_BLOCK } from "../ids.ts";
import { type TransactionRow, unpackTransaction } from "../pack.ts";
import { readHex } from "./bytes.ts";
import { recordCache } from "./record-cache.ts";

/** For each chain; what is rendered of a record lives as long as the record, and counts as well. */
const MAX_BYTES = 16 * 2 ** 20;
const BLOCK_BYTES = 8_000;
const TRANSACTION_BYTES = 4_000;
/** Digits of the input are there in the record and in what is rendered of it, perhaps twice. */
const COPIES_OF_INPUT = 3;

// Texts rather than blobs: for each of those an array of bytes would be made first.
const ROW = `tx.id, tx.body, block.time, lower(hex(tx.hash)) AS hash,
  lower(hex(tx.input)) AS input, lower(hex(block.hash)) AS blockHash`;

/** Reads records by their keys, each of them parsed once for as long as it is used. */
export interface RecordReader {
  blockHash(number: number): Hex | undefined;
  block(number: number): BlockRecord | undefined;
  /** Transactions in the order of their ids. */
  transactions(ids: readonly number[]): TransactionRecord[];
}

/**
 * Reads records from a file. A record that is cached is used only if its block is still there, by its
 * hash, so that it does not matter who writes the file.
 */
export function recordReader(db: DatabaseSync): RecordReader {
  const hashOf = db.prepare("SELECT hash FROM block WHERE number = ?");
  const block = db.prepare("SELECT body FROM block WHERE number = ?");
  const some = db.prepare(
    `SELECT ${ROW} FROM json_each(?) AS asked JOIN tx ON tx.id = asked.value
     JOIN block ON block.number = tx.id >> 20`,
  );
  const blocks = recordCache<BlockRecord>(MAX_BYTES / 4, () => BLOCK_BYTES);
  const transactions = recordCache<TransactionRecord>(
    MAX_BYTES,
    ({ input }) => TRANSACTION_BYTES + COPIES_OF_INPUT * input.length,
  );

  const blockHash = (number: number) => {
    const row = hashOf.get(number);
    return row && readHex(row.hash);
  };
  const read = (ids: readonly number[]) => {
    const found = new Map<number, TransactionRecord>();
    if (ids.length > 0) {
      for (const row of some.all(JSON.stringify(ids))) {
        const record = unpackTransaction(row as unknown as TransactionRow);
        found.set(Number(row.id), record);
        transactions.set(Number(row.id), record);
      }
    }
    return found;
  };

  return {
    blockHash,
    block(number) {
      const hash = blockHash(number);
      const cached = blocks.get(number);
      if (cached && cached.hash === hash) {
        return cached;
      }
      const row = block.get(number);
      const record: BlockRecord | undefined = row && JSON.parse(String(row.body));
      if (record) {
        blocks.set(number, record);
      }
      return record;
    },
    transactions(ids) {
      let number = -1;
      let hash: Hex | undefined;
      const cached = ids.map((id) => {
        const own = Math.floor(id / PER_BLOCK);
        if (own !== number) {
          number = own;
          hash = blockHash(own);
        }
        const record = transactions.get(id);
        return record?.blockHash === hash ? record : undefined;
      });
      const missing = read(ids.filter((_, at) => cached[at] === undefined));
      return ids.flatMap((id, at) => cached[at] ?? missing.get(id) ?? []);
    },
  };
}
