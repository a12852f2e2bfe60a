import { ZERO_ADDRESS } from "../chain/records.ts";
import { ADD_FORMER_OWNERS, ADD_PENDING, EARLIER_PAIRS, KEEP } from "./chain-steps.ts";
import type { BlockChange } from "./chain-writer.ts";
import { eventSteps } from "./event-steps.ts";
import { LAST_BLOCK, packTransaction, SAMPLE, transactionId } from "./rows.ts";
import type { BulkStep, Dialect, Step, Value } from "./steps.ts";
import { undoSteps } from "./undo-steps.ts";

/** Tables with rows of blocks, which remain when blocks are pruned; those of `possible_nft` are kept if they are added again. */
const LEFTOVERS = ["touched", "nft_transfer", "nft_range", "unrecognized"];

/** Tables with the contents of a chain. */
const CONTENT = [
  ...["block", "tx"],
  ...["token", "token_due", "balance", "touched", "dirty", "dirty_aside", "discovered"],
  ...["nft", "metadata_due", "nft_transfer", "nft_range", "possible_nft", "unrecognized"],
  "set_aside",
];

/** Columns of the addresses of a transaction. */
const ADDRESSES = ["sender", "recipient", "created"];
const IN_BLOCKS = "FROM :tx WHERE id >= @from AND id < @to";

const PAIR = ["owner", "token", "since"];
const NFT = ["collection", "token_id", "owner"];
const TRANSFER = ["block", "time", "log_index", "collection", "token_id", "sender", "owner"];

const MOVE = "ON CONFLICT (collection, token_id) DO UPDATE SET owner = excluded.owner";
/** A token that was burnt and minted again may have a different URI. */
const MINT = `${MOVE}, uri = NULL, metadata = NULL, asked = FALSE`;

