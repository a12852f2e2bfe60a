import { ZERO_ADDRESS } from "../chain/records.ts";
import { MAX_COUNTED, type PairScope, type StoredExtent } from "./chain-reader.ts";
import { AFTER_ALL, BEFORE_ALL, EVERY_HOLDER, EVERY_WALLET } from "./rows.ts";
import type { Dialect, Query, Values } from "./steps.ts";

/** Tokens that are looked up among those whose facts are outdated: more are pending for other reasons. */
const MAX_STALE = 1_000;

/** What is read of the blocks that are stored, and of what waits to be read. */
export function extentQueries(dialect: Dialect) {
  const [wallet, contract, chain] = [ofWallet(dialect), ofContract(dialect), undefined].map(
    (
      of,
    ) => `SELECT (SELECT number FROM :block ORDER BY number LIMIT 1) AS oldest, tip.number AS tip,
      tip.state, tip.orphaned = tip.hash AS "isOrphaned"${of ? ", w.*" : ""}
      FROM ${dialect.tip} AS tip${of ? `, (${of}) AS w` : ""}`,
  ) as [string, string, string];
  return {
    extent({ owner, token }: PairScope = {}): Query<StoredExtent> {
      const ofToken = token ? contract : chain;
      return {
        sql: owner ? wallet : ofToken,
        values: { owner: owner ?? null, token: token ?? null },
        result: ([row]) => extentOf(row),
      };
    },
  };
}

/**
 * Returns the SQL of one row that says what is stored of a wallet, and of one contract if there is one. It has few
 * subqueries, because PostgreSQL takes longer to start each than to find that it has no rows (bench: ERC-20 page, ERC-721
 * page).
 */
function ofWallet(dialect: Dialect): string {
  const { literal } = dialect;
  const [owner, token] = ["@owner", "@token"];
  const [nobody, holder] = [literal(ZERO_ADDRESS), literal(EVERY_HOLDER)];
  // A range rather than a choice, which would read all rows of the owner.
  const isOf = (column: string) =>
    `${column} BETWEEN coalesce(${token}, ${literal(BEFORE_ALL)}) AND coalesce(${token}, ${literal(AFTER_ALL)})`;
  const isIn = (table: string) =>
    `EXISTS (SELECT 1 FROM :${table} AS o WHERE o.owner = d.owner AND o.token = d.token)`;
  /** The first rows of the owner, one more than are counted: no more is looked at. */
  const rowsOf = (table: string, column: string, more = "TRUE") =>
    `(SELECT owner, ${column} FROM :${table} WHERE owner = ${owner} AND ${isOf(column)} AND ${more}
      ORDER BY ${column} LIMIT ${MAX_COUNTED + 1}) AS d`;
  const waiting = [
    `SELECT 'balance' AS kind, d.token AS contract FROM ${rowsOf("dirty", "token")}`,
    // Balances of contracts that are or were set aside count unless a block has touched them since.
    `SELECT 'balance', d.token FROM ${rowsOf("dirty_aside", "token")} WHERE NOT ${isIn("dirty")}`,
    // Balances whose tokens may have other decimals by now. Not by a join, for which all balances would be read.
    `SELECT 'outdated', s.address FROM (SELECT address FROM :token WHERE stale LIMIT ${MAX_STALE}) AS s
      WHERE (SELECT 1 FROM :balance AS d WHERE d.owner = ${owner} AND d.token = s.address AND ${isOf("d.token")}
        AND NOT ${isIn("dirty")} AND NOT ${isIn("dirty_aside")}) IS NOT NULL`,
    ...["NOT aside", "aside"].map(
      (isSetAside) =>
        `SELECT 'nft', d.collection FROM ${rowsOf("nft", "collection", `NOT asked AND ${isSetAside}`)}`,
    ),
  ];
  const isAside =
    "EXISTS (SELECT 1 FROM :set_aside AS a WHERE a.contract = d.contract AND a.attempts > 0)";
  // What waits to be read may be NFTs unless its contract is known.
  const isUnclear = isUnknown(
    "d.contract",
    "CASE d.kind WHEN 'nft' THEN t.is_erc721 ELSE t.is_erc20 END",
  );
  const counted = `SELECT CASE WHEN kind <> 'balance' THEN kind WHEN ${isAside} THEN 'unreadable' ELSE 'pending' END AS kind,
      CASE WHEN kind <> 'outdated' AND ${isUnclear} THEN 1 ELSE 0 END AS unknown
    FROM (${waiting.join(" UNION ALL ")}) AS d`;
  const count = (...kinds: readonly string[]) =>
    `count(CASE WHEN kind IN ('${kinds.join("', '")}') THEN 1 END)`;
  const known = `h.owner = ${owner} OR h.contract = ${token}`;
  const unclear = [
    // Transfers that name no wallet, or every holder, concern those who have NFTs of the contract, or ask for it.
    `SELECT 1 FROM :unrecognized AS h
      WHERE h.owner IN (${owner}, ${holder}, CASE WHEN ${token} IS NULL THEN ${owner} ELSE ${nobody} END)
        AND ${isOf("h.contract")} AND (${known}
          OR EXISTS (SELECT 1 FROM :nft AS n WHERE n.owner = ${owner} AND n.collection = h.contract)
          OR EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND r.collection = h.contract))`,
    `SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner} AND ${isOf("r.collection")}
       AND ${isUnknown("r.collection")}`,
  ];
  return `SELECT ${isDiscovered(dialect, owner)} AS discovered, ${anyOf(unclear)} AS unclear,
      EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = ${owner}) AS ranges, counted.*
    FROM (SELECT ${count("pending", "outdated")} AS pending, ${count("unreadable")} AS unreadable,
        ${count("nft")} AS nfts, coalesce(max(unknown), 0) AS unknown FROM (${counted}) AS waiting) AS counted`;
}

