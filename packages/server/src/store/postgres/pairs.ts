import type { Hex, TouchedPair } from "../../chain/records.ts";
import type { ChainWriter, DirtyPair, PairPosition } from "../chain-writer.ts";
import { ADDED, LOST } from "../ids.ts";
import { COMMIT } from "./commit.ts";
import type { Queryable, Row, Statement } from "./connection.ts";
import { isNotAside } from "./set-aside.ts";
import type { Sql } from "./statements.ts";
import { AFTER_ALL, BEFORE_ALL, bytes, integerOf } from "./values.ts";

/** Pairs as parameters. */
const PAIRS = "unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS u (owner, token, since)";

/** Adds NFTs that were found below the known blocks: one that is known has a later owner. */
export const ADD_FORMER_OWNERS = `INSERT INTO :nft (collection, token_id, owner)
  SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) ON CONFLICT DO NOTHING`;

/** Gives known pairs the block of pairs that were found below the known blocks, which is an earlier one. */
export function earlierPairs(sql: Sql, found: string = PAIRS): Statement[] {
  return ["balance", "dirty"].map(
    (table) => sql`UPDATE :${table} AS t SET since = u.since FROM ${found}
      WHERE t.owner = u.owner AND t.token = u.token AND t.since > u.since`,
  );
}

/** Marks unknown pairs as dirty. */
export function dirtyAdder(sql: Sql, found: string = PAIRS): Statement {
  return sql`WITH added AS (
      INSERT INTO :dirty SELECT u.* FROM ${found}
        WHERE NOT EXISTS (SELECT 1 FROM :balance AS t WHERE t.owner = u.owner AND t.token = u.token)
      ON CONFLICT DO NOTHING RETURNING 1
    ), counted AS (
      UPDATE :head SET dirty = dirty + (SELECT count(*) FROM added) RETURNING 1
    ) SELECT (SELECT count(*) FROM added) AS added, ${COMMIT.local} FROM counted`;
}

/** Marks pairs as dirty that no block touched. @returns Number of pairs that were unknown. */
export async function addPairs(
  db: Queryable,
  sql: Sql,
  pairs: readonly TouchedPair[],
): Promise<number> {
  return Number((await db.run(dirtyAdder(sql), ...addedColumns(pairs))).rows[0]?.added);
}

/** Returns the parameters of pairs that no block touched. */
export function addedColumns(pairs: readonly TouchedPair[]): readonly unknown[] {
  return [
    pairs.map(({ owner }) => bytes(owner)),
    pairs.map(({ token }) => bytes(token)),
    pairs.map(() => ADDED),
  ];
}

/** Lists pairs by owner, then by token. */
export function pairLists(db: Queryable, sql: Sql): Pick<ChainWriter, "listDirty" | "listPairs"> {
  const dirty = sql`SELECT owner, token, since FROM :dirty WHERE (owner, token) > ($1, $2)
    AND ${isNotAside("token")} ORDER BY owner, token LIMIT $3`;
  // An owner includes its pairs that have not been read yet. The dirty table shows whether a lost pair
  // was touched again.
  const all = sql`(
      SELECT b.owner, b.token, coalesce(d.since, b.since) AS since, b.raw, d.owner IS NOT NULL AS is_dirty
      FROM :balance AS b LEFT JOIN :dirty AS d ON d.owner = b.owner AND d.token = b.token
      WHERE (b.owner, b.token) > ($1, $2) AND ${isNotAside("b.token")} ORDER BY b.owner, b.token LIMIT $3
    ) UNION ALL (
      SELECT d.owner, d.token, d.since, NULL, true FROM :dirty AS d WHERE (d.owner, d.token) > ($1, $2)
        AND ${isNotAside("d.token")} AND EXISTS (SELECT 1 FROM :balance AS b WHERE b.owner = d.owner)
        AND NOT EXISTS (SELECT 1 FROM :balance AS b WHERE b.owner = d.owner AND b.token = d.token)
      ORDER BY d.owner, d.token LIMIT $3
    ) ORDER BY owner, token LIMIT $3`;
  return {
    listDirty: async (after, limit) =>
      (await db.run(dirty, ...positionOf(after), limit)).rows.map(dirtyPair),
    listPairs: async (after, limit) =>
      (await db.run(all, ...positionOf(after), limit)).rows.map((row) => ({
        ...dirtyPair(row),
        isDirty: row.is_dirty === true,
        raw: row.raw === null ? undefined : integerOf(row.raw),
      })),
  };
}

function positionOf(after: PairPosition | undefined): [owner: string, token: string] {
  if (!after) {
    return [BEFORE_ALL, BEFORE_ALL];
  }
  return [bytes(after.owner), after.token ? bytes(after.token) : AFTER_ALL];
}

function dirtyPair({ owner, token, since }: Row): DirtyPair {
  return { owner: owner as Hex, token: token as Hex, isLost: since === LOST };
}
