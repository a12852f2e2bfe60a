import type { MetadataFault } from "../chain/metadata.ts";
import type { Hex, NftIds, NftName, NftTransfer, TouchedPair } from "../chain/records.ts";
import {
  type BlockChange,
  type ContractResults,
  contractsOf,
  type TokenResult,
} from "./chain-writer.ts";
import type { ReceivedTokens } from "./engine.ts";
import { ADDED, EVERY_HOLDER, LOST, NOWHERE, UNMATCHED } from "./rows.ts";
import { asideSteps, least } from "./set-aside.ts";
import type { Dialect, Rows, Step, Value, ValueType } from "./steps.ts";

const IS_PAIR = "t.owner = u.owner AND t.token = u.token";
const IS_NFT = "n.collection = u.collection AND n.token_id = u.token_id";
const ARE_PAIRS = "(owner, token) IN (SELECT u.owner, u.token FROM :rows)";
const ARE_NFTS = "(collection, token_id) IN (SELECT u.collection, u.token_id FROM :rows)";
const UNDONE = "(owner, token) IN (SELECT owner, token FROM :touched WHERE block > ?1)";
const PAIR = { owner: "bytes", token: "bytes" } as const;
const NFT = { collection: "bytes", token_id: "word" } as const;

/** Who sent and received NFTs of contracts. */
const PARTIES = `(SELECT x.block, x.sender AS owner, x.collection AS token FROM :rows
    JOIN :nft_transfer AS x ON x.collection = u.address
  UNION ALL SELECT x.block, x.owner, x.collection FROM :rows
    JOIN :nft_transfer AS x ON x.collection = u.address) AS p`;

/** Seconds after which properties of tokens are read again. */
const REREAD_SECONDS = 86_400;
/** Seconds before doubtful properties are read again, at first and at most. */
const [FIRST_REREAD_S, MAX_DOUBTFUL_S] = [10, 3_600];
/** How often the pause before that becomes twice as long. */
const MAX_DOUBLINGS = 10;

/** NFTs of a wallet that are counted, to compare them with what the contract says. */
const MAX_OWNED = 10_000;

/** Tables of what is known of tokens and their owners. */
const CONTENT = [
  ...["token", "token_due", "balance", "touched", "dirty", "dirty_aside", "discovered"],
  ...["nft", "metadata_due", "nft_transfer", "nft_range", "possible_nft", "unrecognized"],
  "set_aside",
];

