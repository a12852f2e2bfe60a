/** Types of columns in the texts below. `word` is an integer of up to 256 bits, `utf8` untrusted text. */
export type ColumnType = "bytes" | "word" | "int" | "small" | "bool" | "utf8" | "text";

/** Writes a text with the types of an engine. */
export function withTypes(sql: string, types: Readonly<Record<ColumnType, string>>): string {
  return sql.replaceAll(
    /\b(bytes|word|int|small|bool|utf8|text)\b/g,
    (type) => types[type as ColumnType],
  );
}

/**
 * Tables of one chain that both engines have, beside those of blocks and transactions. Never changed after a release.
 *
 * `nft_range` has transfers of consecutive NFTs (ERC-2309); a row of `nft` goes before it. `unrecognized` has the
 * wallets that transfers name which cannot be read, or the zero address. `possible_nft` has transfers of contracts whose
 * kind is not known, of NFTs if the contract has any; where some are left out, one has a block below all others.
 *
 * `token_due` has when the properties of a token are read again; `attempts` counts since they were empty.
 *
 * `dirty_aside` has the pairs, and `nft.aside` marks the NFTs, that wait for contracts that are set aside; see
 * `set-aside.ts`.
 *
 * `since` is the first block that touched a pair, or a number beyond any block if those blocks were
 * rolled back. `token.stale` is set if the token was read at a block that was rolled back, or was upgraded since.
 */
export const CHAIN_TABLES = `CREATE TABLE :token (
     address bytes PRIMARY KEY, name utf8, symbol utf8, decimals small, is_erc20 bool NOT NULL,
     is_erc721 bool NOT NULL, stale bool NOT NULL DEFAULT FALSE
   );
   CREATE INDEX token_stale ON :token (address) WHERE stale;
   CREATE TABLE :token_due (
     address bytes PRIMARY KEY, attempts small NOT NULL, due int NOT NULL
   );
   CREATE INDEX token_by_due ON :token_due (due);
   CREATE TABLE :balance (
     owner bytes NOT NULL, token bytes NOT NULL, raw word NOT NULL, since int NOT NULL,
     PRIMARY KEY (owner, token)
   );
   CREATE TABLE :touched (
     block int NOT NULL, owner bytes NOT NULL, token bytes NOT NULL,
     PRIMARY KEY (block, owner, token)
   );
   CREATE TABLE :dirty (
     owner bytes NOT NULL, token bytes NOT NULL, since int NOT NULL, PRIMARY KEY (owner, token)
   );
   CREATE TABLE :dirty_aside (
     token bytes NOT NULL, owner bytes NOT NULL, since int NOT NULL, PRIMARY KEY (token, owner)
   );
   CREATE INDEX dirty_aside_by_owner ON :dirty_aside (owner, token);
   CREATE TABLE :discovered (owner bytes PRIMARY KEY, lowest int NOT NULL);
   CREATE INDEX undiscovered ON :discovered (lowest, owner) WHERE lowest > 0;

   CREATE TABLE :nft (
     collection bytes NOT NULL, token_id word NOT NULL, owner bytes NOT NULL, uri utf8,
     metadata text, asked bool NOT NULL DEFAULT FALSE, aside bool NOT NULL DEFAULT FALSE,
     fault text, PRIMARY KEY (collection, token_id)
   );
   CREATE INDEX nft_by_owner ON :nft (owner, collection, token_id);
   CREATE INDEX nft_without_uri ON :nft (owner, collection) WHERE NOT asked AND NOT aside;
   CREATE INDEX nft_fault ON :nft (fault) WHERE fault IS NOT NULL;
   CREATE INDEX nft_aside ON :nft (collection) WHERE aside;
   CREATE INDEX nft_aside_by_owner ON :nft (owner, collection) WHERE aside;
   CREATE TABLE :metadata_due (
     collection bytes NOT NULL, token_id word NOT NULL, attempts small NOT NULL, due int NOT NULL,
     PRIMARY KEY (collection, token_id)
   );
   CREATE INDEX metadata_by_due ON :metadata_due (due);
   CREATE INDEX metadata_of_collection ON :metadata_due (collection, due);
   CREATE TABLE :nft_transfer (
     block int NOT NULL, time int NOT NULL, log_index small NOT NULL, collection bytes NOT NULL,
     token_id word NOT NULL, sender bytes NOT NULL, owner bytes NOT NULL,
     PRIMARY KEY (collection, token_id, block, log_index)
   );
   CREATE TABLE :nft_range (
     collection bytes NOT NULL, first_id word NOT NULL, last_id word NOT NULL, sender bytes NOT NULL,
     owner bytes NOT NULL, block int NOT NULL, time int NOT NULL, log_index small NOT NULL,
     PRIMARY KEY (collection, first_id, block, log_index)
   );
   CREATE INDEX nft_range_by_owner ON :nft_range (owner, collection, first_id);
   CREATE INDEX nft_range_by_block ON :nft_range (block);
   CREATE TABLE :possible_nft (
     collection bytes NOT NULL, block int NOT NULL, log_index small NOT NULL, time int NOT NULL,
     token_id word NOT NULL, sender bytes NOT NULL, owner bytes NOT NULL,
     PRIMARY KEY (collection, block, log_index)
   );
   CREATE TABLE :unrecognized (
     owner bytes NOT NULL, contract bytes NOT NULL, block int NOT NULL,
     PRIMARY KEY (owner, contract, block)
   );
   CREATE INDEX unrecognized_by_contract ON :unrecognized (contract);
   CREATE INDEX unrecognized_by_block ON :unrecognized (block);
   CREATE TABLE :set_aside (
     contract bytes PRIMARY KEY, reason utf8 NOT NULL, attempts small NOT NULL, due int NOT NULL,
     trying bool NOT NULL DEFAULT FALSE
   );
   CREATE INDEX set_aside_by_due ON :set_aside (due);`;

/**
 * Tables of management data. Never changed after a release.
 *
 * A version without a row in `graph_node` has no deployment at graph-node. While it is being deployed or removed, its row
 * in `deployment` is missing, so that no tag can point at it.
 */
export const MANAGEMENT_TABLES = `CREATE TABLE :deployment (
     name utf8 NOT NULL, version utf8 NOT NULL, created_at int NOT NULL,
     PRIMARY KEY (name, version)
   );
   CREATE TABLE :tag (
     name utf8 NOT NULL, tag utf8 NOT NULL, version utf8 NOT NULL, created_at int NOT NULL,
     PRIMARY KEY (name, tag), FOREIGN KEY (name, version) REFERENCES :deployment (name, version)
   );
   CREATE INDEX tag_of_version ON :tag (name, version);
   CREATE TABLE :token (
     id text PRIMARY KEY, name utf8 NOT NULL, scope text NOT NULL, hash bytes NOT NULL,
     created_at int NOT NULL, expires_at int
   );
   CREATE TABLE :graph_node (
     name utf8 NOT NULL, version utf8 NOT NULL, deployment_id text NOT NULL,
     remote_name text NOT NULL UNIQUE, node text, state text NOT NULL, reason utf8,
     created_at int NOT NULL, holder text, until int NOT NULL, PRIMARY KEY (name, version)
   );`;
