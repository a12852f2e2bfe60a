import type { DatabaseSync } from "node:sqlite";
import type { BlockName } from "../../chain/records.ts";
import { readHex } from "./bytes.ts";

/** Reads the latest and the first block. */
export function tipReader(db: DatabaseSync) {
  const newest = db.prepare("SELECT number, hash FROM block ORDER BY number DESC LIMIT 1");
  const oldest = db.prepare("SELECT number, hash FROM block ORDER BY number LIMIT 1");
  const nameOf = (row: ReturnType<typeof newest.get>): BlockName | undefined =>
    row && { number: Number(row.number), hash: readHex(row.hash) };
  const tip = () => nameOf(newest.get());
  return {
    tip,
    firstBlock: () => nameOf(oldest.get()),
    /** Whether a block is the latest one; undefined: whether there are no blocks. */
    isTip: (expected: BlockName | undefined): boolean => tip()?.hash === expected?.hash,
  };
}
