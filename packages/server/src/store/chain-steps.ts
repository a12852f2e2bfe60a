import type { Hex, NftIds, TouchedPair } from "../chain/records.ts";
import type { BlockChange } from "./chain-writer.ts";
import type { ReceivedTokens } from "./engine.ts";
import { metadataSteps } from "./metadata-steps.ts";
import { ADDED, EVERY_HOLDER, UNMATCHED } from "./rows.ts";
import { asideSteps } from "./set-aside.ts";
import { settleSteps } from "./settle-steps.ts";
import { type Dialect, forEach, IS_PAIR, lastOf, least, NFT, PAIR, type Step } from "./steps.ts";
import { undoSteps } from "./undo-steps.ts";

/** Tables of what is known of tokens and their owners. */
const CONTENT = [
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
export const POSSIBLE_COLUMNS = {
  collection: "bytes",
  block: "int",
  log_index: "int",
  time: "int",
  token_id: "word",
  sender: "bytes",
  owner: "bytes",
} as const;

/** Known NFTs that change their owner with one range; of a range with more, nothing is claimed. */
const MAX_TAKEN_OVER = 1_000;
const IN_RANGE = "collection = ?1 AND token_id >= ?2 AND token_id <= ?3";
/** Whether a range has more known NFTs. */
const IS_LARGE = `(SELECT count(*) FROM (
  SELECT 1 FROM :nft WHERE ${IN_RANGE} LIMIT ${MAX_TAKEN_OVER + 1}) AS known) > ${MAX_TAKEN_OVER}`;

/** How a chain is changed, apart from adding and removing its blocks. */
export function chainSteps(dialect: Dialect) {
  const { nobody } = dialect;
  return {
    ...asideSteps(dialect),
    settle: settleSteps(dialect),
    undo: undoSteps(dialect),
    ...metadataSteps(dialect),
    /** Adds what is rare in blocks: ranges of NFTs, and transfers that cannot be read. */
    addRareEvents(changes: readonly BlockChange[]): Step[] {
      const ranges = changes.flatMap(({ block, nftRanges }) =>
        nftRanges.map((range) => ({ ...range, block })),
      );
      const unrecognized = changes.flatMap(({ block, unrecognized: pairs }) =>
        pairs.map((pair) => ({ ...pair, block })),
      );
      return [
        forEach(
          `INSERT INTO :nft_range (collection, first_id, last_id, sender, owner, block, time, log_index)
           SELECT u.collection, u.first_id, u.last_id, u.sender, u.owner, u.block, u.time, u.log_index
           FROM :rows WHERE TRUE ON CONFLICT DO NOTHING`,
          {
            collection: "bytes",
            first_id: "word",
            last_id: "word",
            sender: "bytes",
            owner: "bytes",
            block: "int",
            time: "int",
            log_index: "int",
          },
          ranges,
          ({ collection, first, last, from, to, block, logIndex }) => [
            ...[collection, first, last, from, to, block.number, block.timestamp, logIndex],
          ],
        ),
        forEachUnrecognized(unrecognized, ({ block }) => block.number),
        // A collection of which only ranges tell is asked what it is.
        forEachDue(
          "WHERE NOT EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)",
          ranges.map(({ collection }) => collection),
        ),
        forEachDue(
          "WHERE EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)",
          changes.flatMap(({ upgraded }) => upgraded),
        ),
        // Undone like pairs: what was read since then may not hold below the block.
        forEach(
          `INSERT INTO :touched (block, owner, token) SELECT u.block, ${nobody}, u.address FROM :rows
           WHERE TRUE ON CONFLICT DO NOTHING`,
          { block: "int", address: "bytes" },
          changes.flatMap(({ block, upgraded }) =>
            upgraded.map((address) => [block.number, address] as const),
          ),
          (row) => row,
        ),
        forEach(
          "UPDATE :token SET stale = TRUE WHERE address IN (SELECT u.address FROM :rows)",
          { address: "bytes" },
          [...new Set(changes.flatMap(({ upgraded }) => upgraded))],
          (address) => [address],
        ),
        ...updatedIds(changes).map(
          ({ collection, first, last }): Step => ({
            sql: `UPDATE :nft SET asked = FALSE WHERE ${IN_RANGE} AND asked AND owner <> ${nobody}`,
            values: [
              ["bytes", collection],
              ["word", first],
              ["word", last],
            ],
          }),
        ),
      ];
    },
    /** Has the properties of a contract read again. The step tells whether it is known. */
    rereadToken: (address: Hex): Step[] => [
      forEachDue("WHERE EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address)", [address]),
    ],
    /** Gives known NFTs the owner of ranges at the top, before those that were moved later get theirs. */
    takeOver: (changes: readonly BlockChange[]): Step[] =>
      changes.flatMap(({ block, nftRanges }) =>
        nftRanges.flatMap(({ collection, first, last, to }): Step[] => {
          const ids = [
            ["bytes", collection] as const,
            ["word", first] as const,
            ["word", last] as const,
          ];
          return [
            {
              sql: `INSERT INTO :unrecognized (owner, contract, block) SELECT ?5, ?1, ?4
                WHERE ${IS_LARGE} ON CONFLICT DO NOTHING`,
              values: [...ids, ["int", block.number], ["bytes", EVERY_HOLDER]],
            },
            {
              sql: `UPDATE :nft SET owner = ?4 WHERE ${IN_RANGE} AND NOT ${IS_LARGE}`,
              values: [...ids, ["bytes", to]],
            },
          ];
        }),
      ),
    setChainId: (chainId: number): Step => ({
      sql: "UPDATE :head SET chain_id = ?1",
      values: [["int", chainId]],
    }),
    /** @param hash Hash of the tip; null: it is on the chain of the node. */
    setOrphaned: (hash: Hex | null): Step => ({
      sql: "UPDATE :head SET orphaned = ?1",
      values: [["bytes", hash]],
    }),
    /** The last step tells how many pairs were unknown. */
    addPairs: (pairs: readonly TouchedPair[]): Step[] => [forEachPair(ADD_PENDING, pairs)],
    /** Adds what wallets received below the oldest block. The steps tell how many pairs and NFTs were unknown. */
    addReceived({
      pairs,
      nfts,
      unrecognized,
      wallets,
      lowest,
    }: ReceivedTokens): readonly [pairs: Step, nfts: Step, ...Step[]] {
      return [
        forEachPair(ADD_PENDING, pairs),
        forEach(ADD_FORMER_OWNERS, { ...NFT, owner: "bytes" }, nfts, (nft) => [
          nft.collection,
          nft.tokenId,
          nft.owner,
        ]),
        forEachUnrecognized(unrecognized, () => ADDED),
        // Balances that were other numbers than those of the NFTs that were known.
        forEach(
          `INSERT INTO :dirty (owner, token, since) SELECT b.owner, b.token, b.since FROM :rows
             JOIN :unrecognized AS x ON x.owner = u.owner AND x.contract = u.collection AND x.block = ${UNMATCHED}
             JOIN :balance AS b ON b.owner = x.owner AND b.token = x.contract
           WHERE TRUE ORDER BY b.owner, b.token ON CONFLICT DO NOTHING`,
          { collection: "bytes", owner: "bytes" },
          lastOf(nfts, ({ collection, owner }) => collection + owner),
          ({ collection, owner }) => [collection, owner],
        ),
        // A pair of which only a stored block told was there before: a rollback must not remove it.
        ...EARLIER_PAIRS.map((sql) => forEachPair(sql, pairs)),
        forEachWallet(
          `DO UPDATE SET lowest = ${least("excluded.lowest", "d.lowest")}`,
          wallets,
          lowest,
        ),
      ];
    },
    /** Has wallets discovered by whoever follows the chain. */
    queueWallets: (wallets: readonly Hex[], oldest: number): Step[] => [
      forEachWallet("DO NOTHING", wallets, oldest),
    ],
    /** Removes everything but blocks and transactions. */
    clear: (): Step[] => CONTENT.map((table) => ({ sql: `DELETE FROM :${table}` })),
  };
}

function forEachPair(sql: string, pairs: readonly TouchedPair[]): Step {
  const columns = { ...PAIR, since: "int" } as const;
  return forEach(sql, columns, pairs, ({ owner, token }) => [owner, token, ADDED]);
}

/** Has properties of tokens read at once. */
function forEachDue(where: string, addresses: readonly Hex[]): Step {
  return forEach(
    `INSERT INTO :token_due (address, attempts, due) SELECT u.address, 0, 0 FROM :rows ${where}
     ON CONFLICT (address) DO UPDATE SET due = 0`,
    { address: "bytes" },
    [...new Set(addresses)],
    (address) => [address],
  );
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

function forEachUnrecognized<Pair extends TouchedPair>(
  pairs: readonly Pair[],
  blockOf: (pair: Pair) => number,
): Step {
  return forEach(
    `INSERT INTO :unrecognized (owner, contract, block) SELECT u.owner, u.contract, u.block FROM :rows
     WHERE TRUE ON CONFLICT DO NOTHING`,
    { owner: "bytes", contract: "bytes", block: "int" },
    pairs,
    (pair) => [pair.owner, pair.token, blockOf(pair)],
  );
}

function forEachWallet(onConflict: string, wallets: readonly Hex[], lowest: number): Step {
  return forEach(
    `INSERT INTO :discovered AS d (owner, lowest) SELECT u.owner, u.lowest FROM :rows WHERE TRUE
     ORDER BY u.owner ON CONFLICT (owner) ${onConflict}`,
    { owner: "bytes", lowest: "int" },
    wallets,
    (wallet) => [wallet, lowest],
  );
}
