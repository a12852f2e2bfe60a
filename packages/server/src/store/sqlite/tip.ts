import type { DatabaseSync } from "node:sqlite";
import type { BlockName } from "../../chain/records.ts";
import { readHex } from "./bytes.ts";

/** Reads which block is the newest one. */
export function tipReader(db: DatabaseSync) {
  const newest = db.prepare("SELECT number, hash FROM block ORDER BY number DESC LIMIT 1");
  const tip = (): BlockName | undefined => {
    const row = newest.get();
    return row && { number: Number(row.number), hash: readHex(row.hash) };
  };
  return {
    tip,
    /** Whether a block is the newest one; undefined: whether there is none. */
    isTip: (expected: BlockName | undefined): boolean => tip()?.hash === expected?.hash,
  };
}
