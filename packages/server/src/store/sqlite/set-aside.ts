import type { DatabaseSync } from "node:sqlite";
import type { ChainReader, SetAside } from "../chain-reader.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { pauseAfter } from "../set-aside.ts";
import { readHex, toBytes } from "./bytes.ts";
import type { Immediate } from "./handle.ts";

/** Returns the condition that a contract is not set aside at present. @param contract A column. */
export function isNotAside(contract: string): string {
  return `NOT EXISTS (SELECT 1 FROM set_aside AS a WHERE a.contract = ${contract} AND a.due > unixepoch())`;
}

/** Reads which contracts are set aside. */
export function setAsideReader(
  db: DatabaseSync,
): Pick<Immediate<ChainReader>, "listSetAside" | "countSetAside"> {
  const list = db.prepare("SELECT * FROM set_aside ORDER BY attempts DESC, contract LIMIT ?");
  const count = db.prepare("SELECT count(*) AS count FROM set_aside");
  return {
    listSetAside: (limit) => list.all(limit).map(setAsideOf),
    countSetAside: () => Number(count.get()?.count),
  };
}

/** Sets contracts aside. */
export function setAsideWriter(db: DatabaseSync): Pick<Immediate<ChainWriter>, "setAside"> {
  const put = db.prepare(`INSERT INTO set_aside (contract, reason, attempts, due)
    VALUES (?, ?, 1, unixepoch() + ${pauseAfter("1", "min")})
    ON CONFLICT DO UPDATE SET reason = excluded.reason, attempts = attempts + 1,
      due = unixepoch() + ${pauseAfter("(attempts + 1)", "min")}
    RETURNING *`);
  return {
    setAside: (contract, reason) =>
      setAsideOf(put.get(toBytes(contract), reason) as Record<string, unknown>),
  };
}

function setAsideOf({ contract, reason, attempts, due }: Record<string, unknown>): SetAside {
  return {
    contract: readHex(contract),
    reason: String(reason),
    attempts: Number(attempts),
    due: Number(due),
  };
}
