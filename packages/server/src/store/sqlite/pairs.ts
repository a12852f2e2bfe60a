import type { DatabaseSync } from "node:sqlite";
import type { ChainStore, DirtyPair } from "../chain-store.ts";
import { fromWord, toHex } from "./bytes.ts";
import { LOST } from "./ids.ts";
import { type PairTable, type Row, takeOwners } from "./owners.ts";

/** Lists pairs, by owners. */
export function pairLists(db: DatabaseSync): Pick<ChainStore, "listDirty" | "listPairs"> {
  const dirty = pairTable(
    db,
    "dirty",
    "SELECT owner, token, since FROM dirty WHERE owner = ?1 AND token > ?2 ORDER BY token LIMIT ?3",
  );
  // An owner is whole with those of its pairs that have not been asked for yet. A lost pair that was
  // touched again is known to be so by what is dirty.
  const all = pairTable(
    db,
    "balance",
    `SELECT b.owner, b.token, coalesce(d.since, b.since) AS since, b.raw,
       d.owner IS NOT NULL AS is_dirty
     FROM balance AS b LEFT JOIN dirty AS d USING (owner, token)
     WHERE b.owner = ?1 AND b.token > ?2
     UNION ALL
     SELECT d.owner, d.token, d.since, NULL, 1 FROM dirty AS d
     WHERE d.owner = ?1 AND d.token > ?2 AND NOT EXISTS (
       SELECT 1 FROM balance AS b WHERE b.owner = d.owner AND b.token = d.token)
     ORDER BY 2 LIMIT ?3`,
  );

  return {
    listDirty: (limit) => takeOwners(dirty, undefined, limit).rows.map(dirtyPair),
    listPairs(after, limit) {
      const { rows, next } = takeOwners(all, after, limit);
      const pairs = rows.map((row) => ({
        ...dirtyPair(row),
        isDirty: row.is_dirty === 1,
        raw: row.raw === null ? undefined : fromWord(row.raw),
      }));
      return { pairs, next };
    },
  };
}

function pairTable(db: DatabaseSync, table: "dirty" | "balance", sql: string): PairTable {
  const next = db.prepare(`SELECT owner FROM ${table} WHERE owner > ? ORDER BY owner LIMIT 1`);
  const pairs = db.prepare(sql);
  return {
    nextOwner: (after) => next.get(after)?.owner as Uint8Array | undefined,
    pairsOf: (owner, after, count) => pairs.all(owner, after, count),
  };
}

function dirtyPair({ owner, token, since }: Row): DirtyPair {
  return { owner: toHex(owner), token: toHex(token), isLost: since === LOST };
}
