import { METADATA_FAULTS, type MetadataFault } from "../chain/metadata.ts";
import { type BlockName, type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { ChainReader, PairState } from "./chain-reader.ts";
import type { ChainWriter, PairPosition, TokenResult } from "./chain-writer.ts";
import { extentQueries } from "./extent.ts";
import { rangeQueries } from "./range-queries.ts";
import { AFTER_ALL, BEFORE_ALL, LOST } from "./rows.ts";
import { asideOf, asideQueries, WITHOUT_URI } from "./set-aside.ts";
import {
  cellOf,
  columnOf,
  type Described,
  type Dialect,
  firstOf,
  listOf,
  onlyOf,
  type Query,
} from "./steps.ts";

const SAME_PAIR = "b.owner = d.owner AND b.token = d.token";
const FAULTS = Object.keys(METADATA_FAULTS) as MetadataFault[];

/** Returns the SQL of a number of rows, of which no more are looked at than a gauge needs. */
function countOf(rows: string): string {
  return `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT 100000) AS counted)`;
}

/** What is read of a chain beside blocks and pages. */
export function chainQueries(dialect: Dialect) {
  const { now, literal, tip } = dialect;
  const { listSetAside, listRetries, findSetAside } = asideQueries(dialect);
  const ranges = rangeQueries(dialect);
  const isOwned = `k.owner <> ${literal(ZERO_ADDRESS)}`;

  const ofReader = {
    ...extentQueries(dialect),
    ...ranges.ofReader,
    listSetAside,
    tip: () => firstOf({ sql: `SELECT number, hash FROM ${tip} AS tip WHERE number IS NOT NULL` }),
    oldest: () => firstOf({ sql: "SELECT number, hash FROM :block ORDER BY number LIMIT 1" }),
    getTipBlock: () => ({
      sql: "SELECT body FROM :block ORDER BY number DESC LIMIT 1",
      result: ([row]: readonly { readonly body: string }[]) => row && JSON.parse(row.body),
    }),
    blockHash: (number) =>
      cellOf("hash", {
        sql: "SELECT hash FROM :block WHERE number = @number",
        values: { number },
      }),
    pairState: (owner, token) => ({
      sql: `SELECT CASE
        WHEN EXISTS (SELECT 1 FROM :balance WHERE owner = @owner AND token = @token) THEN 'stored'
        WHEN EXISTS (SELECT 1 FROM :dirty WHERE owner = @owner AND token = @token) THEN 'pending'
        WHEN EXISTS (SELECT 1 FROM :dirty_aside WHERE owner = @owner AND token = @token) THEN 'pending'
        ELSE 'unknown' END AS state`,
      values: { owner, token },
      result: ([row]: readonly { readonly state: PairState }[]) => row?.state ?? "unknown",
    }),
    logsReadOf: (wallets) =>
      listOf({
        sql: "SELECT d.owner AS wallet, d.lowest FROM :rows JOIN :discovered AS d ON d.owner = u.owner",
        rows: wallets.map((owner) => ({ owner })),
      }),
    listUndiscovered: (limit) =>
      listOf({
        sql: `SELECT owner AS wallet, lowest FROM :discovered WHERE lowest > 0
          ORDER BY lowest, owner LIMIT @limit`,
        values: { limit },
      }),
    listKinds: (addresses) =>
      listOf({
        sql: `SELECT t.address, t.decimals, t.is_erc721 AS "isCollection"
          FROM :rows JOIN :token AS t ON t.address = u.address`,
        rows: addresses.map((address) => ({ address })),
      }),
    chainId: () => cellOf("chain_id", { sql: "SELECT chain_id FROM :head" }),
    counts: () => ({
      sql: `SELECT ${countOf(":dirty UNION ALL SELECT 1 FROM :dirty_aside")} AS pending,
        ${countOf(":set_aside WHERE attempts > 0")} AS "setAside",
        ${countOf(":unrecognized")} AS unrecognized,
        ${FAULTS.map((fault) => `${countOf(`:nft WHERE fault = '${fault}'`)} AS of_${fault}`).join(", ")}`,
      result(rows: readonly Counts[]) {
        const { pending, setAside, unrecognized, ...of } = rows[0] as Counts;
        const counts = FAULTS.map((fault) => [fault, of[`of_${fault}`]] as const);
        const faults = Object.fromEntries(counts.filter(([, count]) => count > 0));
        return { pending, setAside, unrecognized, faults };
      },
    }),
    countMetadata: () =>
      onlyOf({
        sql: `SELECT (SELECT count(*) FROM :nft WHERE NOT asked) AS "withoutUri",
        (SELECT count(*) FROM :metadata_due WHERE attempts = 0) AS pending,
        (SELECT count(*) FROM :metadata_due WHERE attempts > 0) AS failed`,
      }),
    listUnrecognized: (limit) =>
      listOf({
        sql: `SELECT contract, count(*) AS transfers FROM :unrecognized GROUP BY contract
          ORDER BY count(*) DESC, contract LIMIT @limit`,
        values: { limit },
      }),
  } satisfies Described<ChainReader, "read">;
  const ofWriter = {
    listRetries,
    listPending: (after, limit) =>
      listOf({
        sql: `SELECT owner, token, since = ${LOST} AS "isLost", ${asideOf("token")} FROM :dirty
          WHERE (owner, token) > (@owner, @token) ORDER BY owner, token LIMIT @limit`,
        values: { ...positionOf(after), limit },
      }),
    // An owner includes its pairs that have not been read yet. The dirty table shows whether a lost pair
    // was touched again.
    listPairs: (after, limit) =>
      listOf({
        sql: `SELECT * FROM (
            SELECT b.owner AS owner, b.token AS token, coalesce(d.since, b.since) = ${LOST} AS "isLost",
              ${asideOf("b.token")}, d.owner IS NOT NULL AS "isPending", b.raw AS raw
            FROM :balance AS b LEFT JOIN :dirty AS d ON ${SAME_PAIR}
            WHERE (b.owner, b.token) > (@owner, @token) ORDER BY b.owner, b.token LIMIT @limit
          ) AS known UNION ALL SELECT owner, token, "isLost", "isAside", TRUE, NULL FROM (
            SELECT d.owner AS owner, d.token AS token, d.since = ${LOST} AS "isLost",
              ${asideOf("d.token")} FROM :dirty AS d
            WHERE (d.owner, d.token) > (@owner, @token)
              AND EXISTS (SELECT 1 FROM :balance AS b WHERE b.owner = d.owner)
              AND NOT EXISTS (SELECT 1 FROM :balance AS b WHERE ${SAME_PAIR})
            ORDER BY d.owner, d.token LIMIT @limit
          ) AS unread ORDER BY 1, 2 LIMIT @limit`,
        values: { ...positionOf(after), limit },
      }),
    unknownTokens: (addresses, collections = new Set()) => ({
      sql: `SELECT u.address FROM :rows WHERE NOT EXISTS (SELECT 1 FROM :token AS t
          WHERE t.address = u.address AND NOT t.stale AND (t.is_erc721 OR NOT u.is_collection))
        OR EXISTS (SELECT 1 FROM :token_due AS d WHERE d.address = u.address AND d.attempts > 0)`,
      rows: addresses.map((address) => ({ address, is_collection: collections.has(address) })),
      result(rows: readonly { readonly address: Hex }[]) {
        const unknown = new Set(rows.map(({ address }) => address));
        return addresses.filter((address) => unknown.has(address));
      },
    }),
    listDueTokens: (limit) =>
      columnOf("address", {
        sql: `SELECT address FROM :token_due WHERE due <= ${now} ORDER BY due, address LIMIT @limit`,
        values: { limit },
      }),
    listSamples: (collections) =>
      listOf({
        sql: `SELECT n.collection, n.token_id AS "tokenId", n.owner FROM :rows JOIN :nft AS n
            ON n.collection = u.collection AND n.token_id = (SELECT k.token_id FROM :nft AS k
              WHERE k.collection = u.collection AND ${isOwned} ORDER BY k.token_id LIMIT 1)
          UNION ALL SELECT r.collection, r.first_id, r.owner FROM :rows JOIN :nft_range AS r
            ON r.collection = u.collection AND r.first_id = (SELECT k.first_id FROM :nft_range AS k
              WHERE k.collection = u.collection AND ${isOwned} ORDER BY k.first_id LIMIT 1)
          UNION ALL SELECT p.collection, p.token_id, p.owner FROM :rows JOIN :possible_nft AS p
            ON p.collection = u.collection AND (p.block, p.log_index) = (SELECT k.block, k.log_index
              FROM :possible_nft AS k WHERE k.collection = u.collection AND ${isOwned}
              ORDER BY k.block DESC, k.log_index DESC LIMIT 1)`,
        rows: collections.map((collection) => ({ collection })),
      }),
    listNftsWithoutUri: (after, limit) =>
      listOf({
        sql: `SELECT collection, token_id AS "tokenId", owner, ${asideOf("collection")} FROM :nft
          WHERE ${WITHOUT_URI} AND owner > @owner ORDER BY owner LIMIT @limit`,
        values: { owner: after ?? BEFORE_ALL, limit },
      }),
    // Each step of the recursion finds the next collection by the index, however many NFTs of it are due.
    listDueCollections: (at, after, limit) =>
      columnOf("address", {
        sql: `WITH RECURSIVE c (address) AS (
          SELECT lowest.collection FROM (SELECT d.collection FROM :metadata_due AS d WHERE d.collection > @after
            AND EXISTS (SELECT 1 FROM :metadata_due WHERE due <= @at) ORDER BY d.collection LIMIT 1) AS lowest
          UNION ALL SELECT (SELECT d.collection FROM :metadata_due AS d WHERE d.collection > c.address
            ORDER BY d.collection LIMIT 1) FROM c WHERE c.address IS NOT NULL
        )
        SELECT c.address FROM c WHERE c.address IS NOT NULL
          AND EXISTS (SELECT 1 FROM :metadata_due AS d WHERE d.collection = c.address AND d.due <= @at)
        LIMIT @limit`,
        values: { at, after: after ?? BEFORE_ALL, limit },
      }),
    listDueMetadata: (collection, at, limit) =>
      listOf({
        sql: `SELECT d.collection, d.token_id AS "tokenId", d.attempts, n.uri FROM :metadata_due AS d
            JOIN :nft AS n ON n.collection = d.collection AND n.token_id = d.token_id
          WHERE d.collection = @collection AND d.due <= @at AND n.uri IS NOT NULL
          ORDER BY d.due LIMIT @limit`,
        values: { collection, at, limit },
      }),
  } satisfies Described<ChainWriter, "read">;
  /** The oldest blocks below a number, without the tip. */
  const blocksBelow = (number: number, limit: number) =>
    onlyOf<BlockRange>({
      sql: `SELECT min(number) AS lowest, max(number) AS highest, count(*) AS count FROM (
        SELECT number FROM :block WHERE number < @number AND number < (SELECT max(number) FROM :block)
        ORDER BY number LIMIT @limit) AS b`,
      values: { number, limit },
    });
  /** Whether there is something to read from contracts. */
  const isMore = onlyOf<{ readonly isMore: boolean }>({
    sql: `SELECT EXISTS (SELECT 1 FROM :dirty)
      OR EXISTS (SELECT 1 FROM :nft WHERE ${WITHOUT_URI})
      OR EXISTS (SELECT 1 FROM :token_due WHERE due <= ${now})
      OR EXISTS (SELECT 1 FROM :set_aside WHERE due <= ${now}) AS "isMore"`,
  });
  /** Returns the tip if all of some blocks are stored. */
  const tipAbove = (blocks: readonly BlockName[]): Query<BlockName | undefined> =>
    firstOf({
      sql: `SELECT b.number, b.hash FROM :block AS b WHERE b.number = (SELECT max(number) FROM :block)
        AND NOT EXISTS (SELECT 1 FROM :rows WHERE NOT EXISTS (
          SELECT 1 FROM :block AS s WHERE s.number = u.number AND s.hash = u.hash))`,
      rows: blocks.map(({ number, hash }) => ({ number, hash })),
    });
  /** Returns the tokens that count in other units than they did: they have other decimals, or have become NFTs. */
  const otherUnits = (tokens: readonly TokenResult[]) =>
    columnOf<Hex>("address", {
      sql: `SELECT u.address FROM :rows JOIN :token AS t ON t.address = u.address
      WHERE t.decimals IS DISTINCT FROM u.decimals OR t.is_erc721 <> u.is_erc721`,
      rows: tokens.map(({ address, decimals, isErc721 }) => ({
        address,
        decimals,
        is_erc721: isErc721,
      })),
    });
  const { nftOfRange } = ranges;
  return {
    ofReader,
    ofWriter,
    isMore,
    tipAbove,
    findSetAside,
    nftOfRange,
    blocksBelow,
    otherUnits,
  };
}

type Counts = Readonly<
  Record<"pending" | "setAside" | "unrecognized" | `of_${MetadataFault}`, number>
>;

/** Blocks with these lowest and highest numbers. */
export interface BlockRange {
  readonly lowest: number;
  readonly highest: number;
  readonly count: number;
}

function positionOf(after: PairPosition | undefined) {
  return after
    ? { owner: after.owner, token: after.token ?? AFTER_ALL }
    : { owner: BEFORE_ALL, token: BEFORE_ALL };
}
