import type { DatabaseSync } from "node:sqlite";
import type { TouchedPair } from "../../chain/records.ts";
import type { ChainWriter, DirtyPair, PairPosition } from "../chain-writer.ts";
import { ADDED, LOST } from "../ids.ts";
import type { Rows } from "../rows.ts";
import { fromWord, readHex, toBytes } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { isNotAside } from "./set-aside.ts";

type PairLists = Pick<Immediate<ChainWriter>, "listDirty" | "listPairs">;
type Row = Readonly<Record<string, unknown>>;

const NOTHING = new Uint8Array();
/** Sorts after every token, because it is longer. */
const AFTER_ALL = new Uint8Array(21).fill(0xff);

/** Marks an unknown pair as dirty. */
const ADD_DIRTY = `INSERT OR IGNORE INTO dirty SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
  SELECT 1 FROM balance WHERE owner = ?1 AND token = ?2)`;

/** @returns Function that marks pairs as dirty that no block touched, and returns how many were unknown. */
export function pairAdder(db: DatabaseSync): (pairs: readonly TouchedPair[]) => number {
  const add = db.prepare(ADD_DIRTY);
  return (pairs) =>
    inTransaction(db, () =>
      pairs.reduce((count, { owner, token }) => {
        const { changes } = add.run(toBytes(owner), toBytes(token), ADDED);
        return count + Number(changes);
      }, 0),
    );
}

/**
 * @returns Function that adds a pair from below the known blocks: a known one gets the earlier block, an unknown one
 *   becomes dirty. It returns how many were unknown.
 */
export function earlierPairAdder(db: DatabaseSync): (pair: Rows<Uint8Array>[number]) => number {
  const unknown = db.prepare(ADD_DIRTY);
  const earlier = ["balance", "dirty"].map((table) =>
    db.prepare(`UPDATE ${table} SET since = ?3 WHERE owner = ?1 AND token = ?2 AND since > ?3`),
  );
  return (pair) => {
    for (const statement of earlier) {
      statement.run(...pair);
    }
    return Number(unknown.run(...pair).changes);
  };
}

/** Lists pairs ordered by owner. */
export function pairLists(db: DatabaseSync): PairLists {
  const dirty = db.prepare(
    `SELECT owner, token, since FROM dirty WHERE (owner, token) > (?, ?)
     AND ${isNotAside("token")} ORDER BY owner, token LIMIT ?`,
  );
  // An owner includes its pairs that have not been read yet. The dirty table shows whether a lost pair
  // was touched again.
  const all = db.prepare(
    `SELECT b.owner AS owner, b.token AS token, coalesce(d.since, b.since) AS since, b.raw AS raw,
       d.owner IS NOT NULL AS is_dirty
     FROM balance AS b LEFT JOIN dirty AS d ON d.owner = b.owner AND d.token = b.token
     WHERE (b.owner, b.token) > (?1, ?2) AND ${isNotAside("b.token")}
     UNION ALL
     SELECT d.owner, d.token, d.since, NULL, 1 FROM dirty AS d
     WHERE (d.owner, d.token) > (?1, ?2) AND ${isNotAside("d.token")}
       AND EXISTS (SELECT 1 FROM balance AS b WHERE b.owner = d.owner)
       AND NOT EXISTS (SELECT 1 FROM balance AS b WHERE b.owner = d.owner AND b.token = d.token)
     ORDER BY 1, 2 LIMIT ?3`,
  );
  return {
    listDirty: (after, limit) => dirty.all(...keyOf(after), limit).map(dirtyPair),
    listPairs: (after, limit) =>
      all.all(...keyOf(after), limit).map((row) => ({
        ...dirtyPair(row),
        isDirty: row.is_dirty === 1,
        raw: row.raw === null ? undefined : fromWord(row.raw),
      })),
  };
}

function keyOf(after: PairPosition | undefined): readonly [owner: Uint8Array, token: Uint8Array] {
  if (!after) {
    return [NOTHING, NOTHING];
  }
  return [toBytes(after.owner), after.token ? toBytes(after.token) : AFTER_ALL];
}

function dirtyPair({ owner, token, since }: Row): DirtyPair {
  return { owner: readHex(owner), token: readHex(token), isLost: since === LOST };
}
