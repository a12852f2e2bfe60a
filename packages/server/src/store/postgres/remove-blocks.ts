import type { ChainWriter } from "../chain-writer.ts";
import { LOST, transactionId } from "../ids.ts";
import type { Session, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes, ZERO_BYTES } from "./values.ts";

/** Removes blocks at either end, in one transaction. */
export interface BlockRemover extends Pick<ChainWriter, "rollbackTo"> {
  /** As in `ChainWriter`; undefined if another process holds the lease. */
  pruneBelow(number: number, limit: number): Promise<number | undefined>;
}

/** @param epoch Number of the lease. */
export function blockRemover(session: Session, sql: Sql, epoch: number): BlockRemover {
  const fence = sql`UPDATE :head SET generation = generation + 1, (number, hash) = (
      SELECT number, hash FROM :block WHERE number <= $1 ORDER BY number DESC LIMIT 1
    ) WHERE epoch = $2 AND hash = $3`;
  const [tokens, nfts] = [undoTokens(sql), undoNfts(sql)];
  const { lose, drop, again, forget } = undoPairs(sql);
  const undoTx = sql`DELETE FROM :tx WHERE id >= $1`;
  const undoBlocks = sql`DELETE FROM :block WHERE number > $1`;
  const tally = sql`UPDATE :head SET dirty = dirty + $1`;
  const rollbackTo: BlockRemover["rollbackTo"] = (number, expectedTip) =>
    session.transaction(async (db) => {
      const { count } = await db.run(fence, number, epoch, bytes(expectedTip.hash));
      if (count === 0) {
        return false;
      }
      await db.run(undoTx, transactionId({ blockNumber: number + 1, index: 0 }));
      await db.run(undoBlocks, number);
      await db.run(tokens, number);
      await db.run(lose, number);
      const dropped = await db.run(drop, number);
      const added = await db.run(again, number);
      await db.run(forget, number);
      await db.run(nfts, number);
      await db.run(tally, added.count - dropped.count);
      return true;
    });
  const lease = sql`UPDATE :head SET epoch = epoch WHERE epoch = $1 RETURNING number`;
  const lowest = sql`SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM (
      SELECT number FROM :block WHERE number < $1 ORDER BY number LIMIT $2) AS b`;
  const dropTx = sql`DELETE FROM :tx WHERE id >= $1 AND id < $2`;
  const dropBlocks = sql`DELETE FROM :block WHERE number <= $1`;
  const pruneBelow: BlockRemover["pruneBelow"] = (number, limit) =>
    session.transaction(async (db) => {
      const tip = (await db.run(lease, epoch)).rows[0];
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
    });
  return { rollbackTo, pruneBelow };
}

/** Another contract may be deployed at the address of a removed one: its properties are read again. */
function undoTokens(sql: Sql): Statement {
  return sql`UPDATE :token SET stale = true WHERE address IN (
    SELECT token FROM :touched WHERE block > $1
    UNION SELECT collection FROM :nft_transfer WHERE block > $1)`;
}

/**
 * The balances of an owner remain consistent at one block until its pairs are read again. Only pairs
 * that have not been served yet are removed at once.
 */
function undoPairs(sql: Sql) {
  const touched = "(SELECT DISTINCT owner, token FROM :touched WHERE block > $1) AS t";
  const same = (table: string) => `${table}.owner = t.owner AND ${table}.token = t.token`;
  return {
    lose: sql`UPDATE :balance AS b SET since = ${String(LOST)} FROM ${touched}
      WHERE ${same("b")} AND b.since > $1`,
    drop: sql`DELETE FROM :dirty AS d USING ${touched} WHERE ${same("d")} AND d.since > $1`,
    again: sql`INSERT INTO :dirty SELECT b.owner, b.token, b.since FROM :balance AS b
      JOIN ${touched} ON ${same("b")} ON CONFLICT DO NOTHING`,
    forget: sql`DELETE FROM :touched WHERE block > $1`,
  };
}

/**
 * An NFT that no remaining block has moved belongs to the sender of the first transfer that is removed. All parts of a
 * statement see the tables as of its beginning.
 */
function undoNfts(sql: Sql): Statement {
  return sql`WITH moved AS MATERIALIZED (
      SELECT collection, token_id, bool_or(sender = '${ZERO_BYTES}') AS minted,
        nullif((array_agg(sender ORDER BY block, log_index))[1], '${ZERO_BYTES}') AS sender FROM :nft_transfer
      WHERE block > $1 GROUP BY collection, token_id
    ), former AS MATERIALIZED (
      SELECT m.*, coalesce(before.owner, m.sender) AS owner FROM moved AS m LEFT JOIN LATERAL (
        SELECT owner FROM :nft_transfer AS t
        WHERE t.collection = m.collection AND t.token_id = m.token_id AND block <= $1
        ORDER BY block DESC, log_index DESC LIMIT 1
      ) AS before ON true
    ), dropped AS (
      DELETE FROM :nft_transfer WHERE block > $1
    ), gone AS (
      DELETE FROM :nft AS n USING former AS f
      WHERE n.collection = f.collection AND n.token_id = f.token_id AND f.owner IS NULL
    ), unqueued AS (
      DELETE FROM :metadata_due AS n USING former AS f
      WHERE n.collection = f.collection AND n.token_id = f.token_id AND f.owner IS NULL
    ) UPDATE :nft AS n SET owner = f.owner,
      -- A token that was minted anew lay elsewhere before, perhaps.
      uri = CASE WHEN f.minted THEN NULL ELSE n.uri END,
      metadata = CASE WHEN f.minted THEN NULL ELSE n.metadata END,
      asked = n.asked AND NOT f.minted
    FROM former AS f
    WHERE n.collection = f.collection AND n.token_id = f.token_id AND f.owner IS NOT NULL`;
}
