import { CHAIN_TABLES, MANAGEMENT_TABLES, withTypes } from "../schema.ts";

const TYPES = {
  bytes: "BLOB",
  word: "BLOB",
  utf8: "TEXT",
  text: "TEXT",
  int: "INTEGER",
  small: "INTEGER",
  bool: "INTEGER",
};

/**
 * Migrations of a chain: each is applied once, and never changed after a release.
 *
 * `tx.id` is the position of a transaction in its chain: the block number times 2^20, plus the
 * index, so that the newest have the greatest ids.
 *
 * `nft_mint` has all that lists of NFTs read of a mint: its transfer would be looked up besides.
 *
 * `head.orphaned` is the hash of the tip if the node has another chain.
 */
export const CHAIN_STEPS: readonly string[] = [
  `CREATE TABLE head (
     one INTEGER PRIMARY KEY CHECK (one = 1), chain_id INTEGER, orphaned BLOB
   ) STRICT;
   INSERT INTO head (one) VALUES (1);
   CREATE TABLE block (
     number INTEGER PRIMARY KEY, hash BLOB NOT NULL, time INTEGER NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE TABLE tx (
     id INTEGER PRIMARY KEY, hash BLOB NOT NULL, sender BLOB NOT NULL, recipient BLOB, created BLOB,
     input BLOB NOT NULL, numbers TEXT NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX tx_by_hash ON tx (hash);
   CREATE TABLE address_tx (
     address BLOB NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (address, id)
   ) STRICT, WITHOUT ROWID;
   ${keyed(CHAIN_TABLES)}
   CREATE INDEX balance_held ON balance (owner, token, raw)
     WHERE raw <> x'0000000000000000000000000000000000000000000000000000000000000000';
   CREATE INDEX nft_transfer_by_block ON nft_transfer (block);
   CREATE INDEX nft_mint ON nft_transfer (collection, token_id, block, log_index, time, sender)
     WHERE sender = x'0000000000000000000000000000000000000000';`,
];

/** Migrations of management data, as for a chain. */
export const MANAGEMENT_STEPS: readonly string[] = [keyed(MANAGEMENT_TABLES)];

/** Tables whose rows are stored in the order of their keys. */
function keyed(tables: string): string {
  return withTypes(tables, TYPES)
    .replaceAll(/(CREATE TABLE[^;]*\));/g, "$1 STRICT, WITHOUT ROWID;")
    .replaceAll(":", "");
}