/** Gives known pairs the block of pairs that were found below the known blocks, which is an earlier one. */
export const EARLIER_PAIRS = ["balance", "dirty", "dirty_aside"].map(
  (table) =>
    `UPDATE :${table} AS t SET since = u.since FROM :rows WHERE ${IS_PAIR} AND t.since > u.since`,
);
/** Marks unknown pairs as dirty. In order, as the writers of dirty pairs would wait for each other otherwise. */
export const ADD_DIRTY = `INSERT INTO :dirty (owner, token, since) SELECT u.owner, u.token, u.since FROM :rows
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

/** Known NFTs that change their owner with one range; of a range with more, nothing is claimed. */
const MAX_TAKEN_OVER = 1_000;
const IN_RANGE = "collection = ?1 AND token_id >= ?2 AND token_id <= ?3";
/** Whether a range has more known NFTs. */
const IS_LARGE = `(SELECT count(*) FROM (
  SELECT 1 FROM :nft WHERE ${IN_RANGE} LIMIT ${MAX_TAKEN_OVER + 1}) AS known) > ${MAX_TAKEN_OVER}`;

/** A statement for rows, one per item. */
function forEach<Item>(
  sql: string,
  columns: Readonly<Record<string, ValueType>>,
  items: readonly Item[],
  valuesOf: (item: Item) => readonly Value[],
): Step {
  return { sql, rows: { columns, values: items.map(valuesOf) } };
}

/** How a chain is changed, apart from adding and removing its blocks. */
export function chainSteps(dialect: Dialect) {
  const { now, nobody } = dialect;
  const aside = asideSteps(dialect);
  return {
    ...aside,
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
            ...{ collection: "bytes", first_id: "word", last_id: "word", sender: "bytes" },
            ...{ owner: "bytes", block: "int", time: "int", log_index: "int" },
          },
          ranges,
          ({ collection, first, last, from, to, block, logIndex }) => [
            ...[collection, first, last, from, to, block.number, block.timestamp, logIndex],
          ],
        ),
        forEachUnrecognized(unrecognized, ({ block }) => block.number),
        forEachPossibleNft(
          changes.flatMap(({ possibleNfts }) => possibleNfts),
          "UPDATE SET token_id = excluded.token_id, owner = excluded.owner",
        ),
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
    /** Stores results of contract calls. */
    settle(results: ContractResults, otherDecimals: readonly Hex[]): Step[] {
      const tokens = lastOf(results.tokens, ({ address }) => address);
      const balances = lastOf(results.balances, ({ owner, token }) => owner + token);
      const nfts = lastOf(results.nfts, ({ collection, tokenId }) => `${collection} ${tokenId}`);
      // One object, which SQLite stores once for all steps that have it.
      const withRaw: Rows = {
        columns: { ...PAIR, raw: "word", nfts: "int" },
        values: balances.map(({ owner, token, raw }) => [
          ...[owner, token, raw, Number(raw > MAX_OWNED ? MAX_OWNED + 1 : raw)],
        ]),
      };
      const keyOf = ({ collection, tokenId }: NftName) => [collection, tokenId];
      const coins = tokens.filter(({ isErc20, isErc721 }) => isErc20 && !isErc721);
      return [
        // Balances and decimals of a response are of one state: those with other decimals are read again first.
        ...[
          `INSERT INTO :dirty (owner, token, since) SELECT b.owner, b.token, b.since FROM :balance AS b
             WHERE b.token IN (SELECT u.token FROM :rows) ON CONFLICT DO NOTHING`,
          "DELETE FROM :balance WHERE token IN (SELECT u.token FROM :rows)",
        ].map((sql) => forEach(sql, { token: "bytes" }, otherDecimals, (token) => [token])),
        forEach(
          `INSERT INTO :token_due AS d (address, attempts, due)
           SELECT u.address, CASE WHEN u.is_doubtful THEN 1 ELSE 0 END,
             ${now} + CASE WHEN u.is_doubtful THEN ${least(String(FIRST_REREAD_S), "u.seconds")} ELSE u.seconds END
           FROM :rows WHERE TRUE
           ON CONFLICT (address) DO UPDATE SET
             attempts = CASE WHEN excluded.attempts > 0 THEN d.attempts + 1 ELSE 0 END,
             due = CASE WHEN excluded.attempts > 0 THEN ${now} + ${least(
               `(${FIRST_REREAD_S} << ${least("d.attempts", String(MAX_DOUBLINGS))})`,
               String(MAX_DOUBTFUL_S),
             )} ELSE excluded.due END`,
          { address: "bytes", is_doubtful: "bool", seconds: "int" },
          tokens,
          (token) => [token.address, isDoubtful(token), results.rereadSeconds ?? REREAD_SECONDS],
        ),
        forEach(
          `INSERT INTO :token (address, name, symbol, decimals, is_erc20, is_erc721, stale)
           SELECT u.address, u.name, u.symbol, u.decimals, u.is_erc20, u.is_erc721, FALSE FROM :rows WHERE TRUE
           ON CONFLICT (address) DO UPDATE SET name = excluded.name, symbol = excluded.symbol,
             decimals = excluded.decimals, is_erc20 = excluded.is_erc20, is_erc721 = excluded.is_erc721,
             stale = FALSE`,
          {
            address: "bytes",
            name: "utf8",
            symbol: "utf8",
            decimals: "int",
            is_erc20: "bool",
            is_erc721: "bool",
          },
          tokens,
          (token) => [
            token.address,
            token.name,
            token.symbol,
            token.decimals,
            token.isErc20,
            token.isErc721,
          ],
        ),
        {
          sql: `INSERT INTO :balance AS b (owner, token, raw, since)
            SELECT u.owner, u.token, u.raw, t.since FROM :rows JOIN :dirty AS t ON ${IS_PAIR} WHERE TRUE
            ON CONFLICT (owner, token) DO UPDATE SET raw = excluded.raw, since = ${least("excluded.since", "b.since")}`,
          rows: withRaw,
        },
        {
          sql: `UPDATE :balance AS t SET raw = u.raw FROM :rows WHERE ${IS_PAIR} AND t.raw <> u.raw`,
          rows: withRaw,
        },
        {
          // A lost pair that is not dirty has been removed.
          sql: `DELETE FROM :balance WHERE since = ${LOST} AND ${ARE_PAIRS}`,
          rows: withRaw,
        },
        { sql: `DELETE FROM :dirty WHERE ${ARE_PAIRS}`, rows: withRaw },
        // A wallet with NFTs of which no log has told the ids.
        ...[
          `DELETE FROM :unrecognized WHERE block = ${UNMATCHED} AND (owner, contract) IN (
             SELECT u.owner, u.token FROM :rows)`,
          `INSERT INTO :unrecognized (owner, contract, block) SELECT u.owner, u.token, ${UNMATCHED} FROM :rows
             JOIN :token AS t ON t.address = u.token WHERE t.is_erc721 AND NOT t.is_erc20
               AND NOT EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = u.owner AND r.collection = u.token)
               AND u.nfts <> (SELECT count(*) FROM (SELECT 1 FROM :nft AS n WHERE n.owner = u.owner
                 AND n.collection = u.token LIMIT ${MAX_OWNED}) AS owned)`,
        ].map((sql) => ({ sql, rows: withRaw })),
        // What logs showed as ids of NFTs are amounts.
        ...[
          `INSERT INTO :touched (block, owner, token) SELECT DISTINCT p.block, p.owner, p.token FROM ${PARTIES}
             WHERE p.owner <> ${nobody} ON CONFLICT DO NOTHING`,
          `INSERT INTO :dirty (owner, token, since) SELECT p.owner, p.token, min(p.block) FROM ${PARTIES}
             WHERE p.owner <> ${nobody} AND NOT EXISTS (
               SELECT 1 FROM :balance AS b WHERE b.owner = p.owner AND b.token = p.token)
             GROUP BY p.owner, p.token ON CONFLICT DO NOTHING`,
        ].map((sql) => forEach(sql, { address: "bytes" }, coins, ({ address }) => [address])),
        forEach(
          `UPDATE :nft AS n SET uri = u.uri, metadata = u.metadata, fault = u.fault, asked = TRUE
           FROM :rows WHERE ${IS_NFT}`,
          { ...NFT, uri: "utf8", metadata: "text", fault: "text" },
          nfts,
          (nft) => [...keyOf(nft), nft.uri, nft.metadata, nft.fault ?? null],
        ),
        forEach(
          `INSERT INTO :metadata_due (collection, token_id, attempts, due)
           SELECT u.collection, u.token_id, 0, 0 FROM :rows WHERE TRUE
           ON CONFLICT (collection, token_id) DO UPDATE SET attempts = 0, due = 0`,
          NFT,
          nfts.filter(({ isDue }) => isDue),
          keyOf,
        ),
        forEach(
          `DELETE FROM :metadata_due WHERE ${ARE_NFTS}`,
          NFT,
          nfts.filter(({ isDue }) => !isDue),
          keyOf,
        ),
        aside.endAside([...contractsOf(results)]),
      ];
    },
    setChainId: (chainId: number): Step => ({
      sql: "UPDATE :head SET chain_id = ?1",
      values: [["int", chainId]],
    }),
    /** @param hash Hash of the latest block; null: it is on the chain of the node. */
    setOrphaned: (hash: Hex | null): Step => ({
      sql: "UPDATE :head SET orphaned = ?1",
      values: [["bytes", hash]],
    }),
    setMetadata(
      { collection, tokenId, uri }: NftName & { readonly uri: string },
      metadata: string,
    ): Step[] {
      const [key, is] = [nftKey(collection, tokenId), "collection = ?1 AND token_id = ?2"];
      return [
        {
          sql: `UPDATE :nft SET metadata = ?4, fault = NULL WHERE ${is} AND uri = ?3`,
          values: [...key, ["utf8", uri], ["text", metadata]],
        },
        {
          sql: `DELETE FROM :metadata_due WHERE ${is}
            AND EXISTS (SELECT 1 FROM :nft AS n WHERE n.collection = ?1 AND n.token_id = ?2 AND n.uri = ?3)`,
          values: [...key, ["utf8", uri]],
        },
      ];
    },
    postponeMetadata: (
      { collection, tokenId }: NftName,
      due: number,
      fault: MetadataFault,
    ): Step[] => [
      {
        sql: "UPDATE :metadata_due SET attempts = attempts + 1, due = ?3 WHERE collection = ?1 AND token_id = ?2",
        values: [...nftKey(collection, tokenId), ["int", due]],
      },
      {
        sql: "UPDATE :nft SET fault = ?3 WHERE collection = ?1 AND token_id = ?2",
        values: [...nftKey(collection, tokenId), ["text", fault]],
      },
    ],
    /** Discards the token URIs of NFTs; burnt ones have none to read. The last step tells how many. */
    refetchMetadata(collection: Hex, tokenId: bigint | undefined): Step[] {
      const [of, values]: [string, Step["values"]] =
        tokenId === undefined
          ? ["collection = ?1", [["bytes", collection]]]
          : ["collection = ?1 AND token_id = ?2", nftKey(collection, tokenId)];
      return [
        { sql: `DELETE FROM :metadata_due WHERE ${of}`, values },
        {
          sql: `UPDATE :nft SET uri = NULL, fault = NULL, asked = FALSE WHERE ${of} AND owner <> ${nobody}`,
          values,
        },
      ];
    },
    /** The last step tells how many pairs were unknown. */
    addPairs: (pairs: readonly TouchedPair[]): Step[] => [forEachPair(ADD_DIRTY, pairs)],
    /** Adds what wallets received below the first block. The steps tell how many pairs and NFTs were unknown. */
    addReceived({
      pairs,
      nfts,
      possibleNfts,
      unrecognized,
      wallets,
      lowest,
    }: ReceivedTokens): readonly [pairs: Step, nfts: Step, ...Step[]] {
      return [
        forEachPair(ADD_DIRTY, pairs),
        forEach(ADD_FORMER_OWNERS, { ...NFT, owner: "bytes" }, nfts, (nft) => [
          nft.collection,
          nft.tokenId,
          nft.owner,
        ]),
        forEachUnrecognized(unrecognized, () => ADDED),
        forEachPossibleNft(possibleNfts, "NOTHING"),
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
    queueWallets: (wallets: readonly Hex[], first: number): Step[] => [
      forEachWallet("DO NOTHING", wallets, first),
    ],
    /** Removes everything but blocks and transactions. */
    clear: (): Step[] => CONTENT.map((table) => ({ sql: `DELETE FROM :${table}` })),
    /**
     * Undoes what the blocks above a number did to pairs and NFTs. The balances of an owner remain consistent at one
     * block, even if it was rolled back, until its pairs are read again; only pairs that have not been served yet are
     * removed at once. An NFT that no remaining block has moved belongs to the sender of the first transfer that is
     * removed. If no block remains, nothing remains that rests on blocks below: balances are read again, NFTs are gone,
     * and wallets are discovered again.
     */
    undo(number: number): Step[] {
      /** The transfers of an NFT that are removed, or remain, alone or as part of a range. */
      const transfers = (which: string) => `(
        SELECT t.sender, t.owner, t.block, t.log_index FROM :nft_transfer AS t
          WHERE t.collection = n.collection AND t.token_id = n.token_id AND t.block ${which}
        UNION ALL SELECT t.sender, t.owner, t.block, t.log_index FROM :nft_range AS t
          WHERE t.collection = n.collection AND t.first_id <= n.token_id AND t.last_id >= n.token_id
            AND t.block ${which}) AS e`;
      const removed = transfers("> ?1");
      const isMoved = `(n.collection, n.token_id) IN (
        SELECT collection, token_id FROM :nft_transfer WHERE block > ?1
        UNION SELECT k.collection, k.token_id FROM :nft_range AS t JOIN :nft AS k ON k.collection = t.collection
          AND k.token_id >= t.first_id AND k.token_id <= t.last_id WHERE t.block > ?1)`;
      const before = `(SELECT e.owner FROM ${transfers("<= ?1")} ORDER BY e.block DESC, e.log_index DESC LIMIT 1)`;
      const sender = `(SELECT e.sender FROM ${removed} ORDER BY e.block, e.log_index LIMIT 1)`;
      /** NFTs whose first transfer is removed, and minted them. */
      const isUnborn = `${isMoved} AND ${before} IS NULL AND ${sender} = ${nobody}`;
      const isEmpty = "NOT EXISTS (SELECT 1 FROM :block WHERE number <= ?1)";
      // A token that was minted again may have had a different URI before.
      const minted = `EXISTS (SELECT 1 FROM ${removed} WHERE e.sender = ${nobody})`;
      const statements = [
        // Another contract may be deployed at the address of a removed one: its properties are read again.
        `UPDATE :token SET stale = TRUE WHERE address IN (SELECT token FROM :touched WHERE block > ?1
           UNION SELECT collection FROM :nft_transfer WHERE block > ?1
           UNION SELECT collection FROM :nft_range WHERE block > ?1)`,
        "UPDATE :token_due SET due = 0 WHERE ?1 >= -1 AND address IN (SELECT address FROM :token WHERE stale)",
        `UPDATE :balance SET since = ${LOST} WHERE since > ?1 AND ${UNDONE}`,
        ...["dirty", "dirty_aside"].map(
          (table) => `DELETE FROM :${table} WHERE since > ?1 AND ${UNDONE}`,
        ),
        `INSERT INTO :dirty (owner, token, since) SELECT owner, token, since FROM :balance WHERE ${UNDONE}
           ON CONFLICT DO NOTHING`,
        "DELETE FROM :touched WHERE block > ?1",
        `DELETE FROM :metadata_due AS n WHERE ${isUnborn}`,
        `DELETE FROM :nft AS n WHERE ${isUnborn}`,
        `UPDATE :nft AS n SET owner = coalesce(${before}, ${sender}),
           uri = CASE WHEN ${minted} THEN NULL ELSE n.uri END,
           metadata = CASE WHEN ${minted} THEN NULL ELSE n.metadata END,
           asked = CASE WHEN ${minted} THEN FALSE ELSE n.asked END
         WHERE ${isMoved}`,
        ...["nft_transfer", "nft_range", "unrecognized"].map(
          (table) => `DELETE FROM :${table} WHERE block > ?1`,
        ),
        `INSERT INTO :dirty (owner, token, since) SELECT owner, token, since FROM :balance WHERE ${isEmpty}
           ON CONFLICT DO NOTHING`,
        `UPDATE :token SET stale = TRUE WHERE ${isEmpty}`,
        ...["touched", "metadata_due", "nft", "nft_transfer", "nft_range", "unrecognized"].map(
          (table) => `DELETE FROM :${table} WHERE ${isEmpty}`,
        ),
        `UPDATE :discovered SET lowest = ${NOWHERE} WHERE ${isEmpty}`,
      ];
      return statements.map((sql) => ({ sql, values: [["int", number]] }));
    },
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

/** Keeps an NFT of each contract that may have it, to ask who owns it. */
function forEachPossibleNft(transfers: readonly NftTransfer[], onConflict: string): Step {
  return forEach(
    `INSERT INTO :possible_nft (collection, token_id, owner) SELECT u.collection, u.token_id, u.owner
     FROM :rows WHERE TRUE ON CONFLICT (collection) DO ${onConflict}`,
    { ...NFT, owner: "bytes" },
    lastOf(transfers, ({ collection }) => collection),
    ({ collection, tokenId, to }) => [collection, tokenId, to],
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

/** Whether properties look as before a contract was set up. */
function isDoubtful({ name, symbol, decimals, isErc20 }: TokenResult): boolean {
  return !name || !symbol || (isErc20 && decimals === null);
}

function nftKey(collection: Hex, tokenId: bigint) {
  return [["bytes", collection] as const, ["word", tokenId] as const];
}

/** A statement may touch a row only once: of several results for one key, the last one is used. */
function lastOf<Result>(results: readonly Result[], key: (result: Result) => string): Result[] {
  return [...new Map(results.map((result) => [key(result), result])).values()];
}
