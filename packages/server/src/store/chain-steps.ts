import { type Hex, type NftIds, type TouchedPair, ZERO_ADDRESS } from "../chain/records.ts";
import type { BlockChange } from "./chain-writer.ts";
import type { ReceivedTokens } from "./engine.ts";
import { metadataSteps } from "./metadata-steps.ts";
import { ADDED, EVERY_HOLDER, UNMATCHED } from "./rows.ts";
import { asideSteps } from "./set-aside.ts";
import { settleSteps } from "./settle-steps.ts";
import { type Dialect, IS_PAIR, least, type Step } from "./steps.ts";
import { transfersOf, undoSteps } from "./undo-steps.ts";

/** Tables with the contents of a chain. */
const CONTENT = [
  ...["block", "tx"],
  ...["token", "token_due", "balance", "touched", "dirty", "dirty_aside", "discovered"],
  ...["nft", "metadata_due", "nft_transfer", "nft_range", "possible_nft", "unrecognized"],
  "set_aside",
];

/** Tables with rows of blocks, which remain when blocks are pruned; those of `possible_nft` are kept if they are added again. */
export const LEFTOVERS = ["touched", "nft_transfer", "nft_range", "unrecognized"];

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

/** Keeps transfers of NFTs, if their contracts have any. */
export const ADD_POSSIBLE = `INSERT INTO :possible_nft (collection, block, log_index, time, token_id, sender, owner)
  SELECT u.collection, u.block, u.log_index, u.time, u.token_id, u.sender, u.owner FROM :rows
  WHERE TRUE ON CONFLICT DO NOTHING`;

export const POSSIBLE_COLUMNS = "collection block log_index time token_id sender owner".split(" ");

/** Known NFTs that change their owner with one range; of a range with more, nothing is claimed. */
const MAX_TAKEN_OVER = 1_000;
const IN_RANGE = "collection = @collection AND token_id >= @first AND token_id <= @last";
/** Whether a range has more known NFTs. */
const IS_LARGE = `(SELECT count(*) FROM (
  SELECT 1 FROM :nft WHERE ${IN_RANGE} LIMIT ${MAX_TAKEN_OVER + 1}) AS known) > ${MAX_TAKEN_OVER}`;

