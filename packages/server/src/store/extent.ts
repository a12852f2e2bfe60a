import { MAX_COUNTED, type StoredExtent } from "./chain-reader.ts";
import { EVERY_HOLDER, EVERY_WALLET } from "./rows.ts";
import type { Dialect, Row } from "./steps.ts";

/** Tokens that are looked up among those whose facts are outdated: more are pending for other reasons. */
const MAX_STALE = 1_000;
const IS_ASIDE =
  "EXISTS (SELECT 1 FROM :set_aside AS a WHERE a.contract = d.token AND a.attempts > 0)";

/** No address is higher. */
const HIGHEST = `0x${"f".repeat(40)}` as const;

/** What is said of a chain without a wallet. */
export const OF_NOBODY =
  "0 AS discovered, 0 AS pending, 0 AS unreadable, 0 AS unclear, 0 AS ranges";

/**
 * Returns the columns that say what is stored of a wallet, or of a contract; see `StoredExtent`.
 *
 * @param owner SQL of the address of the wallet, or null.
 * @param token SQL of the address of the contract, or null.
 */
export function extentColumns(dialect: Dialect, owner: string, token: string): string {
  const { nobody, isFalse, literal } = dialect;
  const holder = literal(EVERY_HOLDER);
  // A range rather than a choice, which would read all rows of the owner.
  const isOf = (column: string) =>
    `${column} BETWEEN coalesce(${token}, ${literal("0x")}) AND coalesce(${token}, ${literal(HIGHEST)})`;
  const isIn = (table: string) =>
    `EXISTS (SELECT 1 FROM :${table} AS o WHERE o.owner = d.owner AND o.token = d.token)`;
  // Not by `EXISTS`, for which PostgreSQL would read all tokens.
  const isUnknown = (address: string, kind = "TRUE") =>
    `(SELECT 1 FROM :token AS t WHERE t.address = ${address} AND ${kind} AND ${isFalse("t.stale")}) IS NULL`;
  /** The first rows of the owner, or only those behind as many as are counted: no more is looked at. */
  const rowsOf = (table: string, column: string, limit: string, more = "TRUE") =>
    `(SELECT owner, ${column} FROM :${table} WHERE owner = ${owner} AND ${isOf(column)} AND ${more}
      ORDER BY ${column} LIMIT ${limit})`;
  const [counted, behind] = [`${MAX_COUNTED}`, `1 OFFSET ${MAX_COUNTED}`];
  // Pending balances of contracts that are or were set aside count unless a block has touched them since.
  const pending = (isAside: string, more = "") => `(SELECT count(*) FROM (
    SELECT 1 FROM ${rowsOf("dirty", "token", counted)} AS d WHERE ${isAside}
    UNION ALL SELECT 1 FROM ${rowsOf("dirty_aside", "token", counted)} AS d WHERE ${isAside} AND NOT ${isIn("dirty")}
    ${more} LIMIT ${MAX_COUNTED}) AS counted)`;
  // Balances whose tokens may have other decimals by now.
  const outdated = `UNION ALL SELECT 1 FROM (SELECT address FROM :token WHERE stale LIMIT ${MAX_STALE}) AS s
    CROSS JOIN :balance AS d WHERE d.token = s.address AND d.owner = ${owner} AND ${isOf("d.token")}
      AND NOT ${isIn("dirty")} AND NOT ${isIn("dirty_aside")}`;
  /** What waits to be read may be NFTs unless its contract is known; more than is counted is not looked at. */
  const waiting = [
    ["dirty", "token", "t.is_erc20"],
    ["dirty_aside", "token", "t.is_erc20"],
    ["nft", "collection", "t.is_erc721", `${isFalse("asked")} AND ${isFalse("aside")}`],
    ["nft", "collection", "t.is_erc721", `${isFalse("asked")} AND aside`],
  ] as const;
  const unclear = [
    `SELECT 1 FROM :unrecognized WHERE owner = ${owner} AND ${isOf("contract")}`,
    `SELECT 1 FROM :unrecognized WHERE owner IN (${nobody}, ${holder}) AND contract = ${token}`,
    `SELECT 1 FROM :unrecognized WHERE ${owner} IS NULL AND contract = ${token}`,
    `SELECT 1 FROM :possible_nft AS p WHERE ${owner} IS NULL AND p.collection = ${token}
       AND ${isUnknown("p.collection")}`,
    `SELECT 1 FROM :unrecognized AS h WHERE h.owner = ${holder} AND ${isOf("h.contract")} AND (
       EXISTS (SELECT 1 FROM :nft AS n WHERE n.owner = ${owner} AND n.collection = h.contract)
       OR EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND r.collection = h.contract))`,
    `SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND ${isOf("r.collection")}
       AND ${isUnknown("r.collection")}`,
    ...waiting.flatMap(([table, column, kind, more]) => [
      `SELECT 1 FROM ${rowsOf(table, column, counted, more)} AS d WHERE ${isUnknown(`d.${column}`, kind)}`,
      `SELECT 1 FROM ${rowsOf(table, column, behind, more)} AS d`,
    ]),
  ].map((rows) => `EXISTS (${rows})`);
  return `EXISTS (SELECT 1 FROM :discovered AS w
      WHERE w.owner IN (${owner}, ${literal(EVERY_WALLET)}) AND w.lowest = 0) AS discovered,
    ${pending(`NOT ${IS_ASIDE}`, outdated)} AS pending, ${pending(IS_ASIDE)} AS unreadable,
    (${unclear.join(" OR ")}) AS unclear,
    EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner}) AS ranges`;
}

/** Reads a row with these columns, the oldest block and the tip, and whether the latter is orphaned. */
export function extentOf(row: Row = {}): StoredExtent {
  const { oldest, tip, hash, generation } = row;
  const is = (column: string) => Number(row[column] ?? 0) === 1;
  return {
    blocks:
      oldest == null || tip == null ? undefined : { oldest: Number(oldest), tip: Number(tip) },
    state: `${oldest} ${hash} ${generation}`,
    isOrphaned: is("orphaned"),
    isDiscovered: is("discovered"),
    pending: Number(row.pending ?? 0),
    unreadable: Number(row.unreadable ?? 0),
    isUnclear: is("unclear"),
    hasRanges: is("ranges"),
  };
}
