import {
  type ChainReader,
  MAX_COUNTED,
  type StoredExtent,
  type TokenScope,
} from "../chain-reader.ts";
import { EVERY_HOLDER, EVERY_WALLET } from "../rows.ts";
import type { Queryable, Row, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes, ZERO_BYTES } from "./values.ts";

const IS_ASIDE =
  "EXISTS (SELECT 1 FROM :set_aside AS a WHERE a.contract = d.token AND a.attempts > 0)";
/** Tokens that are looked up among those whose facts are outdated: more are pending for other reasons. */
const MAX_STALE = 1_000;
const HOLDER = bytes(EVERY_HOLDER);
const BLOCKS = `(SELECT number FROM :block ORDER BY number LIMIT 1) AS first,
  number AS latest, hash, generation, orphaned = hash AS orphaned`;
const OF_CHAIN = `SELECT ${BLOCKS}, false AS discovered, 0 AS pending, 0 AS unreadable, false AS unclear,
  false AS ranges FROM :head`;

/** The same of a wallet. @param first Number of the parameter with the owner; the next one has the token, if any. */
function ofWallet(first: number): string {
  const [owner, token] = [`$${first}::bytea`, `$${first + 1}::bytea`];
  const ofOwner = `d.owner = ${owner} AND (${token} IS NULL OR d.token = ${token})`;
  const isIn = (table: string) =>
    `EXISTS (SELECT 1 FROM :${table} AS o WHERE o.owner = d.owner AND o.token = d.token)`;
  const outdated = `UNION ALL SELECT 1 FROM (SELECT address FROM :token WHERE stale LIMIT ${MAX_STALE}) AS s
    JOIN :balance AS d ON d.token = s.address WHERE ${ofOwner} AND NOT ${isIn("dirty")} AND NOT ${isIn("dirty_aside")}`;
  const pending = (isAside: string, more = "") => `(SELECT count(*) FROM (
    SELECT 1 FROM :dirty AS d WHERE ${ofOwner} AND ${isAside}
    UNION ALL SELECT 1 FROM :dirty_aside AS d WHERE ${ofOwner} AND ${isAside}
      AND NOT ${isIn("dirty")}
    ${more} LIMIT ${MAX_COUNTED}) AS counted)`;
  const isOf = (column: string) => `(${token} IS NULL OR ${column} = ${token})`;
  const unclear = [
    `SELECT 1 FROM :unrecognized WHERE owner = ${owner} AND ${isOf("contract")}`,
    `SELECT 1 FROM :unrecognized WHERE owner IN ('${ZERO_BYTES}', '${HOLDER}') AND contract = ${token}`,
    `SELECT 1 FROM :unrecognized WHERE ${owner} IS NULL AND contract = ${token}`,
    `SELECT 1 FROM :possible_nft AS p WHERE ${owner} IS NULL AND p.collection = ${token} AND NOT EXISTS (
       SELECT 1 FROM :token AS t WHERE t.address = p.collection AND NOT t.stale)`,
    `SELECT 1 FROM :unrecognized AS h WHERE h.owner = '${HOLDER}' AND ${isOf("h.contract")} AND (
       EXISTS (SELECT 1 FROM :nft AS n WHERE n.owner = ${owner} AND n.collection = h.contract)
       OR EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND r.collection = h.contract))`,
    `SELECT 1 FROM :nft AS n WHERE NOT n.asked AND n.owner = ${owner} AND ${isOf("n.collection")} AND NOT EXISTS (
       SELECT 1 FROM :token AS t WHERE t.address = n.collection AND t.is_erc721 AND NOT t.stale)`,
    `SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND ${isOf("r.collection")} AND NOT EXISTS (
       SELECT 1 FROM :token AS t WHERE t.address = r.collection AND NOT t.stale)`,
    // Its logs may have told of NFTs.
    ...["dirty", "dirty_aside"].map(
      (
        table,
      ) => `SELECT 1 FROM :${table} AS d WHERE d.owner = ${owner} AND ${isOf("d.token")} AND NOT EXISTS (
        SELECT 1 FROM :token AS t WHERE t.address = d.token AND t.is_erc20 AND NOT t.stale)`,
    ),
  ].map((rows) => `EXISTS (${rows})`);
  return `SELECT ${BLOCKS},
    EXISTS (
      SELECT 1 FROM :discovered AS w WHERE w.owner IN (${owner}, '${bytes(EVERY_WALLET)}') AND w.lowest = 0
    ) AS discovered,
    ${pending(`NOT ${IS_ASIDE}`, outdated)} AS pending, ${pending(IS_ASIDE)} AS unreadable,
    (${unclear.join(" OR ")}) AS unclear,
    EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner}) AS ranges FROM :head`;
}

/** Reads which blocks are stored and which balances are pending, in one statement. */
export function extentReader(db: Queryable, sql: Sql): Pick<ChainReader, "extent"> {
  const [chain, wallet] = [sql`${OF_CHAIN}`, sql`${ofWallet(1)}`];
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
export function extentAdder(db: Queryable, sql: Sql): (of: TokenScope) => WithExtent {
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

function valuesOf({ owner, token }: TokenScope): readonly (string | null)[] {
  return [owner ? bytes(owner) : null, token ? bytes(token) : null];
}

function extentOf({
  first,
  latest,
  hash,
  generation,
  orphaned,
  ...counts
}: Row = {}): StoredExtent {
  const isEmpty = first == null || latest == null;
  return {
    blocks: isEmpty ? undefined : { first: Number(first), latest: Number(latest) },
    state: `${first} ${hash} ${generation}`,
    isOrphaned: orphaned === true,
    isDiscovered: counts.discovered === true,
    pending: Number(counts.pending),
    unreadable: Number(counts.unreadable),
    isUnclear: counts.unclear === true,
    hasRanges: counts.ranges === true,
  };
}
