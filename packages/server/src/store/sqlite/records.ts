import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { BlockRecord, Hex, TransactionRecord } from "../../chain/records.ts";
import { transactionId } from "../ids.ts";
import { unpackTransaction } from "../pack.ts";
import { readHex, toBytes } from "./bytes.ts";

/** Size of the transactions of a chain, including their rendered forms, which live as long as they do. */
const MAX_BYTES = 16 * 2 ** 20;
/** Blocks of a chain, of about 8 kB each with their rendered forms. */
const MAX_BLOCKS = 500;
const TRANSACTION_BYTES = 4_000;
/** The input is held in the record and, possibly twice, in its rendered forms. */
const COPIES_OF_INPUT = 3;

/** Hexadecimal of a column, as text rather than a blob, which would allocate an array of bytes. */
const hexOf = (column: string) => `'0x' || lower(hex(${column}))`;
const hexOrNull = (column: string) => `CASE WHEN ${column} IS NOT NULL THEN ${hexOf(column)} END`;
const ROW = `SELECT tx.id, ${hexOf("block.hash")}, block.time, ${hexOf("tx.hash")},
  ${hexOf("tx.sender")}, ${hexOrNull("tx.recipient")}, ${hexOrNull("tx.created")},
  ${hexOf("tx.input")}, tx.body FROM tx JOIN block ON block.number = tx.id >> 20`;

type Row = readonly [
  ...[id: number, blockHash: Hex, time: number, hash: Hex, sender: Hex],
  ...[recipient: Hex | null, created: Hex | null, input: Hex, body: string],
];

/** Reads records by key. */
export interface RecordReader {
  blockHash(number: number): Hex | undefined;
  /** Reads a block, which is cached. */
  block(number: number): BlockRecord | undefined;
  /** Reads a transaction, which is cached. */
  transaction(hash: Hex): TransactionRecord | undefined;
  /** Reads transactions in the order of their ids, one by one; they are cached. */
  transactions(ids: readonly number[]): Iterable<TransactionRecord>;
}

/** A cached record. */
interface Cached<Value> {
  readonly record: Value;
  /** Version of the file at which the record was last known to be stored. */
  version: number;
}

/**
 * Creates a reader of records. A cached record is used only if the hash of its block is still
 * stored, which is not read again while the file is unchanged.
 *
 * @param fileVersion Returns a number that changes with each change of the file.
 */
export function recordReader(db: DatabaseSync, fileVersion: () => number): RecordReader {
  const hashOf = db.prepare("SELECT hash FROM block WHERE number = ?");
  const body = db.prepare("SELECT body FROM block WHERE number = ?");
  const rowById = db.prepare(`${ROW} WHERE tx.id = ?`);
  const rowByHash = db.prepare(`${ROW} WHERE tx.hash = ?`);
  for (const statement of [rowById, rowByHash]) {
    statement.setReturnArrays(true);
  }
  const blocks = new LRUCache<number, Cached<BlockRecord>>({ max: MAX_BLOCKS });
  const byHash = new Map<Hex, Cached<TransactionRecord>>();
  const byId = new LRUCache<number, Cached<TransactionRecord>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ record }) => TRANSACTION_BYTES + COPIES_OF_INPUT * record.input.length,
    dispose: ({ record }) => byHash.delete(record.hash),
  });

  const blockHash = (number: number) => {
    const row = hashOf.get(number);
    return row && readHex(row.hash);
  };
  /** Whether the block of a cached record is still stored. */
  const isStored = (entry: Cached<unknown>, version: number, number: number, hash: Hex) => {
    if (entry.version !== version && blockHash(number) !== hash) {
      return false;
    }
    // Read before the hash, so that a change in between is noticed the next time.
    entry.version = version;
    return true;
  };

  const current = (
    entry: Cached<TransactionRecord> | undefined,
    version: number,
  ): TransactionRecord | undefined =>
    entry && isStored(entry, version, entry.record.blockNumber, entry.record.blockHash)
      ? entry.record
      : undefined;
  /** Converts a row, which is an array, into a transaction, and caches it. */
  const unpack = (columns: unknown, version: number): TransactionRecord | undefined => {
    if (columns === undefined) {
      return undefined;
    }
    const [id, hashOfBlock, time, hash, sender, recipient, created, input, text] = columns as Row;
    const columnsOfTx = { hash, sender, recipient, created, input, body: text };
    const record = unpackTransaction({ id, time, blockHash: hashOfBlock, ...columnsOfTx });
    const entry = { record, version };
    byId.set(id, entry);
    byHash.set(hash, entry);
    return record;
  };

  return {
    blockHash,
    block(number) {
      const version = fileVersion();
      const cached = blocks.get(number);
      if (cached && isStored(cached, version, number, cached.record.hash)) {
        return cached.record;
      }
      const row = body.get(number);
      const record: BlockRecord | undefined = row && JSON.parse(String(row.body));
      if (record) {
        blocks.set(number, { record, version });
      }
      return record;
    },
    transaction(hash) {
      const version = fileVersion();
      const entry = byHash.get(hash);
      // Through the cache, which notes that it is used.
      const cached = entry && byId.get(transactionId(entry.record));
      return current(cached, version) ?? unpack(rowByHash.get(toBytes(hash)), version);
    },
    *transactions(ids) {
      const version = fileVersion();
      for (const id of ids) {
        const record = current(byId.get(id), version) ?? unpack(rowById.get(id), version);
        if (record) {
          yield record;
        }
      }
    },
  };
}
