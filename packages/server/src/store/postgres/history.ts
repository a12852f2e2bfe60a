import type { BlockName, TouchedPair } from "../../chain/records.ts";
import type { BlockChange, ChainWriter } from "../chain-writer.ts";
import { ADDED, transactionId } from "../ids.ts";
import { copyContent } from "./add-blocks.ts";
import { addedRows } from "./added-rows.ts";
import { COMMIT } from "./commit.ts";
import type { Session, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes } from "./values.ts";

/** Writes to the lower end of a chain; undefined if another process holds the lease. */
export interface HistoryWriter {
  prepend(changes: readonly BlockChange[], expectedFirst: BlockName): Promise<boolean>;
  prune(...args: Parameters<ChainWriter["pruneBelow"]>): Promise<number | undefined>;
}

const PAIRS = "unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS u (owner, token, since)";
const SAME = "t.owner = u.owner AND t.token = u.token";

/** Marks unknown pairs as dirty. */
function dirtyAdder(sql: Sql): Statement {
  return sql`WITH added AS (
      INSERT INTO :dirty SELECT u.* FROM ${PAIRS}
        WHERE NOT EXISTS (SELECT 1 FROM :balance AS t WHERE ${SAME})
      ON CONFLICT DO NOTHING RETURNING 1
    ), counted AS (
      UPDATE :head SET dirty = dirty + (SELECT count(*) FROM added) RETURNING 1
    ) SELECT (SELECT count(*) FROM added) AS added, ${COMMIT.local} FROM counted`;
}

/** Marks pairs as dirty that no block touched. @returns Number of pairs that were unknown. */
export async function addPairs(
  session: Session,
  sql: Sql,
  pairs: readonly TouchedPair[],
): Promise<number> {
  const columns = [
    pairs.map(({ owner }) => bytes(owner)),
    pairs.map(({ token }) => bytes(token)),
    pairs.map(() => ADDED),
  ];
  return Number((await session.run(dirtyAdder(sql), ...columns)).rows[0]?.added);
}

/**
 * Adds and removes blocks at the lower end. Each is one transaction, fenced by the row that every write
 * updates.
 *
 * @param undoBlocks Number of blocks that can be removed again.
 */
export function historyWriter(
  session: Session,
  schema: string,
  sql: Sql,
  epoch: number,
  undoBlocks: number,
): HistoryWriter {
  const fence = sql`UPDATE :head SET epoch = epoch WHERE epoch = $1 RETURNING number`;
  const first = sql`SELECT hash FROM :block ORDER BY number LIMIT 1`;
  const earlier = ["balance", "dirty"].map(
    (table) => sql`UPDATE :${table} AS t SET since = u.since FROM ${PAIRS}
      WHERE ${SAME} AND t.since > u.since`,
  );
  const dirty = dirtyAdder(sql);
  const nft = sql`INSERT INTO :nft (collection, token_id, owner)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) ON CONFLICT DO NOTHING`;
  // These rows remain from pruned blocks that are added again.
  const leftovers = ["touched", "nft_transfer"].map(
    (table) => sql`DELETE FROM :${table} WHERE block >= $1 AND block <= $2`,
  );
  const lowest = sql`SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM (
      SELECT number FROM :block WHERE number < $1 ORDER BY number LIMIT $2) AS b`;
  const dropTx = sql`DELETE FROM :tx WHERE id >= $1 AND id < $2`;
  const dropBlocks = sql`DELETE FROM :block WHERE number <= $1`;

  return {
    prepend: (changes, expectedFirst) =>
      session.transaction(async (db, client) => {
        const tip = (await db.run(fence, epoch)).rows[0];
        const before = (await db.run(first)).rows[0];
        if (!tip || before?.hash !== expectedFirst.hash) {
          return false;
        }
        const oldestUndo = Number(tip.number) - undoBlocks;
        const rows = addedRows(changes);
        for (const statement of leftovers) {
          await db.run(statement, changes[0]?.block.number, changes.at(-1)?.block.number);
        }
        const undone = changes.filter(({ block }) => block.number >= oldestUndo);
        await copyContent(client, schema, { ...rows, touched: addedRows(undone).touched });
        for (const statement of [...earlier, dirty]) {
          await db.run(statement, ...rows.dirty);
        }
        await db.run(nft, ...rows.moved);
        await db.run(nft, ...rows.minted);
        return true;
      }),
    prune: (number, limit) =>
      session.transaction(async (db) => {
        const tip = (await db.run(fence, epoch)).rows[0];
        if (!tip) {
          return undefined;
        }
        const below = Math.min(number, Number(tip.number ?? 0));
        const { first: from, last, count } = (await db.run(lowest, below, limit)).rows[0] ?? {};
        if (Number(count) > 0) {
          const ids = [Number(from), Number(last) + 1].map((blockNumber) =>
            transactionId({ blockNumber, index: 0 }),
          );
          await db.run(dropTx, ...ids);
          await db.run(dropBlocks, Number(last));
        }
        return Number(count);
      }),
  };
}
