import type { DatabaseSync } from "node:sqlite";
import type { BlockRecord, Hex, TransactionRecord } from "../../chain/records.ts";
import { PER_BLOCK } from "../ids.ts";
import { type TransactionRow, unpackTransaction } from "../pack.ts";
import { readHex } from "./bytes.ts";
import { recordCache } from "./record-cache.ts";

/** Cache size in bytes per chain, including the rendered forms, which live as long as their records. */
const MAX_BYTES = 16 * 2 ** 20;
const BLOCK_BYTES = 8_000;
const TRANSACTION_BYTES = 4_000;
/** The input is held in the record and, possibly twice, in its rendered forms. */
const COPIES_OF_INPUT = 3;

// Texts rather than blobs, which would allocate an array of bytes each.
const ROW = `tx.id, tx.body, block.time, lower(hex(tx.hash)) AS hash,
  lower(hex(tx.input)) AS input, lower(hex(block.hash)) AS blockHash`;

/** Reads records by key; a record is parsed once while it is cached. */
export interface RecordReader {
  blockHash(number: number): Hex | undefined;
  block(number: number): BlockRecord | undefined;
  /** Returns transactions in the order of their ids. */
  transactions(ids: readonly number[]): TransactionRecord[];
}

/**
 * Creates a reader of cached records. A cached record is used only if its block hash is still stored,
 * so that another process may write the file.
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
