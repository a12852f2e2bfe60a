import type { DatabaseSync, StatementSync } from "node:sqlite";
import type {
  BlockRecord,
  Hex,
  TransactionPosition,
  TransactionRecord,
} from "../../chain/records.ts";
import type { TransactionReader } from "../chain-reader.ts";
import { PER_BLOCK, transactionId, unpackTransaction } from "../rows.ts";
import { toBytes, withinBytes } from "./bytes.ts";
import { arrayReader, snapshots } from "./database.ts";
import type { Methods } from "./handle.ts";
import { CHAIN, type StepRunner } from "./steps.ts";

/** In upper case, because `lower` takes time (bench: 100 transactions). `hex` of null is an empty text. */
const COLUMNS = `SELECT tx.id, block.time, hex(block.hash || tx.hash || tx.sender || tx.input),
  hex(tx.recipient), hex(tx.created), tx.numbers`;
const WITH_BLOCK = "JOIN block ON block.number = tx.id >> 20";

type Row = readonly [
  ...[id: number, time: number, bytes: string, recipient: string, created: string, numbers: string],
];
const END = Number.MAX_SAFE_INTEGER;

/** Reads blocks and transactions. */
export function transactionReader(
  db: DatabaseSync,
  { all }: StepRunner,
): Methods<TransactionReader> {
  const body = db.prepare("SELECT body FROM block WHERE number = ?");
  const arrays = arrayReader(db);
  const rows = (source: string) => arrays(`${COLUMNS} FROM ${source}`);
  const byHash = rows(`tx ${WITH_BLOCK} WHERE tx.hash = ?`);
  const between = rows(
    `tx ${WITH_BLOCK} WHERE tx.id >= ? AND tx.id < ? ORDER BY tx.id DESC LIMIT ?`,
  );
  const ofAddress = rows(`address_tx AS a JOIN tx ON tx.id = a.id ${WITH_BLOCK}
    WHERE a.address = ? AND a.id < ? ORDER BY a.id DESC LIMIT ?`);
  const inSnapshot = snapshots(db);

  return {
    getBlock(number): BlockRecord | undefined {
      const row = body.get(number);
      return row && JSON.parse(String(row.body));
    },
    getTransaction(hash) {
      const row: unknown = byHash.get(toBytes(hash));
      return row === undefined ? undefined : transactionOf(row);
    },
    listAddressTransactions: (address, after, limit, maxBytes) =>
      taken(ofAddress, [toBytes(address), idOf(after), limit], maxBytes),
    listBlockTransactions: (blockNumber, after, limit, maxBytes) =>
      inSnapshot(() => {
        const start = blockNumber * PER_BLOCK;
        const range = [start, Math.min(idOf(after), start + PER_BLOCK), limit];
        const found = taken(between, range, maxBytes);
        // Only for an empty page is it unclear whether the block exists.
        return found.length > 0 || all(CHAIN.queries.ofReader.blockHash(blockNumber))
          ? found
          : undefined;
      }),
    listLatestTransactions: (after, limit, maxBytes) =>
      taken(between, [0, idOf(after), limit], maxBytes),
  };
}

/** Upper bound of the ids of a page. */
function idOf(after: TransactionPosition | undefined): number {
  return after ? transactionId(after) : END;
}

/** Reads rows until their inputs exceed a number of bytes. */
function taken(
  statement: StatementSync,
  params: readonly (number | Uint8Array)[],
  maxBytes: number,
): TransactionRecord[] {
  const rows = statement.iterate(...params) as Iterable<unknown>;
  return withinBytes(rows, maxBytes, (row) => (row as Row)[2].length).map(transactionOf);
}

/** Converts a row, which is an array, into a transaction. */
function transactionOf(columns: unknown): TransactionRecord {
  const [id, time, upperCase, recipient, created, numbers] = columns as Row;
  return unpackTransaction({
    id,
    time,
    numbers,
    digits: upperCase.toLowerCase(),
    recipient: addressOf(recipient),
    created: addressOf(created),
  });
}

function addressOf(digits: string): Hex | null {
  return digits === "" ? null : `0x${digits.toLowerCase()}`;
}
