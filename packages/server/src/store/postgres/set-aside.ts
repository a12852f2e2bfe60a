import type { Hex } from "../../chain/records.ts";
import type { ChainReader, SetAside } from "../chain-reader.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { pauseAfter } from "../set-aside.ts";
import type { Queryable, Row, Session } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes, textOf, utf8 } from "./values.ts";

const NOW = "extract(epoch FROM statement_timestamp())::bigint";

/** Returns the condition that a contract is not set aside at present. @param contract A column. */
export function isNotAside(contract: string): string {
  return `NOT EXISTS (SELECT 1 FROM :set_aside AS a WHERE a.contract = ${contract} AND a.due > ${NOW})`;
}

/** Reads which contracts are set aside. */
export function setAsideReader(
  db: Queryable,
  sql: Sql,
): Pick<ChainReader, "listSetAside" | "countSetAside"> {
  const list = sql`SELECT * FROM :set_aside ORDER BY attempts DESC, contract LIMIT $1`;
  const count = sql`SELECT count(*) AS count FROM :set_aside`;
  return {
    listSetAside: async (limit) => (await db.run(list, limit)).rows.map(setAsideOf),
    countSetAside: async () => Number((await db.run(count)).rows[0]?.count),
  };
}

/** Sets contracts aside. */
export function setAsideWriter(session: Session, sql: Sql): Pick<ChainWriter, "setAside"> {
  const put = sql`INSERT INTO :set_aside AS s (contract, reason, attempts, due)
    VALUES ($1, $2, 1, ${NOW} + ${pauseAfter("1", "least")})
    ON CONFLICT (contract) DO UPDATE SET reason = excluded.reason, attempts = s.attempts + 1,
      due = ${NOW} + ${pauseAfter("(s.attempts + 1)", "least")}
    RETURNING *`;
  return {
    setAside: (contract, reason) =>
      session.transaction(async (db) => {
        const { rows } = await db.run(put, bytes(contract), utf8(reason));
        return setAsideOf(rows[0] as Row);
      }),
  };
}

function setAsideOf(row: Row): SetAside {
  return {
    contract: row.contract as Hex,
    reason: textOf(row.reason) ?? "",
    attempts: Number(row.attempts),
    due: Number(row.due),
  };
}
