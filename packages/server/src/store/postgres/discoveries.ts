import type { Hex } from "../../chain/records.ts";
import type { ChainReader, LogReading } from "../chain-reader.ts";
import type { AddedReceipts, ReceivedTokens } from "../engine.ts";
import { committing } from "./commit.ts";
import type { Queryable, Row, Session } from "./connection.ts";
import { ADD_FORMER_OWNERS, addedColumns, addPairs, earlierPairs } from "./pairs.ts";
import type { Sql } from "./statements.ts";
import { bytes, integer } from "./values.ts";

/** Reads how far the logs of wallets have been read. */
export function discoveryReader(
  db: Queryable,
  sql: Sql,
): Pick<ChainReader, "logsReadOf" | "listUndiscovered"> {
  const some = sql`SELECT owner, lowest FROM :discovered WHERE owner = ANY ($1::bytea[])`;
  const unfinished = sql`SELECT owner, lowest FROM :discovered WHERE lowest > 0
    ORDER BY lowest, owner LIMIT $1`;
  return {
    logsReadOf: async (wallets) => (await db.run(some, wallets.map(bytes))).rows.map(logReading),
    listUndiscovered: async (limit) => (await db.run(unfinished, limit)).rows.map(logReading),
  };
}

function logReading({ owner, lowest }: Row): LogReading {
  return { wallet: owner as Hex, lowest: Number(lowest) };
}

/** Adds what wallets received below the first block, in one transaction. */
export async function addReceived(
  session: Session,
  sql: Sql,
  { pairs, nfts, wallets, lowest }: ReceivedTokens,
): Promise<AddedReceipts> {
  // Every write of the follower locks this row first: neither waits for the other's rows below.
  const lock = sql`SELECT 1 FROM :head FOR UPDATE`;
  const note = sql`INSERT INTO :discovered AS d SELECT unnest($1::bytea[]), $2
    ON CONFLICT (owner) DO UPDATE SET lowest = least(d.lowest, excluded.lowest)`;
  return session.transaction(async (db) => {
    await db.run(lock);
    const added = await addPairs(db, sql, pairs);
    // A pair of which only a stored block told was there before: a rollback must not remove it.
    for (const statement of earlierPairs(sql)) {
      await db.run(statement, ...addedColumns(pairs));
    }
    const { count } = await db.run(
      sql`${ADD_FORMER_OWNERS}`,
      nfts.map(({ collection }) => bytes(collection)),
      nfts.map(({ tokenId }) => integer(tokenId)),
      nfts.map(({ owner }) => bytes(owner)),
    );
    await db.run(note, wallets.map(bytes), lowest);
    return { pairs: added, nfts: count };
  });
}

/** Has wallets discovered by whoever follows the chain. */
export async function queueWallets(
  db: Queryable,
  sql: Sql,
  wallets: readonly Hex[],
  first: number,
): Promise<void> {
  const queue = sql`${committing(
    "local",
    "INSERT INTO :discovered SELECT unnest($1::bytea[]), $2 ON CONFLICT DO NOTHING",
  )}`;
  await db.run(queue, wallets.map(bytes), first);
}
