import { type ChainReader, MAX_COUNTED } from "../chain-reader.ts";
import { EVERY_WALLET } from "../ids.ts";
import type { Queryable } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes } from "./values.ts";

const PENDING = `SELECT 1 FROM :dirty AS d
  WHERE d.owner = $1::bytea AND ($2::bytea IS NULL OR d.token = $2::bytea)`;
const IS_ASIDE = "EXISTS (SELECT 1 FROM :set_aside AS a WHERE a.contract = d.token)";
const count = (rows: string) => `(SELECT count(*) FROM (${rows} LIMIT ${MAX_COUNTED}) AS counted)`;

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: Queryable, sql: Sql): Pick<ChainReader, "extent"> {
  const blocks = `(SELECT number FROM :block ORDER BY number LIMIT 1) AS first,
    number AS latest, hash, generation`;
  const ofChain = sql`SELECT ${blocks}, false AS discovered, 0 AS pending, 0 AS unreadable FROM :head`;
  const ofWallet = sql`SELECT ${blocks},
    EXISTS (
      SELECT 1 FROM :discovered AS w WHERE w.owner IN ($1::bytea, '${bytes(EVERY_WALLET)}') AND w.lowest = 0
    ) AS discovered,
    ${count(`${PENDING} AND NOT ${IS_ASIDE}`)} AS pending,
    ${count(`${PENDING} AND ${IS_ASIDE}`)} AS unreadable FROM :head`;
  return {
    async extent(of) {
      const token = of?.token ? bytes(of.token) : null;
      const { rows } = await (of ? db.run(ofWallet, bytes(of.owner), token) : db.run(ofChain));
      const { first, latest, hash, generation, ...counts } = rows[0] ?? {};
      const isEmpty = first == null || latest == null;
      return {
        blocks: isEmpty ? undefined : { first: Number(first), latest: Number(latest) },
        state: `${first} ${hash} ${generation}`,
        isDiscovered: counts.discovered === true,
        pending: Number(counts.pending),
        unreadable: Number(counts.unreadable),
      };
    },
  };
}
