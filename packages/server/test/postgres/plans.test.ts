import { expect, test } from "vitest";
import { openWriter } from "../../src/store/open.ts";
import {
  openSession,
  type Queryable,
  type Statement,
} from "../../src/store/postgres/connection.ts";
import { pairLists } from "../../src/store/postgres/pairs.ts";
import { statementsOf } from "../../src/store/postgres/statements.ts";
import { tokenReader } from "../../src/store/postgres/tokens.ts";
import { transactionReader } from "../../src/store/postgres/transactions.ts";
import { createDatabase } from "../support/postgres/database.ts";

const SCHEMA = "chain_ethereum";
const HASH = `0x${"1".repeat(64)}` as const;
const ADDRESS = `0x${"2".repeat(40)}` as const;
const AT = { blockNumber: 5, index: 2 };

/** Records the statements that are run, with their values. */
function recorder() {
  const ran: [Statement, readonly unknown[]][] = [];
  const db: Queryable = {
    async run(statement, ...values) {
      ran.push([statement, values]);
      return { rows: [], count: 0 };
    },
  };
  return { db, ran };
}

test("no reader statement scans a whole table", async () => {
  const { url } = await createDatabase();
  const writer = await openWriter({ kind: "postgres", url, schema: SCHEMA }, { undoBlocks: 10 });
  const block = { number: 1, hash: HASH, timestamp: 1 };
  const change = { block, transactions: [], nftTransfers: [], touched: [] };
  await writer.addBlocks([change as never], undefined);

  const { db, ran } = recorder();
  const sql = statementsOf(SCHEMA);
  const transactions = transactionReader(db, sql);
  await transactions.getLatestBlock();
  await transactions.getBlock(1);
  await transactions.getTransaction(HASH);
  await transactions.listAddressTransactions(ADDRESS, AT, 100);
  await transactions.listBlockTransactions(1, AT, 100);
  await transactions.listLatestTransactions(AT, 100);
  await transactions.firstBlock();
  const tokens = tokenReader(db, sql);
  await tokens.getNft(ADDRESS, 1n);
  await tokens.listErc20Balances(ADDRESS, undefined, ADDRESS, 100);
  await tokens.listErc20Balances(ADDRESS, ADDRESS, undefined, 100);
  const after = { collection: ADDRESS, tokenId: 3n };
  await tokens.listErc721Balances(ADDRESS, undefined, after, 100);
  await tokens.listErc721Balances(ADDRESS, ADDRESS, after, 100);
  await pairLists(db, sql).listDirty({ owner: ADDRESS, token: ADDRESS }, 100);
  await pairLists(db, sql).listPairs({ owner: ADDRESS, token: ADDRESS }, 100);
  expect(ran).toHaveLength(14);

  const session = await openSession({ url });
  await session.alone(async (client) => {
    // Tables are empty here, so that a scan would be the cheapest plan; it is made the most expensive one.
    await client.query("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan");
    for (const [{ text }, values] of ran) {
      const { rows } = await client.query(`EXPLAIN ${text}`, [...values]);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect.soft(plan, text).not.toMatch(/Seq Scan/);
    }
  });
  await session.close();
  await writer.close();
});
