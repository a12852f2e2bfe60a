import { type Hex, type TouchedPair, ZERO_ADDRESS } from "../chain/records.ts";
import type { ChainWriter } from "./chain-writer.ts";
import type { ReceivedTokens } from "./engine.ts";
import { ADDED, UNMATCHED } from "./rows.ts";
import { asideSteps } from "./set-aside.ts";
import { settleSteps } from "./settle-steps.ts";
import { type BulkStep, type Described, type Dialect, IS_PAIR, least, type Step } from "./steps.ts";

/** Leaves rows as they are whose keys are there already. */
export const KEEP = "ON CONFLICT DO NOTHING";
/** Gives known pairs the block of pairs that were found below the known blocks, which is an earlier one. */
export const EARLIER_PAIRS = ["balance", "dirty", "dirty_aside"].map(
  (table) =>
    `UPDATE :${table} AS t SET since = u.since FROM :rows WHERE ${IS_PAIR} AND t.since > u.since`,
);
/** Marks unknown pairs as pending. In order, as the writers of pending pairs would wait for each other otherwise. */
export const ADD_PENDING = `INSERT INTO :dirty (owner, token, since) SELECT u.owner, u.token, u.since FROM :rows
  WHERE NOT EXISTS (SELECT 1 FROM :balance AS t WHERE ${IS_PAIR}) ORDER BY u.owner, u.token ON CONFLICT DO NOTHING`;
/**
 * Adds NFTs that were found below the known blocks: one that is known has a later owner, and so has one of a range that
 * is known.
 */
export const ADD_FORMER_OWNERS = `INSERT INTO :nft (collection, token_id, owner)
  SELECT u.collection, u.token_id, coalesce((
    SELECT r.owner FROM :nft_range AS r WHERE r.collection = u.collection AND r.first_id <= u.token_id
      AND r.last_id >= u.token_id ORDER BY r.block DESC, r.log_index DESC LIMIT 1
  ), u.owner) FROM :rows WHERE TRUE ON CONFLICT DO NOTHING`;

const IS_NFT = "collection = @collection AND token_id = @token_id";

