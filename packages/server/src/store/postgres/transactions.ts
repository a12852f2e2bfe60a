import type { BlockRecord, Hex } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import { placeOf } from "../ids.ts";
import { addressReader } from "./address-transactions.ts";
import type { Queryable, Row } from "./connection.ts";
import { combineLookups } from "./lookups.ts";
import { PARTICIPANTS } from "./ranges.ts";
import type { Sql } from "./statements.ts";
import { idOf, ROW, transactionOf, WITH_BLOCK } from "./transaction-rows.ts";
import { bytes } from "./values.ts";

type TransactionReader = Pick<
  ChainReader,
  | "tip"
  | "getLatestBlock"
  | "getBlock"
  | "blockHash"
  | "getTransaction"
  | "transactionPlace"
  | "listAddressTransactions"
  | "listBlockTransactions"
  | "listLatestTransactions"
  | "outlineTransactions"
  | "firstBlock"
>;

/** The first parameter as rows. In a subquery, so that the plan does not depend on the number of keys. */
const asked = (type: string) => `unnest((SELECT $1::${type}[])) AS asked (key)`;

/** Reads blocks and transactions. Each list is one statement, and so sees one state of the chain. */
export function transactionReader(db: Queryable, sql: Sql): TransactionReader {
  const tip = sql`SELECT number, hash FROM :head WHERE number IS NOT NULL`;
  const latest = sql`SELECT body FROM :block ORDER BY number DESC LIMIT 1`;
  const block = sql`SELECT b.* FROM ${asked("bigint")} CROSS JOIN LATERAL (
      SELECT number, body FROM :block WHERE number = asked.key LIMIT 1
    ) AS b`;
  const hash = sql`SELECT hash FROM :block WHERE number = $1`;
  const first = sql`SELECT number, hash FROM :block ORDER BY number LIMIT 1`;
  // The limit ends the search at the range that has the transaction.
  const byHash = sql`SELECT t.* FROM ${asked("bytea")} CROSS JOIN LATERAL (
      SELECT ${ROW} FROM :tx AS tx ${WITH_BLOCK} WHERE tx.hash = asked.key LIMIT 1
    ) AS t`;
  const newest = sql`SELECT ${ROW} FROM :tx AS tx ${WITH_BLOCK} WHERE tx.id < $1
    ORDER BY tx.id DESC LIMIT $2`;
  // One row without a transaction distinguishes an empty page from a missing block.
  const ofBlock = sql`SELECT block.number, p.* FROM :block AS block LEFT JOIN LATERAL (
      SELECT ${ROW} FROM :tx AS tx
      WHERE tx.id >= block.number << 20 AND tx.id < least($2, (block.number + 1) << 20)
        AND tx.id >= $1::bigint << 20 AND tx.id < ($1::bigint + 1) << 20
      ORDER BY tx.id DESC LIMIT $3
    ) AS p ON true WHERE block.number = $1::bigint ORDER BY p.id DESC`;
  const place = sql`SELECT tx.id, block.hash AS block_hash FROM :tx AS tx ${WITH_BLOCK}
    WHERE tx.hash = $1 LIMIT 1`;
  const outline = (ids: string) =>
    sql`SELECT p.count, p.id, block.hash AS block_hash FROM (
        SELECT count(*) AS count, max(id) AS id FROM (${ids}) AS u
      ) AS p LEFT JOIN :block AS block ON block.number = p.id >> 20`;
  const outlineOfAll = outline("SELECT id FROM :tx WHERE id < $1 ORDER BY id DESC LIMIT $2");
  const idsOfColumn = (column: string) =>
    `(SELECT id FROM :tx WHERE ${column} = $1 AND id < $2 ORDER BY id DESC LIMIT $3)`;
  const idsOfAddress = PARTICIPANTS.map(idsOfColumn).join(" UNION ");
  const outlineOfAddress = outline(
    `SELECT id FROM (${idsOfAddress}) AS a ORDER BY id DESC LIMIT $3`,
  );

  // Rows are unpacked by those who asked for them: one that cannot be read fails no other lookup.
  const lookUpTransaction = combineLookups<Hex, Row>(async (hashes) => {
    const { rows } = await db.run(byHash, hashes.map(bytes));
    return new Map(rows.map((row) => [row.hash as Hex, row]));
  });
  const lookUpBlock = combineLookups<number, Row>(async (numbers) => {
    const { rows } = await db.run(block, numbers);
    return new Map(rows.map((row) => [Number(row.number), row]));
  });

  return {
    async tip() {
      const [row] = (await db.run(tip)).rows;
      return row && { number: Number(row.number), hash: row.hash as Hex };
    },
    async getLatestBlock() {
      const [row] = (await db.run(latest)).rows;
      return row && blockOf(row);
    },
    async getBlock(number) {
      const row = await lookUpBlock(number);
      return row && blockOf(row);
    },
    blockHash: async (number) => (await db.run(hash, number)).rows[0]?.hash as Hex | undefined,
    async getTransaction(transactionHash) {
      const row = await lookUpTransaction(transactionHash.toLowerCase() as Hex);
      return row && transactionOf(row);
    },
    async transactionPlace(transactionHash) {
      const [row] = (await db.run(place, bytes(transactionHash))).rows;
      return row && placeOf(Number(row.id), row.block_hash as Hex);
    },
    ...addressReader(db, sql),
    async listBlockTransactions(blockNumber, after, limit) {
      const { rows } = await db.run(ofBlock, blockNumber, idOf(after), limit);
      return rows.length === 0
        ? undefined
        : rows.filter(({ id }) => id !== null).map(transactionOf);
    },
    listLatestTransactions: async (after, limit) =>
      (await db.run(newest, idOf(after), limit)).rows.map(transactionOf),
    async outlineTransactions(address, after, limit) {
      const { rows } = address
        ? await db.run(outlineOfAddress, bytes(address), idOf(after), limit)
        : await db.run(outlineOfAll, idOf(after), limit);
      const [row] = rows;
      const count = Number(row?.count);
      const newest = row && count > 0 ? placeOf(Number(row.id), row.block_hash as Hex) : undefined;
      return { count, newest };
    },
    async firstBlock() {
      const row = (await db.run(first)).rows[0];
      return row && { number: Number(row.number), hash: row.hash as Hex };
    },
  };
}

function blockOf({ body }: Row): BlockRecord {
  return JSON.parse(String(body));
}
