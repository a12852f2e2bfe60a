/**
 * Migrations: each is applied once, and never changed after a release.
 *
 * `tx.id` is the position of a transaction in its chain: the block number times 2^20, plus the
 * index, so that the newest have the greatest ids.
 *
 * `nft_range` has transfers of consecutive NFTs (ERC-2309); a row of `nft` goes before it. `unrecognized` has the
 * wallets that transfers name which cannot be read, or the zero address. `possible_nft` has transfers of contracts whose kind
 * is not known, of NFTs if the contract has any; where some are left out, one has a block below all others.
 *
 * `nft_mint` has all that lists of NFTs read of a mint: its transfer would be looked up besides.
 *
 * `token_due` has when the properties of a token are read again; `attempts` counts since they were empty.
 *
 * `dirty_aside` has the pairs, and `nft.aside` marks the NFTs, that wait for contracts that are set aside; see
 * `set-aside.ts`.
 *
 * `since` is the first block that touched a pair, or a number beyond any block if those blocks were
 * rolled back. `token.stale` is set if the token was read at a block that was rolled back, or was upgraded since.
 *
 * `head.orphaned` is the hash of the tip if the node has another chain.
 */
export const MIGRATIONS: readonly string[] = [
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

   CREATE TABLE token (
     address BLOB PRIMARY KEY, name TEXT, symbol TEXT, decimals INTEGER, is_erc20 INTEGER NOT NULL,
     is_erc721 INTEGER NOT NULL, stale INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX token_stale ON token (address) WHERE stale;
   CREATE TABLE token_due (
     address BLOB PRIMARY KEY, attempts INTEGER NOT NULL, due INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX token_by_due ON token_due (due);
   CREATE TABLE balance (
     owner BLOB NOT NULL, token BLOB NOT NULL, raw BLOB NOT NULL, since INTEGER NOT NULL,
     PRIMARY KEY (owner, token)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX balance_held ON balance (owner, token, raw)
     WHERE raw <> x'0000000000000000000000000000000000000000000000000000000000000000';
   CREATE TABLE touched (
     block INTEGER NOT NULL, owner BLOB NOT NULL, token BLOB NOT NULL,
     PRIMARY KEY (block, owner, token)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE dirty (
     owner BLOB NOT NULL, token BLOB NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (owner, token)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE dirty_aside (
     token BLOB NOT NULL, owner BLOB NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (token, owner)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX dirty_aside_by_owner ON dirty_aside (owner, token);
   CREATE TABLE discovered (
     owner BLOB PRIMARY KEY, lowest INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX undiscovered ON discovered (lowest, owner) WHERE lowest > 0;

   CREATE TABLE nft (
     collection BLOB NOT NULL, token_id BLOB NOT NULL, owner BLOB NOT NULL, uri TEXT,
     metadata TEXT, asked INTEGER NOT NULL DEFAULT 0, aside INTEGER NOT NULL DEFAULT 0, fault TEXT,
     PRIMARY KEY (collection, token_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX nft_by_owner ON nft (owner, collection, token_id);
   CREATE INDEX nft_without_uri ON nft (owner, collection) WHERE asked = 0 AND aside = 0;
   CREATE INDEX nft_fault ON nft (fault) WHERE fault IS NOT NULL;
   CREATE INDEX nft_aside ON nft (collection) WHERE aside;
   CREATE INDEX nft_aside_by_owner ON nft (owner, collection) WHERE aside;
   CREATE TABLE metadata_due (
     collection BLOB NOT NULL, token_id BLOB NOT NULL, attempts INTEGER NOT NULL,
     due INTEGER NOT NULL, PRIMARY KEY (collection, token_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX metadata_by_due ON metadata_due (due);
   CREATE INDEX metadata_of_collection ON metadata_due (collection, due);
   CREATE TABLE nft_transfer (
     block INTEGER NOT NULL, time INTEGER NOT NULL, log_index INTEGER NOT NULL,
     collection BLOB NOT NULL, token_id BLOB NOT NULL, sender BLOB NOT NULL, owner BLOB NOT NULL,
     PRIMARY KEY (collection, token_id, block, log_index)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX nft_transfer_by_block ON nft_transfer (block);
   CREATE INDEX nft_mint ON nft_transfer (collection, token_id, block, log_index, time, sender)
     WHERE sender = x'0000000000000000000000000000000000000000';
   CREATE TABLE nft_range (
     collection BLOB NOT NULL, first_id BLOB NOT NULL, last_id BLOB NOT NULL, sender BLOB NOT NULL,
     owner BLOB NOT NULL, block INTEGER NOT NULL, time INTEGER NOT NULL, log_index INTEGER NOT NULL,
     PRIMARY KEY (collection, first_id, block, log_index)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX nft_range_by_owner ON nft_range (owner, collection, first_id);
   CREATE INDEX nft_range_by_block ON nft_range (block);
   CREATE TABLE possible_nft (
     collection BLOB NOT NULL, block INTEGER NOT NULL, log_index INTEGER NOT NULL, time INTEGER NOT NULL,
     token_id BLOB NOT NULL, sender BLOB NOT NULL, owner BLOB NOT NULL,
     PRIMARY KEY (collection, block, log_index)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE unrecognized (
     owner BLOB NOT NULL, contract BLOB NOT NULL, block INTEGER NOT NULL,
     PRIMARY KEY (owner, contract, block)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX unrecognized_by_contract ON unrecognized (contract);
   CREATE INDEX unrecognized_by_block ON unrecognized (block);
   CREATE TABLE set_aside (
     contract BLOB PRIMARY KEY, reason TEXT NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL,
     trying INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX set_aside_by_due ON set_aside (due);`,
];
