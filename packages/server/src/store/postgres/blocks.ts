import type { Client } from "pg";
import type { BlockName } from "../../chain/records.ts";
import {
  ADD_FORMER_OWNERS,
  ADD_PENDING,
  ADD_POSSIBLE,
  EARLIER_PAIRS,
  LEFTOVERS,
  POSSIBLE_COLUMNS,
} from "../chain-steps.ts";
import type { ChainWriter } from "../chain-writer.ts";
import {
  assertConsecutive,
  type BlockRows,
  blockRows,
  LAST_BLOCK,
  transactionId,
} from "../rows.ts";
import type { Queryable, Session } from "./connection.ts";
import { type CopyColumn, copyRows } from "./copy.ts";
import { transactionsOf, type WritingLease } from "./lease.ts";
import { type ChainLocation, dropRanges, rangeMaker } from "./ranges.ts";
import { inSchema, statementsOf } from "./statements.ts";
import { QUERIES, STEPS, stepRunner } from "./steps.ts";
import { bytes, integer } from "./values.ts";

const CODEC = { bytes, word: integer };

/** Columns of the tables that blocks are added to. */
const COLUMNS = {
  block: ["int8", "bytes", "int8", "text"],
  touched: ["int8", "bytes", "bytes"],
  tx: ["int8", "bytes", "bytes", "bytes", "bytes", "bytes", "text"],
  nft_transfer: ["int8", "int8", "int4", "bytes", "bytes", "bytes", "bytes"],
  pairs: ["bytes", "bytes", "int8"],
  moved: ["bytes", "bytes", "bytes"],
  minted: ["bytes", "bytes", "bytes"],
  possible_nft: ["bytes", "int8", "int4", "int8", "bytes", "bytes", "bytes"],
} as const satisfies Record<keyof BlockRows<string>, readonly CopyColumn[]>;

/** In order, as the writers of pending pairs would wait for each other otherwise. */
const EARLIER =
  "ORDER BY owner, token ON CONFLICT (owner, token) DO UPDATE SET since = excluded.since WHERE d.since > excluded.since";
const MOVED = "ON CONFLICT (collection, token_id) DO UPDATE SET owner = excluded.owner";
const MINTED = `${MOVED}, uri = NULL, metadata = NULL, asked = false`;

/**
 * Adds and removes blocks at either end, each time in one transaction.
 *
 * @param undoBlocks Number of blocks that can be removed again.
 */
