import { METADATA_FAULTS, type MetadataFault } from "../chain/metadata.ts";
import type { BlockName, BlockRecord, Hex, NftOwner } from "../chain/records.ts";
import type {
  ChainCounts,
  LogReading,
  MetadataCounts,
  PairState,
  TokenKind,
  UnrecognizedTransfers,
} from "./chain-reader.ts";
import type { PairPosition, PendingPair, TokenResult } from "./chain-writer.ts";
import { rangeQueries } from "./range-queries.ts";
import { AFTER_ALL, BEFORE_ALL, LOST } from "./rows.ts";
import { asideOf, asideQueries, asideSteps } from "./set-aside.ts";
import type { Dialect, Query, Row } from "./steps.ts";

const SAME_PAIR = "b.owner = d.owner AND b.token = d.token";
const FAULTS = Object.keys(METADATA_FAULTS) as MetadataFault[];

/** Returns the SQL of a number of rows, of which no more are looked at than a gauge needs. */
function countOf(rows: string): string {
  return `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT 100000) AS counted)`;
}

/** What is read of a chain beside blocks and pages. */
export function chainQueries(dialect: Dialect) {
  const { now, nobody, isFalse, hex, integer, text } = dialect;
  const aside = asideQueries(dialect);
  const ranges = rangeQueries(dialect);
  const { withoutUri } = asideSteps(dialect);
  const pendingPair = ({ owner, token, since, aside: isSetAside }: Row): PendingPair => ({
    owner: hex(owner),
    token: hex(token),
    isLost: since === LOST,
    isAside: isSetAside === 1,
  });
  const logReading = ({ owner, lowest }: Row): LogReading => ({
    wallet: hex(owner),
    lowest: Number(lowest),
  });
  const each =
    <Found>(convert: (row: Row) => Found) =>
    (rows: readonly Row[]) =>
      rows.map(convert);

  const ofReader = {
    ...aside.ofReader,
    ...ranges.ofReader,
    oldest: (): Query<BlockName | undefined> => ({
      sql: "SELECT number, hash FROM :block ORDER BY number LIMIT 1",
      result: blockName,
    }),
    getTipBlock: (): Query<BlockRecord | undefined> => ({
      sql: "SELECT body FROM :block ORDER BY number DESC LIMIT 1",
      result: ([row]) => row && JSON.parse(String(row.body)),
    }),
    blockHash: (number: number): Query<Hex | undefined> => ({
      sql: "SELECT hash FROM :block WHERE number = ?1",
      values: [["int", number]],
      result: ([row]) => row && hex(row.hash),
    }),
    pairState: (owner: Hex, token: Hex): Query<PairState> => ({
      sql: `SELECT CASE
        WHEN EXISTS (SELECT 1 FROM :balance WHERE owner = ?1 AND token = ?2) THEN 'stored'
        WHEN EXISTS (SELECT 1 FROM :dirty WHERE owner = ?1 AND token = ?2) THEN 'pending'
        WHEN EXISTS (SELECT 1 FROM :dirty_aside WHERE owner = ?1 AND token = ?2) THEN 'pending'
        ELSE 'unknown' END AS state`,
      values: [
        ["bytes", owner],
        ["bytes", token],
      ],
      result: ([row]) => row?.state as PairState,
    }),
    logsReadOf: (wallets: readonly Hex[]): Query<readonly LogReading[]> => ({
      sql: "SELECT d.owner, d.lowest FROM :rows JOIN :discovered AS d ON d.owner = u.owner",
      rows: { columns: { owner: "bytes" }, values: wallets.map((wallet) => [wallet]) },
      result: each(logReading),
    }),
    listUndiscovered: (limit: number): Query<readonly LogReading[]> => ({
      sql: "SELECT owner, lowest FROM :discovered WHERE lowest > 0 ORDER BY lowest, owner LIMIT ?1",
      values: [["int", limit]],
      result: each(logReading),
    }),
    listKinds: (addresses: readonly Hex[]): Query<readonly TokenKind[]> => ({
      sql: `SELECT t.address, t.decimals, CASE WHEN t.is_erc721 THEN 1 ELSE 0 END AS collection
          FROM :rows JOIN :token AS t ON t.address = u.address`,
      rows: { columns: { address: "bytes" }, values: addresses.map((address) => [address]) },
      result: each(({ address, collection, decimals }) => ({
        address: hex(address),
        isCollection: Number(collection) === 1,
        decimals: decimals === null ? null : Number(decimals),
      })),
    }),
    chainId: (): Query<number | undefined> => ({
      sql: "SELECT chain_id FROM :head",
      result: ([row]) => (row?.chain_id == null ? undefined : Number(row.chain_id)),
    }),
    counts: (): Query<ChainCounts> => ({
      sql: `SELECT ${countOf(":dirty UNION ALL SELECT 1 FROM :dirty_aside")} AS pending,
        ${countOf(":set_aside WHERE attempts > 0")} AS aside, ${countOf(":unrecognized")} AS unrecognized,
        ${FAULTS.map((fault) => `${countOf(`:nft WHERE fault = '${fault}'`)} AS ${fault}`).join(", ")}`,
      result: ([row = {}]) => ({
        pending: Number(row.pending),
        setAside: Number(row.aside),
        unrecognized: Number(row.unrecognized),
        faults: Object.fromEntries(
          FAULTS.map((fault) => [fault, Number(row[fault])] as const).filter(
            ([, count]) => count > 0,
          ),
        ),
      }),
    }),
    countMetadata: (): Query<MetadataCounts> => ({
      sql: `SELECT (SELECT count(*) FROM :nft WHERE ${isFalse("asked")}) AS unread,
        (SELECT count(*) FROM :metadata_due WHERE attempts = 0) AS pending,
        (SELECT count(*) FROM :metadata_due WHERE attempts > 0) AS failed`,
      result: ([row = {}]) => ({
        withoutUri: Number(row.unread),
        pending: Number(row.pending),
        failed: Number(row.failed),
      }),
    }),
    listUnrecognized: (limit: number): Query<readonly UnrecognizedTransfers[]> => ({
      sql: `SELECT contract, count(*) AS count FROM :unrecognized GROUP BY contract
        ORDER BY count(*) DESC, contract LIMIT ?1`,
      values: [["int", limit]],
      result: each(({ contract, count: transfers }) => ({
        contract: hex(contract),
        transfers: Number(transfers),
      })),
    }),
  };
  const ofWriter = {
    ...aside.ofWriter,
    listPending: (
      after: PairPosition | undefined,
      limit: number,
    ): Query<readonly PendingPair[]> => ({
      sql: `SELECT owner, token, since, ${asideOf(dialect, "token")} FROM :dirty WHERE (owner, token) > (?1, ?2)
        ORDER BY owner, token LIMIT ?3`,
      values: [...positionOf(after), ["int", limit]],
      result: each(pendingPair),
    }),
    // An owner includes its pairs that have not been read yet. The dirty table shows whether a lost pair
    // was touched again.
    listPairs: (after: PairPosition | undefined, limit: number) => ({
      sql: `SELECT * FROM (
          SELECT b.owner AS owner, b.token AS token, coalesce(d.since, b.since) AS since, b.raw AS raw,
            CASE WHEN d.owner IS NULL THEN 0 ELSE 1 END AS dirty, ${asideOf(dialect, "b.token")}
          FROM :balance AS b LEFT JOIN :dirty AS d ON ${SAME_PAIR}
          WHERE (b.owner, b.token) > (?1, ?2) ORDER BY b.owner, b.token LIMIT ?3
        ) AS known UNION ALL SELECT owner, token, since, NULL, 1, aside FROM (
          SELECT d.owner AS owner, d.token AS token, d.since AS since, ${asideOf(dialect, "d.token")} FROM :dirty AS d
          WHERE (d.owner, d.token) > (?1, ?2)
            AND EXISTS (SELECT 1 FROM :balance AS b WHERE b.owner = d.owner)
            AND NOT EXISTS (SELECT 1 FROM :balance AS b WHERE ${SAME_PAIR})
          ORDER BY d.owner, d.token LIMIT ?3
        ) AS unread ORDER BY 1, 2 LIMIT ?3`,
      values: [...positionOf(after), ["int", limit] as const],
      result: each((row) => ({
        ...pendingPair(row),
        isPending: row.dirty === 1,
        raw: row.raw === null ? undefined : integer(row.raw),
      })),
    }),
    unknownTokens: (
      addresses: readonly Hex[],
      collections: ReadonlySet<Hex> = new Set(),
    ): Query<readonly Hex[]> => ({
      sql: `SELECT u.address FROM :rows WHERE NOT EXISTS (SELECT 1 FROM :token AS t
          WHERE t.address = u.address AND ${isFalse("t.stale")} AND (t.is_erc721 OR NOT u.is_collection))
        OR EXISTS (SELECT 1 FROM :token_due AS d WHERE d.address = u.address AND d.attempts > 0)
        ORDER BY u.at`,
      rows: {
        columns: { address: "bytes", is_collection: "bool" },
        values: addresses.map((address) => [address, collections.has(address)]),
      },
      result: each(({ address }) => hex(address)),
    }),
    listDueTokens: (limit: number): Query<readonly Hex[]> => ({
      sql: `SELECT address FROM :token_due WHERE due <= ${now} ORDER BY due, address LIMIT ?1`,
      values: [["int", limit]],
      result: each(({ address }) => hex(address)),
    }),
    listSamples: (collections: readonly Hex[]): Query<readonly NftOwner[]> => ({
      sql: `SELECT n.collection, n.token_id, n.owner FROM :rows JOIN :nft AS n ON n.collection = u.collection
          AND n.token_id = (SELECT k.token_id FROM :nft AS k WHERE k.collection = u.collection
            AND k.owner <> ${nobody} ORDER BY k.token_id LIMIT 1)
        UNION ALL SELECT r.collection, r.first_id, r.owner FROM :rows JOIN :nft_range AS r
          ON r.collection = u.collection AND r.first_id = (SELECT k.first_id FROM :nft_range AS k
            WHERE k.collection = u.collection AND k.owner <> ${nobody} ORDER BY k.first_id LIMIT 1)
        UNION ALL SELECT p.collection, p.token_id, p.owner FROM :rows JOIN :possible_nft AS p
          ON p.collection = u.collection AND (p.block, p.log_index) = (SELECT k.block, k.log_index
            FROM :possible_nft AS k WHERE k.collection = u.collection AND k.owner <> ${nobody}
            ORDER BY k.block DESC, k.log_index DESC LIMIT 1)`,
      rows: { columns: { collection: "bytes" }, values: collections.map((each) => [each]) },
      result: each((row) => ({ ...nftName(row), owner: hex(row.owner) })),
    }),
    listNftsWithoutUri: (after: Hex | undefined, limit: number) => ({
      sql: `SELECT collection, token_id, owner, ${asideOf(dialect, "collection")} FROM :nft
        WHERE ${withoutUri} AND owner > ?1 ORDER BY owner LIMIT ?2`,
      values: [["bytes", after ?? BEFORE_ALL] as const, ["int", limit] as const],
      result: each((row) => ({
        ...nftName(row),
        owner: hex(row.owner),
        isAside: row.aside === 1,
      })),
    }),
    // Each step of the recursion finds the next collection by the index, however many NFTs of it are due.
    listDueCollections: (at: number, after: Hex | undefined, limit: number) => ({
      sql: `WITH RECURSIVE c (collection) AS (
          SELECT first.collection FROM (SELECT d.collection FROM :metadata_due AS d WHERE d.collection > ?2
            AND EXISTS (SELECT 1 FROM :metadata_due WHERE due <= ?1) ORDER BY d.collection LIMIT 1) AS first
          UNION ALL SELECT (SELECT d.collection FROM :metadata_due AS d WHERE d.collection > c.collection
            ORDER BY d.collection LIMIT 1) FROM c WHERE c.collection IS NOT NULL
        )
        SELECT c.collection FROM c WHERE c.collection IS NOT NULL
          AND EXISTS (SELECT 1 FROM :metadata_due AS d WHERE d.collection = c.collection AND d.due <= ?1) LIMIT ?3`,
      values: [
        ["int", at] as const,
        ["bytes", after ?? BEFORE_ALL] as const,
        ["int", limit] as const,
      ],
      result: each(({ collection }) => hex(collection)),
    }),
    listDueMetadata: (collection: Hex, at: number, limit: number) => ({
      sql: `SELECT d.collection, d.token_id, d.attempts, n.uri FROM :metadata_due AS d JOIN :nft AS n
          ON n.collection = d.collection AND n.token_id = d.token_id
        WHERE d.collection = ?1 AND d.due <= ?2 AND n.uri IS NOT NULL ORDER BY d.due LIMIT ?3`,
      values: [["bytes", collection] as const, ["int", at] as const, ["int", limit] as const],
      result: each((row) => ({
        ...nftName(row),
        uri: text(row.uri) ?? "",
        attempts: Number(row.attempts),
      })),
    }),
  };
  /** Whether there is something to read from contracts. */
  const isMore: Query<boolean> = {
    sql: `SELECT CASE WHEN EXISTS (SELECT 1 FROM :dirty)
      OR EXISTS (SELECT 1 FROM :nft WHERE ${withoutUri})
      OR EXISTS (SELECT 1 FROM :token_due WHERE due <= ${now})
      OR EXISTS (SELECT 1 FROM :set_aside WHERE due <= ${now})
      THEN 1 ELSE 0 END AS more`,
    result: ([row]) => row?.more === 1,
  };
  /** Returns the tip if all of some blocks are stored. */
  const tipAbove = (blocks: readonly BlockName[]): Query<BlockName | undefined> => ({
    sql: `SELECT b.number, b.hash FROM :block AS b WHERE b.number = (SELECT max(number) FROM :block)
      AND NOT EXISTS (SELECT 1 FROM :rows WHERE NOT EXISTS (
        SELECT 1 FROM :block AS s WHERE s.number = u.number AND s.hash = u.hash))`,
    rows: {
      columns: { number: "int", hash: "bytes" },
      values: blocks.map(({ number, hash }) => [number, hash]),
    },
    result: blockName,
  });
  /** Returns the tokens that count in other units than they did: they have other decimals, or have become NFTs. */
  const otherUnits = (tokens: readonly TokenResult[]): Query<readonly Hex[]> => ({
    sql: `SELECT u.address FROM :rows JOIN :token AS t ON t.address = u.address
      WHERE t.decimals IS DISTINCT FROM u.decimals OR t.is_erc721 <> u.is_erc721`,
    rows: {
      columns: { address: "bytes", decimals: "int", is_erc721: "bool" },
      values: tokens.map(({ address, decimals, isErc721 }) => [address, decimals, isErc721]),
    },
    result: each(({ address }) => hex(address)),
  });
  return { ofReader, ofWriter, isMore, tipAbove, nftOfRange: ranges.nftOfRange, otherUnits };

  function blockName([row]: readonly Row[]): BlockName | undefined {
    return row && { number: Number(row.number), hash: hex(row.hash) };
  }

  function nftName({ collection, token_id }: Row) {
    return { collection: hex(collection), tokenId: integer(token_id) };
  }
}

function positionOf(after: PairPosition | undefined) {
  const position = after ? [after.owner, after.token ?? AFTER_ALL] : [BEFORE_ALL, BEFORE_ALL];
  return position.map((bytes) => ["bytes", bytes as Hex] as const);
}