/** The same of a contract, whose holders are not known. */
function ofContract(dialect: Dialect): string {
  const token = "@token";
  const unclear = [
    `SELECT 1 FROM :unrecognized WHERE contract = ${token}`,
    `SELECT 1 FROM :possible_nft AS p WHERE p.collection = ${token} AND ${isUnknown("p.collection")}`,
  ];
  return `SELECT ${isDiscovered(dialect)} AS discovered, ${anyOf(unclear)} AS unclear`;
}

/** Reads such a row, with the oldest block and the tip, and whether the latter is orphaned; the rest may be absent. */
function extentOf(row: Values = {}): StoredExtent {
  const { oldest, tip, state } = row;
  const numberOf = (column: string) => Number(row[column] ?? 0);
  const is = (column: string) => numberOf(column) === 1;
  const [pending, unreadable] = [numberOf("pending"), numberOf("unreadable")];
  const isTooMuch = Math.max(pending + unreadable, numberOf("nfts")) > MAX_COUNTED;
  return {
    blocks:
      oldest == null || tip == null ? undefined : { oldest: Number(oldest), tip: Number(tip) },
    state: `${oldest} ${state}`,
    isOrphaned: is("isOrphaned"),
    isDiscovered: is("discovered"),
    pending: Math.min(pending, MAX_COUNTED),
    unreadable: Math.min(unreadable, MAX_COUNTED),
    isUnclear: is("unclear") || is("unknown") || isTooMuch,
    hasRanges: is("ranges"),
  };
}

/** Whether the properties of a contract are not known. Not by `EXISTS`, for which PostgreSQL would read all tokens. */
function isUnknown(address: string, kind = "TRUE"): string {
  return `(SELECT 1 FROM :token AS t WHERE t.address = ${address} AND ${kind} AND NOT t.stale) IS NULL`;
}

/** Whether all is known that a wallet received; without one, that all wallets did. */
function isDiscovered({ literal }: Dialect, owner?: string): string {
  const every = literal(EVERY_WALLET);
  return `EXISTS (SELECT 1 FROM :discovered AS w
    WHERE w.owner IN (${owner ? `${owner}, ${every}` : every}) AND w.lowest = 0)`;
}

function anyOf(rows: readonly string[]): string {
  return `(${rows.map((each) => `EXISTS (${each})`).join(" OR ")})`;
}
