import type { ChainReader, PairScope, StoredExtent } from "../chain-reader.ts";
import { extentColumns, extentOf, OF_NOBODY } from "../extent.ts";
import type { Queryable, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { DIALECT } from "./steps.ts";
import { bytes } from "./values.ts";

/** Selects which blocks are stored, and other columns. */
const extentText = (
  columns: string,
) => `SELECT (SELECT number FROM :block ORDER BY number LIMIT 1) AS oldest,
  number AS tip, hash, generation, orphaned = hash AS orphaned, ${columns} FROM :head`;

/** The same of a wallet. @param first Number of the parameter with the owner; the next one has the token, if any. */
function ofWallet(first: number): string {
  return extentText(extentColumns(DIALECT, `$${first}::bytea`, `$${first + 1}::bytea`));
}

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: Queryable, sql: Sql): Pick<ChainReader, "extent"> {
  const [chain, wallet] = [sql`${extentText(OF_NOBODY)}`, sql`${ofWallet(1)}`];
  return {
    async extent(of) {
      const { rows } = await (of ? db.run(wallet, ...valuesOf(of)) : db.run(chain));
      return extentOf(rows[0]);
    },
  };
}

/** A connection whose statements, which are lists, also return what is stored in the state that they read. */
interface WithExtent extends Queryable {
  /** What was stored when the last list was read; undefined if there was none. */
  extent(): StoredExtent | undefined;
}

/** Adds what is stored to lists, which saves two statements (bench: ERC-20 page, ERC-721 page). */
export function extentAdder(db: Queryable, sql: Sql): (of: PairScope) => WithExtent {
  const combined = new Map<Statement, Statement>();
  const add = (list: Statement, first: number): Statement =>
    sql`SELECT stored.extent, listed.* FROM (
        SELECT to_json(e)::text AS extent FROM (${ofWallet(first)}) AS e
      ) AS stored LEFT JOIN (SELECT true AS listed, l.* FROM (${list.text}) AS l) AS listed ON true`;
  return (of) => {
    let extent: StoredExtent | undefined;
    return {
      extent: () => extent,
      async run(list, ...values) {
        const statement = combined.get(list) ?? add(list, values.length + 1);
        combined.set(list, statement);
        const { rows } = await db.run(statement, ...values, ...valuesOf(of));
        const [first] = rows;
        extent = first && extentOf(JSON.parse(String(first.extent)));
        // One row without an entry stands for an empty list.
        const found = rows.filter(({ listed }) => listed === true);
        return { rows: found, count: found.length };
      },
    };
  };
}

function valuesOf({ owner, token }: PairScope): readonly (string | null)[] {
  return [owner ? bytes(owner) : null, token ? bytes(token) : null];
}