/** How blocks are added at either end, in ascending order, and removed. Statements select rows by key: none scans a table. */
export function blockSteps(dialect: Dialect) {
  const { hasAddressTable, moveTip } = dialect;
  const { addRareEvents, takeOver } = eventSteps(dialect);
  const undo = undoSteps(dialect);

  /** Adds what only these blocks have. @param undoFrom First block that may be removed again. */
  const addContent = (changes: readonly BlockChange[], undoFrom = 0): BulkStep[] => {
    const transactions = changes.flatMap((change) => change.transactions);
    return [
      {
        table: "block",
        columns: ["number", "hash", "time", "body"],
        bulk: changes.map(({ block }) => [
          block.number,
          block.hash,
          block.timestamp,
          JSON.stringify(block),
        ]),
      },
      {
        table: "tx",
        columns: ["id", "hash", "sender", "recipient", "created", "input", "numbers"],
        bulk: transactions.map((transaction) => {
          const { hash, from, to, contractAddress, input } = transaction;
          const [id, numbers] = [transactionId(transaction), packTransaction(transaction)];
          return [id, hash, from, to, contractAddress, input, numbers];
        }),
      },
      {
        table: "touched",
        columns: ["block", "owner", "token"],
        bulk: changes
          .filter(({ block }) => block.number >= undoFrom)
          .flatMap(({ block, touched }) =>
            touched.map(({ owner, token }) => [block.number, owner, token]),
          ),
      },
      {
        table: "nft_transfer",
        columns: TRANSFER,
        bulk: changes.flatMap(({ block, nftTransfers }) =>
          nftTransfers.map(({ collection, tokenId, from, to, logIndex }) => [
            ...[block.number, block.timestamp, logIndex],
            ...[collection, tokenId, from, to],
          ]),
        ),
      },
    ];
  };
  /** Keeps transfers of NFTs, if their contracts have any. */
  const addPossible = (changes: readonly BlockChange[]): BulkStep => ({
    table: "possible_nft",
    onConflict: KEEP,
    columns: TRANSFER,
    bulk: changes.flatMap(({ block, possibleNfts }) =>
      possibleNfts.map(({ collection, tokenId, from, to, logIndex, isSample }) => [
        ...[isSample ? SAMPLE : block.number, block.timestamp, isSample ? 0 : logIndex],
        ...[collection, tokenId, from, to],
      ]),
    ),
  });
  /** Has addresses find the transactions of blocks, unless they do by columns. */
  const addAddresses = ({ first, last }: Ends): Step[] => {
    const found = ADDRESSES.map(
      (name) => `SELECT ${name}, id ${IN_BLOCKS} AND ${name} IS NOT NULL`,
    );
    const sql = `INSERT INTO :address_tx (address, id) ${found.join(" UNION ")}`;
    return hasAddressTable ? [{ sql, values: idsOf(first, last + 1) }] : [];
  };
  /** Removes the transactions of blocks. @param end First block after them. */
  const removeTransactions = (first: number, end: number): Step[] => {
    const found = ADDRESSES.map((name) => `SELECT ${name} ${IN_BLOCKS}`);
    const ofAddresses = `DELETE FROM :address_tx WHERE address IN (${found.join(" UNION ")})
      AND id >= @from AND id < @to`;
    return [...(hasAddressTable ? [ofAddresses] : []), `DELETE ${IN_BLOCKS}`].map((sql) => ({
      sql,
      values: idsOf(first, end),
    }));
  };
  return {
    moveTip,
    /** @param undoBlocks Number of blocks that may be removed again. */
    addBlocks(changes: readonly BlockChange[], undoBlocks: number): (Step | BulkStep)[] {
      const { first, last } = endsOf(changes);
      const { moved, minted } = lastOwners(changes);
      return [
        ...addContent(changes),
        ...addAddresses({ first, last }),
        // In order, as the writers of pending pairs would wait for each other otherwise.
        {
          sql: `INSERT INTO :dirty AS d (owner, token, since) SELECT owner, token, min(block) FROM :touched
            WHERE block >= @number GROUP BY owner, token ORDER BY owner, token
            ON CONFLICT (owner, token) DO UPDATE SET since = excluded.since WHERE d.since > excluded.since`,
          values: { number: first },
        },
        {
          sql: "DELETE FROM :touched WHERE block < @number",
          values: { number: last - undoBlocks },
        },
        addPossible(changes),
        ...addRareEvents(changes),
        { table: "nft", onConflict: MOVE, columns: NFT, bulk: moved },
        { table: "nft", onConflict: MINT, columns: NFT, bulk: minted },
        ...takeOver(changes),
      ];
    },
    /** @param undoFrom First block that may be removed again. */
    prependBlocks(changes: readonly BlockChange[], undoFrom: number): (Step | BulkStep)[] {
      const { first, last } = endsOf(changes);
      const pairs = firstTouches(changes);
      const { moved, minted } = lastOwners(changes);
      return [
        // These rows remain from pruned blocks that are added again.
        ...LEFTOVERS.map((table) => ({
          sql: `DELETE FROM :${table} WHERE block >= @first_block AND block <= @last_block`,
          values: { first_block: first, last_block: last },
        })),
        ...addContent(changes, undoFrom),
        ...addAddresses({ first, last }),
        ...[...EARLIER_PAIRS, ADD_PENDING].map((sql) => ({ sql, columns: PAIR, bulk: pairs })),
        { sql: ADD_FORMER_OWNERS, columns: NFT, bulk: [...moved, ...minted] },
        addPossible(changes),
        ...addRareEvents(changes),
      ];
    },
    rollbackTo: (number: number): Step[] => [
      ...removeTransactions(number + 1, LAST_BLOCK),
      ...undo(number),
    ],
    /** Removes everything. */
    clear: (): Step[] =>
      [...CONTENT, ...(hasAddressTable ? ["address_tx"] : [])].map((table) => ({
        sql: `DELETE FROM :${table}`,
      })),
    prune: (lowest: number, highest: number): Step[] => [
      ...removeTransactions(lowest, highest + 1),
      { sql: "DELETE FROM :block WHERE number <= @number", values: { number: highest } },
    ],
  };
}

/** Returns the ids of the transactions of blocks, without the last one. */
function idsOf(first: number, end: number) {
  const idOf = (blockNumber: number) => transactionId({ blockNumber, index: 0 });
  return { from: idOf(first), to: idOf(end) };
}

interface Ends {
  readonly first: number;
  readonly last: number;
}

/** Returns the numbers of the first and the last block. */
function endsOf(changes: readonly BlockChange[]): Ends {
  const numbers = changes.map(({ block }) => block.number);
  return { first: numbers[0] ?? LAST_BLOCK, last: numbers.at(-1) ?? 0 };
}

/** Returns the touched pairs, with the first block that touched each. */
function firstTouches(changes: readonly BlockChange[]): Value[][] {
  const pairs = new Map<string, Value[]>();
  for (const { block, touched } of changes) {
    for (const { owner, token } of touched) {
      const key = owner + token;
      if (!pairs.has(key)) {
        pairs.set(key, [owner, token, block.number]);
      }
    }
  }
  return [...pairs.values()];
}

/** Returns the last owner of each NFT, apart if it was minted. */
function lastOwners(changes: readonly BlockChange[]) {
  const owners = new Map<string, Value[]>();
  const mints = new Set<string>();
  for (const { collection, tokenId, from, to } of changes.flatMap((each) => each.nftTransfers)) {
    const key = `${collection} ${tokenId}`;
    owners.set(key, [collection, tokenId, to]);
    if (from === ZERO_ADDRESS) {
      mints.add(key);
    }
  }
  const { moved = [], minted = [] } = Object.groupBy(owners, ([key]) =>
    mints.has(key) ? "minted" : "moved",
  );
  return { moved: moved.map(([, row]) => row), minted: minted.map(([, row]) => row) };
}