export function blockWriter(
  session: Session,
  location: Omit<ChainLocation, "url">,
  lease: WritingLease,
  undoBlocks: number,
): Pick<ChainWriter, "addBlocks" | "prependBlocks" | "rollbackTo" | "clear" | "pruneBelow"> {
  const { schema } = location;
  const sql = statementsOf(schema);
  const { all, run, statementOf } = stepRunner(sql);
  const whileHeld = transactionsOf(session, schema, lease);
  const cover = rangeMaker(session, location);
  const nft = `INSERT INTO :nft (collection, token_id, owner)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])`;
  const moved = sql`${nft} ${MOVED}`;
  const minted = sql`${nft} ${MINTED}`;
  // Updates no row if another block is the tip, or if the lease was lost.
  const fence = sql`UPDATE :head SET number = $3, hash = $4
    WHERE epoch = $1 AND hash IS NOT DISTINCT FROM $2`;
  const forget = sql`DELETE FROM :touched WHERE block < $1`;
  const dirty = sql`INSERT INTO :dirty AS d
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS u (owner, token, since) ${EARLIER}`;
  const possible = statementOf(ADD_POSSIBLE, POSSIBLE_COLUMNS);
  const earlier = [...EARLIER_PAIRS, ADD_PENDING].map((text) =>
    statementOf(text, ["owner", "token", "since"]),
  );
  const former = statementOf(ADD_FORMER_OWNERS, ["collection", "token_id", "owner"]);
  // These rows remain from pruned blocks that are added again.
  const leftovers = LEFTOVERS.map(
    (table) => sql`DELETE FROM :${table} WHERE block >= $1 AND block <= $2`,
  );
  const dropTx = sql`DELETE FROM :tx WHERE id >= $1 AND id < $2`;
  const setTip = sql`UPDATE :head SET generation = generation + 1, (number, hash) = (
    SELECT number, hash FROM :block ORDER BY number DESC LIMIT 1)`;
  const removeTransactions = (db: Queryable, first: number, end: number) => {
    const ids = [first, end].map((blockNumber) => transactionId({ blockNumber, index: 0 }));
    return db.run(dropTx, ...ids);
  };
  /** Removes blocks at the top, unless another one is the tip. */
  const remove = (expectedTip: BlockName, work: (db: Queryable) => Promise<unknown>) =>
    whileHeld(async (db, tip) => {
      if (tip !== expectedTip.hash) {
        return false;
      }
      await work(db);
      await db.run(setTip);
      return true;
    });
  return {
    async addBlocks(changes, expectedTip) {
      const [first, tip] = [changes[0]?.block, changes.at(-1)?.block];
      if (!first || !tip) {
        return true;
      }
      assertConsecutive(changes, expectedTip);
      await cover(first.number, tip.number);
      const parent = expectedTip ? bytes(expectedTip.hash) : null;
      const rows = blockRows(changes, CODEC);
      const work = async (db: Queryable, client: Client) => {
        const { count } = await db.run(fence, lease.epoch, parent, tip.number, bytes(tip.hash));
        if (count === 0) {
          return false;
        }
        await copyContent(client, schema, rows);
        await db.run(forget, tip.number - undoBlocks);
        await db.run(dirty, ...columnsOf(rows, "pairs"));
        await db.run(possible, ...columnsOf(rows, "possible_nft"));
        await run(db, STEPS.addRareEvents(changes));
        await db.run(moved, ...columnsOf(rows, "moved"));
        await db.run(minted, ...columnsOf(rows, "minted"));
        await run(db, STEPS.takeOver(changes));
        return true;
      };
      // While catching up, a crash loses blocks that are fetched again.
      const added = session.transaction(work, changes.length === 1 ? "local" : "later");
      return (await added) || whileHeld(async () => false);
    },
    async prependBlocks(changes, expectedOldest) {
      const [first, last] = [changes[0]?.block, changes.at(-1)?.block];
      if (!first || !last) {
        return true;
      }
      assertConsecutive(changes, undefined, expectedOldest);
      await cover(first.number, last.number);
      return whileHeld(async (db, _, client) => {
        const tip = await all(db, QUERIES.ofReader.tip());
        const oldest = await all(db, QUERIES.ofReader.oldest());
        if (!tip || oldest?.hash !== expectedOldest.hash) {
          return false;
        }
        const rows = blockRows(changes, CODEC);
        for (const statement of leftovers) {
          await db.run(statement, first.number, last.number);
        }
        const touched = rows.touched.filter(
          ([number]) => Number(number) >= tip.number - undoBlocks,
        );
        await copyContent(client, schema, { ...rows, touched });
        for (const statement of earlier) {
          await db.run(statement, ...columnsOf(rows, "pairs"));
        }
        await db.run(former, ...columnsOf(rows, "moved"));
        await db.run(former, ...columnsOf(rows, "minted"));
        await db.run(possible, ...columnsOf(rows, "possible_nft"));
        await run(db, STEPS.addRareEvents(changes));
        return true;
      });
    },
    rollbackTo: (number, expectedTip) =>
      remove(expectedTip, async (db) => {
        await removeTransactions(db, number + 1, LAST_BLOCK);
        await run(db, STEPS.undo(number));
      }),
    clear: (expectedTip) => remove(expectedTip, (db) => run(db, STEPS.clear())),
    async pruneBelow(number, limit) {
      const removed = await whileHeld(async (db) => {
        const { lowest, highest, count } = await all(db, QUERIES.blocksBelow(number, limit));
        if (count > 0) {
          await removeTransactions(db, lowest, highest + 1);
          await run(db, STEPS.pruneUpTo(highest));
        }
        return count;
      });
      if (removed > 0 && removed < limit) {
        await dropRanges(session, schema, number);
      }
      return removed;
    },
  };
}

/** Tables that blocks are inserted into at either end. */
const CONTENT = ["block", "touched", "tx", "nft_transfer"] as const;

async function copyContent(client: Client, schema: string, rows: BlockRows<string>): Promise<void> {
  for (const table of CONTENT) {
    await copyRows(client, inSchema(`:${table}`, schema), COLUMNS[table], rows[table]);
  }
}

/** Returns a parameter for each column. */
function columnsOf(rows: BlockRows<string>, table: keyof BlockRows<string>): unknown[][] {
  const found = [...rows[table]];
  return COLUMNS[table].map((_, at) => found.map((row) => row[at]));
}
