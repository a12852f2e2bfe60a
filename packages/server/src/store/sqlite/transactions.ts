import type { DatabaseSync } from "node:sqlite";
import { decodeCall } from "../../handlers/decode.ts";
import type {
  BlockRecord,
  ChainReader,
  TransactionPosition,
  TransactionRecord,
} from "../../handlers/reader.ts";
import { toBytes } from "./bytes.ts";

type TransactionReader = Pick<
  ChainReader,
  | "getLatestBlock"
  | "getBlock"
  | "getTransaction"
  | "listAddressTransactions"
  | "listBlockTransactions"
  | "listLatestTransactions"
  | "decode"
> & { firstBlock(): number | undefined };

/** More transactions than any block has. */
const PER_BLOCK = 2 ** 20;
const END = Number.MAX_SAFE_INTEGER;

/** The place of a transaction in the order of its chain, as one number. */
export function transactionId({ blockNumber, index }: TransactionPosition): number {
  return blockNumber * PER_BLOCK + index;
}

/** Reads blocks and transactions. */
export function transactionReader(db: DatabaseSync): TransactionReader {
  const latest = db.prepare("SELECT body FROM block ORDER BY number DESC LIMIT 1");
  const block = db.prepare("SELECT body FROM block WHERE number = ?");
  const byHash = db.prepare("SELECT body FROM tx WHERE hash = ?");
  const between = db.prepare(
    "SELECT body FROM tx WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?",
  );
  const ofAddress = db.prepare(
    `SELECT tx.body FROM address_tx AS a JOIN tx ON tx.id = a.id
     WHERE a.address = ? AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
  );
  const idOf = (after: TransactionPosition | undefined) => (after ? transactionId(after) : END);

  return {
    getLatestBlock: () => one<BlockRecord>(latest.get()),
    getBlock: (number) => one<BlockRecord>(block.get(number)),
    getTransaction: (hash) => one<TransactionRecord>(byHash.get(toBytes(hash))),
    listAddressTransactions: (address, after, limit) =>
      all(ofAddress.all(toBytes(address), idOf(after), limit)),
    listBlockTransactions(blockNumber, after, limit) {
      const start = blockNumber * PER_BLOCK;
      return all(between.all(start, Math.min(idOf(after), start + PER_BLOCK), limit));
    },
    listLatestTransactions: (after, limit) => all(between.all(0, idOf(after), limit)),
    decode: decodeCall,
    firstBlock() {
      const row = db.prepare("SELECT min(number) AS number FROM block").get();
      return typeof row?.number === "number" ? row.number : undefined;
    },
  };
}

type Row = Readonly<Record<string, unknown>> | undefined;

function one<Item>(row: Row): Item | undefined {
  return row && JSON.parse(String(row.body));
}

function all(rows: readonly Row[]): TransactionRecord[] {
  return rows.map((row) => JSON.parse(String(row?.body)));
}