/** How a chain is changed, apart from adding and removing its blocks. */
export function chainSteps(dialect: Dialect) {
  const nobody = dialect.literal(ZERO_ADDRESS);
  const { setAside, waitAside, retryAside } = asideSteps(dialect);
  const { setMetadata, postponeMetadata, refetchMetadata } = metadataSteps(dialect);
  return {
    setAside,
    settle: settleSteps(dialect),
    undo: undoSteps(dialect),
    pruneUpTo: (number: number): Step[] => [
      { sql: "DELETE FROM :block WHERE number <= @number", values: { number } },
    ],
    /** What the writer changes, apart from what depends on the tip. */
    ofWriter: {
      waitAside,
      retryAside,
      setMetadata,
      postponeMetadata,
      setChainId: (chainId: number): Step[] => [
        { sql: "UPDATE :head SET chain_id = @chainId", values: { chainId } },
      ],
      setOrphaned: (hash: Hex | null): Step[] => [
        { sql: "UPDATE :head SET orphaned = @hash", values: { hash } },
      ],
    },
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
      refetchMetadata,
      rereadToken: (address: Hex): Step[] => [setDue(IS_KNOWN, [address])],
    },
    /** Adds what is rare in blocks: ranges of NFTs, and transfers that cannot be read. */
    addRareEvents(changes: readonly BlockChange[]): Step[] {
      const ranges = changes.flatMap(({ block, nftRanges }) =>
        nftRanges.map((range) => ({ ...range, block })),
      );
      const unrecognized = changes.flatMap(({ block, unrecognized: pairs }) =>
        pairs.map((pair) => ({ ...pair, block: block.number })),
      );
      const upgraded = changes.flatMap(({ block, upgraded: addresses }) =>
        addresses.map((address) => ({ block: block.number, address })),
      );
      const proxies = upgraded.map(({ address }) => address);
      return [
        {
          sql: `INSERT INTO :nft_range (collection, first_id, last_id, sender, owner, block, time, log_index)
            SELECT u.collection, u.first_id, u.last_id, u.sender, u.owner, u.block, u.time, u.log_index
            FROM :rows WHERE TRUE ON CONFLICT DO NOTHING`,
          rows: ranges.map(({ collection, first, last, from, to, block, logIndex }) => ({
            collection,
            first_id: first,
            last_id: last,
            sender: from,
            owner: to,
            block: block.number,
            time: block.timestamp,
            log_index: logIndex,
          })),
        },
        addUnrecognized(unrecognized),
        // A collection of which only ranges tell is asked what it is.
        setDue(
          "WHERE NOT EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)",
          ranges.map(({ collection }) => collection),
        ),
        setDue(IS_KNOWN, proxies),
        // Undone like pairs: what was read since then may not hold below the block.
        {
          sql: `INSERT INTO :touched (block, owner, token) SELECT u.block, ${nobody}, u.address FROM :rows
            WHERE TRUE ON CONFLICT DO NOTHING`,
          rows: upgraded,
        },
        {
          sql: "UPDATE :token SET stale = TRUE WHERE address IN (SELECT u.address FROM :rows)",
          rows: proxies.map((address) => ({ address })),
        },
        ...updatedIds(changes).map((ids) => ({
          sql: `UPDATE :nft SET asked = FALSE WHERE ${IN_RANGE} AND asked AND owner <> ${nobody}`,
          values: { ...ids },
        })),
      ];
    },
    /** Gives known NFTs of ranges at the top their owner, who is that of the range unless they were moved later. */
    takeOver: (changes: readonly BlockChange[]): Step[] =>
      changes.flatMap(({ block, nftRanges }) =>
        nftRanges.flatMap(({ collection, first, last }) => {
          const values = { collection, first, last, block: block.number };
          return [
            {
              sql: `INSERT INTO :unrecognized (owner, contract, block)
                SELECT ${dialect.literal(EVERY_HOLDER)}, @collection, @block
                WHERE ${IS_LARGE} ON CONFLICT DO NOTHING`,
              values,
            },
            {
              sql: `UPDATE :nft AS n SET owner = (SELECT e.owner FROM ${transfersOf("TRUE")}
                  ORDER BY e.block DESC, e.log_index DESC LIMIT 1)
                WHERE ${IN_RANGE} AND NOT ${IS_LARGE}`,
              values,
            },
          ];
        }),
      ),
    /** Adds what wallets received below the oldest block. The first steps tell how many pairs and NFTs were unknown. */
    addReceived({ pairs, nfts, unrecognized, wallets, lowest }: ReceivedTokens): Step[] {
      const rows = pairs.map(added);
      return [
        { sql: ADD_PENDING, rows },
        {
          sql: ADD_FORMER_OWNERS,
          rows: nfts.map(({ collection, tokenId, owner }) => ({
            collection,
            token_id: tokenId,
            owner,
          })),
        },
        addUnrecognized(unrecognized.map((pair) => ({ ...pair, block: ADDED }))),
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
    /** Removes everything. */
    clear: (): Step[] => CONTENT.map((table) => ({ sql: `DELETE FROM :${table}` })),
  };
}

const IS_KNOWN = "WHERE EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)";

function added({ owner, token }: TouchedPair) {
  return { owner, token, since: ADDED };
}

/** Has properties of tokens read at once. */
function setDue(where: string, addresses: readonly Hex[]): Step {
  return {
    sql: `INSERT INTO :token_due (address, attempts, due) SELECT u.address, 0, 0 FROM :rows ${where}
      ON CONFLICT (address) DO UPDATE SET due = 0`,
    rows: [...new Set(addresses)].map((address) => ({ address })),
  };
}

/** Returns the NFTs whose metadata have changed, one range per collection: each costs a search. */
function updatedIds(changes: readonly BlockChange[]): NftIds[] {
  const ranges = new Map<Hex, { first: bigint; last: bigint }>();
  for (const { collection, first, last } of changes.flatMap(({ updated }) => updated)) {
    const known = ranges.get(collection) ?? { first, last };
    if (first < known.first) {
      known.first = first;
    }
    if (last > known.last) {
      known.last = last;
    }
    ranges.set(collection, known);
  }
  return [...ranges].map(([collection, ids]) => ({ collection, ...ids }));
}

function addUnrecognized(pairs: readonly (TouchedPair & { readonly block: number })[]): Step {
  return {
    sql: `INSERT INTO :unrecognized (owner, contract, block) SELECT u.owner, u.contract, u.block FROM :rows
      WHERE TRUE ON CONFLICT DO NOTHING`,
    rows: pairs.map(({ owner, token, block }) => ({ owner, contract: token, block })),
  };
}

function addWallets(onConflict: string, wallets: readonly Hex[], lowest: number): Step {
  return {
    sql: `INSERT INTO :discovered AS d (owner, lowest) SELECT u.owner, u.lowest FROM :rows WHERE TRUE
      ORDER BY u.owner ON CONFLICT (owner) ${onConflict}`,
    rows: wallets.map((owner) => ({ owner, lowest })),
  };
}
