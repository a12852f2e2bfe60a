import type { Hex } from "../../chain/records.ts";
import type { ChainReader, PairScope, StoredExtent } from "../chain-reader.ts";
import { extentOf, extentOfContract, extentOfWallet } from "../extent.ts";
import type { Queryable, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { DIALECT } from "./steps.ts";
import { bytes } from "./values.ts";

/** Selects which blocks are stored. @param of SQL of what is stored of a wallet or a contract. */
function extentText(of?: string): string {
  const [columns, source] = of ? [", w.*", `, (${of}) AS w`] : ["", ""];
  return `SELECT (SELECT number FROM :block ORDER BY number LIMIT 1) AS oldest, number AS tip, hash, generation,
    orphaned = hash AS orphaned${columns} FROM :head${source}`;
}

/** The same of a wallet. @param first Number of the parameter with the owner; the next one has the token, if any. */
function ofWallet(first: number): string {
  return extentText(extentOfWallet(DIALECT, `$${first}::bytea`, `$${first + 1}::bytea`));
}

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: Queryable, sql: Sql): Pick<ChainReader, "extent"> {
  const chain = sql`${extentText()}`;
  const wallet = sql`${ofWallet(1)}`;
  const contract = sql`${extentText(extentOfContract(DIALECT, "$1::bytea"))}`;
  const read = ({ owner, token }: PairScope = {}) => {
    if (owner) {
      return db.run(wallet, ...valuesOf(owner, token));
    }
    return token ? db.run(contract, bytes(token)) : db.run(chain);
  };
  return { extent: async (of) => extentOf((await read(of)).rows[0]) };
}

/** A connection whose statements, which are lists, also return what is stored in the state that they read. */
interface WithExtent extends Queryable {
  /** What was stored when the last list was read; undefined if there was none. */
  extent(): StoredExtent | undefined;
}

/** Adds what is stored to lists, which saves two statements (bench: ERC-20 page, ERC-721 page). */
export function extentAdder(db: Queryable, sql: Sql): (owner: Hex, token?: Hex) => WithExtent {
  const combined = new Map<Statement, Statement>();
  const add = (list: Statement, first: number): Statement =>
    sql`SELECT stored.extent, listed.* FROM (
        SELECT to_json(e)::text AS extent FROM (${ofWallet(first)}) AS e
      ) AS stored LEFT JOIN (SELECT true AS listed, l.* FROM (${list.text}) AS l) AS listed ON true`;
  return (owner, token) => {
    let extent: StoredExtent | undefined;
    return {
      extent: () => extent,
      async run(list, ...values) {
        const statement = combined.get(list) ?? add(list, values.length + 1);
        combined.set(list, statement);
        const { rows } = await db.run(statement, ...values, ...valuesOf(owner, token));
        const [first] = rows;
        extent = first && extentOf(JSON.parse(String(first.extent)));
        // One row without an entry stands for an empty list.
        const found = rows.filter(({ listed }) => listed === true);
        return { rows: found, count: found.length };
      },
    };
  };
}

function valuesOf(owner: Hex, token?: Hex): readonly (string | null)[] {
  return [bytes(owner), token ? bytes(token) : null];
}