/** How a chain is changed, apart from adding and removing its blocks. */
export function chainSteps(dialect: Dialect) {
  const { setAside, waitAside, retryAside } = asideSteps(dialect);
  return {
    setAside,
    settle: settleSteps(dialect),
    /** What the writer changes, apart from what depends on the tip. */
    ofWriter: {
      waitAside,
      retryAside,
      setMetadata({ collection, tokenId, uri }, metadata) {
        const values = { collection, token_id: tokenId, uri, metadata };
        return [
          {
            sql: `UPDATE :nft SET metadata = @metadata, fault = NULL WHERE ${IS_NFT} AND uri = @uri`,
            values,
          },
          {
            sql: `DELETE FROM :metadata_due WHERE ${IS_NFT}
              AND EXISTS (SELECT 1 FROM :nft AS n WHERE n.collection = @collection AND n.token_id = @token_id
                AND n.uri = @uri)`,
            values,
          },
        ];
      },
      postponeMetadata({ collection, tokenId }, due, fault) {
        const values = { collection, token_id: tokenId, due, fault };
        return [
          {
            sql: `UPDATE :metadata_due SET attempts = attempts + 1, due = @due WHERE ${IS_NFT}`,
            values,
          },
          { sql: `UPDATE :nft SET fault = @fault WHERE ${IS_NFT}`, values },
        ];
      },
      setChainId: (chainId) => [
        { sql: "UPDATE :head SET chain_id = @chainId", values: { chainId } },
      ],
      setOrphaned: (hash) => [{ sql: "UPDATE :head SET orphaned = @hash", values: { hash } }],
    } satisfies Described<ChainWriter, "change">,
    /** What others add; see `ChainAdditions`. The last step tells how many rows. */
    ofOthers: {
      addPairs: (pairs: readonly TouchedPair[]): Step[] => [
        { sql: ADD_PENDING, rows: pairs.map(added) },
      ],
      queueWallets: (wallets: readonly Hex[], oldest: number): Step[] => [
        addWallets("DO NOTHING", wallets, oldest),
      ],
    },
    /** The same of what must not be done beside the writer. */
    inTurn: {
      /** Discards the token URIs of NFTs; burnt ones have none to read. The last step tells how many. */
      refetchMetadata(collection: Hex, tokenId: bigint | undefined): Step[] {
        const are = tokenId === undefined ? "collection = @collection" : IS_NFT;
        const values = { collection, token_id: tokenId ?? null };
        return [
          { sql: `DELETE FROM :metadata_due WHERE ${are}`, values },
          {
            sql: `UPDATE :nft SET uri = NULL, fault = NULL, asked = FALSE
              WHERE ${are} AND owner <> ${dialect.literal(ZERO_ADDRESS)}`,
            values,
          },
        ];
      },
      rereadToken: (address: Hex): Step[] => [setDue(IS_KNOWN, [address])],
    },
    /** Adds what wallets received below the oldest block. The first steps tell how many pairs and NFTs were unknown. */
    addReceived({
      pairs,
      nfts,
      unrecognized,
      wallets,
      lowest,
    }: ReceivedTokens): (Step | BulkStep)[] {
      const rows = pairs.map(added);
      return [
        { sql: ADD_PENDING, rows },
        {
          sql: ADD_FORMER_OWNERS,
          columns: ["collection", "token_id", "owner"],
          bulk: nfts.map(({ collection, tokenId, owner }) => [collection, tokenId, owner]),
        },
        addUnrecognized(unrecognized.map(({ owner, token }) => [owner, token, ADDED])),
        // Balances that were other numbers than those of the NFTs that were known.
        {
          sql: `INSERT INTO :dirty (owner, token, since) SELECT b.owner, b.token, b.since FROM :rows
              JOIN :unrecognized AS x ON x.owner = u.owner AND x.contract = u.collection AND x.block = ${UNMATCHED}
              JOIN :balance AS b ON b.owner = x.owner AND b.token = x.contract
            WHERE TRUE ORDER BY b.owner, b.token ON CONFLICT DO NOTHING`,
          rows: nfts.map(({ collection, owner }) => ({ collection, owner })),
        },
        // A pair of which only a stored block told was there before: a rollback must not remove it.
        ...EARLIER_PAIRS.map((sql) => ({ sql, rows })),
        addWallets(
          `DO UPDATE SET lowest = ${least("excluded.lowest", "d.lowest")}`,
          wallets,
          lowest,
        ),
      ];
    },
  };
}

export const IS_KNOWN = "WHERE EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)";

function added({ owner, token }: TouchedPair) {
  return { owner, token, since: ADDED };
}

/** Has properties of tokens read at once. */
export function setDue(where: string, addresses: readonly Hex[]): Step {
  return {
    sql: `INSERT INTO :token_due (address, attempts, due) SELECT u.address, 0, 0 FROM :rows ${where}
      ON CONFLICT (address) DO UPDATE SET due = 0`,
    rows: [...new Set(addresses)].map((address) => ({ address })),
  };
}

/** Notes transfers that cannot be read. @param bulk Wallet, contract and block of each. */
export function addUnrecognized(bulk: BulkStep["bulk"]): BulkStep {
  const columns = ["owner", "contract", "block"];
  return { table: "unrecognized", onConflict: KEEP, columns, bulk };
}

function addWallets(onConflict: string, wallets: readonly Hex[], lowest: number): Step {
  return {
    sql: `INSERT INTO :discovered AS d (owner, lowest) SELECT u.owner, u.lowest FROM :rows WHERE TRUE
      ORDER BY u.owner ON CONFLICT (owner) ${onConflict}`,
    rows: wallets.map((owner) => ({ owner, lowest })),
  };
}
