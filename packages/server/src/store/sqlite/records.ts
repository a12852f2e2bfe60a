import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { BlockRecord, Hex, TransactionRecord } from "../../chain/records.ts";
import { transactionId } from "../ids.ts";
import { type TransactionRow, unpackTransaction } from "../pack.ts";
import { readHex, toBytes } from "./bytes.ts";

/** Size of the transactions of a chain, including their rendered forms, which live as long as their records. */
const MAX_BYTES = 16 * 2 ** 20;
/** Blocks of a chain, of about 8 kB each with their rendered forms. */
const MAX_BLOCKS = 500;
const TRANSACTION_BYTES = 4_000;
/** The input is held in the record and, possibly twice, in its rendered forms. */
const COPIES_OF_INPUT = 3;

// Texts rather than blobs, which would allocate an array of bytes each.
const ROW = `tx.id, tx.body, block.time, lower(hex(tx.hash)) AS hash,
  lower(hex(tx.input)) AS input, lower(hex(block.hash)) AS blockHash,
  '0x' || lower(hex(tx.sender)) AS sender,
  CASE WHEN tx.recipient IS NOT NULL THEN '0x' || lower(hex(tx.recipient)) END AS recipient,
  CASE WHEN tx.created IS NOT NULL THEN '0x' || lower(hex(tx.created)) END AS created`;

/** Reads records by key; a record is parsed once while it is cached. */
export interface RecordReader {
  blockHash(number: number): Hex | undefined;
  /** Returns a block if it is cached and still stored. */
  cachedBlock(number: number): BlockRecord | undefined;
  block(number: number): BlockRecord | undefined;
  /** Returns a transaction if it is cached and its block is still stored. */
  cachedTransaction(hash: Hex): TransactionRecord | undefined;
  /** Reads a transaction in one statement, cached or not. */
  transaction(hash: Hex): TransactionRecord | undefined;
  /** Returns transactions in the order of their ids. */
  transactions(ids: readonly number[]): TransactionRecord[];
}

/** A cached record. */
interface Cached<Value> {
  readonly record: Value;
  /** Version of the file at which the record was last known to be stored. */
  version: number;
}

/**
 * Creates a reader of cached records. A cached record is used only if the hash of its block is still
 * stored, which is not read again while the file is unchanged.
 *
 * @param fileVersion Returns a number that changes with each change of the file.
 */
export function recordReader(db: DatabaseSync, fileVersion: () => number): RecordReader {
  const hashOf = db.prepare("SELECT hash FROM block WHERE number = ?");
  const body = db.prepare("SELECT body FROM block WHERE number = ?");
  const some = db.prepare(
    `SELECT ${ROW} FROM json_each(?) AS asked JOIN tx ON tx.id = asked.value
     JOIN block ON block.number = tx.id >> 20`,
  );
  const byHashInFile = db.prepare(
    `SELECT ${ROW} FROM tx JOIN block ON block.number = tx.id >> 20 WHERE tx.hash = ?`,
  );
  const blocks = new LRUCache<number, Cached<BlockRecord>>({ max: MAX_BLOCKS });
  const byHash = new Map<Hex, Cached<TransactionRecord>>();
  const transactions = new LRUCache<number, Cached<TransactionRecord>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ record }) => TRANSACTION_BYTES + COPIES_OF_INPUT * record.input.length,
    dispose: ({ record }) => byHash.delete(record.hash),
  });

  const blockHash = (number: number) => {
    const row = hashOf.get(number);
    return row && readHex(row.hash);
  };
  /** Returns the record if the hash of its block is still stored. */
  const current = <Value>(
    entry: Cached<Value> | undefined,
    version: number,
    isStored: (record: Value) => boolean,
  ): Value | undefined => {
    if (entry && entry.version !== version) {
      if (!isStored(entry.record)) {
        return undefined;
      }
      // Read before the hash, so that a change in between is noticed the next time.
      entry.version = version;
    }
    return entry?.record;
  };
  const cachedBlock = (number: number) =>
    current(blocks.get(number), fileVersion(), ({ hash }) => blockHash(number) === hash);
  const unpack = (row: Record<string, unknown>, version: number) => {
    const record = unpackTransaction(row as unknown as TransactionRow);
    const entry = { record, version };
    transactions.set(Number(row.id), entry);
    byHash.set(record.hash, entry);
    return record;
  };
  const read = (ids: readonly number[], version: number) => {
    const found = new Map<number, TransactionRecord>();
    if (ids.length > 0) {
      for (const row of some.all(JSON.stringify(ids))) {
        found.set(Number(row.id), unpack(row, version));
      }
    }
    return found;
  };

  return {
    blockHash,
    cachedBlock,
    block(number) {
      const cached = cachedBlock(number);
      if (cached) {
        return cached;
      }
      const row = body.get(number);
      const record: BlockRecord | undefined = row && JSON.parse(String(row.body));
      if (record) {
        blocks.set(number, { record, version: fileVersion() });
      }
      return record;
    },
    cachedTransaction(hash) {
      const entry = byHash.get(hash);
      return current(
        // Through the cache, which notes that it is used.
        entry && transactions.get(transactionId(entry.record)),
        fileVersion(),
        (record) => blockHash(record.blockNumber) === record.blockHash,
      );
    },
    transaction(hash) {
      const version = fileVersion();
      const row = byHashInFile.get(toBytes(hash));
      return row && unpack(row, version);
    },
    transactions(ids) {
      const version = fileVersion();
      let number = -1;
      let hash: Hex | undefined;
      const isStored = (record: TransactionRecord) => {
        if (record.blockNumber !== number) {
          number = record.blockNumber;
          hash = blockHash(number);
        }
        return record.blockHash === hash;
      };
      const cached = ids.map((id) => current(transactions.get(id), version, isStored));
      const missing = read(
        ids.filter((_, at) => cached[at] === undefined),
        version,
      );
      return ids.flatMap((id, at) => cached[at] ?? missing.get(id) ?? []);
    },
  };
}
