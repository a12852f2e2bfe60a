import type { DatabaseSync } from "node:sqlite";
import { readMetadata } from "../../chain/metadata.ts";
import { type Hex, type NftRecord, ZERO_ADDRESS } from "../../chain/records.ts";
import type { ChainReader, PairState } from "../chain-reader.ts";
import { fromWord, readHex, toBytes, toWord } from "./bytes.ts";
import type { Immediate } from "./handle.ts";
import { withinBytes } from "./within-bytes.ts";

type TokenReader = Pick<
  Immediate<ChainReader>,
  | "getNft"
  | "listErc20Balances"
  | "pairState"
  | "listErc20Tokens"
  | "listErc721Balances"
  | "countDirty"
>;
type Row = Readonly<Record<string, unknown>>;

const NFT = `n.collection, n.token_id, n.owner, n.uri, n.metadata, t.name, t.symbol,
  (SELECT block FROM nft_transfer AS m WHERE m.collection = n.collection
     AND m.token_id = n.token_id AND m.sender = zeroblob(20)
     ORDER BY block DESC, log_index DESC LIMIT 1) AS mint_block,
  (SELECT time FROM nft_transfer AS m WHERE m.collection = n.collection
     AND m.token_id = n.token_id AND m.sender = zeroblob(20)
     ORDER BY block DESC, log_index DESC LIMIT 1) AS mint_time
  FROM nft AS n LEFT JOIN token AS t ON t.address = n.collection`;

/** Contracts that have not been read yet are classified by their logs. */
const IS_ERC721 = "t.is_erc721 IS NOT 0";
const IS_ERC20 = "t.is_erc20 IS NOT 0";

/** Reads balances and NFTs. */
export function tokenReader(db: DatabaseSync): TokenReader {
  const nft = db.prepare(
    `SELECT ${NFT} WHERE n.collection = ? AND n.token_id = ? AND ${IS_ERC721}`,
  );
  const owned = db.prepare(
    `SELECT ${NFT} WHERE n.owner = ? AND (n.collection, n.token_id) > (?, ?)
     AND ${IS_ERC721} ORDER BY n.collection, n.token_id LIMIT ?`,
  );
  const ownedOf = db.prepare(
    `SELECT ${NFT} WHERE n.owner = ? AND n.collection = ? AND n.token_id > ?
     AND ${IS_ERC721} ORDER BY n.token_id LIMIT ?`,
  );
  const balances = db.prepare(
    `SELECT b.token, b.raw, t.name, t.symbol, t.decimals FROM balance AS b
     LEFT JOIN token AS t ON t.address = b.token
     WHERE b.owner = ? AND b.token > ? AND b.raw <> zeroblob(32) AND ${IS_ERC20}
     ORDER BY b.token LIMIT ?`,
  );
  const balance = db.prepare(
    `SELECT b.token, b.raw, t.name, t.symbol, t.decimals FROM balance AS b
     LEFT JOIN token AS t ON t.address = b.token WHERE b.owner = ? AND b.token = ?
     AND ${IS_ERC20}`,
  );
  const erc20Tokens = db.prepare(
    `SELECT address FROM token WHERE is_erc20 = 1 AND coalesce(name, symbol, decimals) IS NOT NULL
     AND address > ? ORDER BY address LIMIT ?`,
  );
  const state = db.prepare(
    `SELECT CASE WHEN EXISTS (SELECT 1 FROM balance WHERE owner = ?1 AND token = ?2) THEN 'stored'
       WHEN EXISTS (SELECT 1 FROM dirty WHERE owner = ?1 AND token = ?2) THEN 'pending'
       ELSE 'unknown' END AS state`,
  );
  const tally = db.prepare("SELECT dirty FROM tally");

  return {
    getNft(collection, tokenId) {
      const row = nft.get(toBytes(collection), toWord(tokenId));
      // A burnt token has no owner and no longer exists.
      return row && readHex(row.owner) !== ZERO_ADDRESS ? nftRecord(row) : undefined;
    },
    listErc20Balances(owner, contract, after, limit) {
      if (contract) {
        const row = after ? undefined : balance.get(toBytes(owner), toBytes(contract));
        return row ? [balanceRecord(row)] : [];
      }
      const from = after ? toBytes(after) : new Uint8Array();
      return balances.all(toBytes(owner), from, limit).map(balanceRecord);
    },
    pairState: (owner, token) => state.get(toBytes(owner), toBytes(token))?.state as PairState,
    listErc721Balances(owner, collection, after, limit, maxBytes = Number.POSITIVE_INFINITY) {
      if (owner === ZERO_ADDRESS) {
        return [];
      }
      const from = after ? toWord(after.tokenId) : new Uint8Array();
      if (collection) {
        const rows = ownedOf.iterate(toBytes(owner), toBytes(collection), from, limit);
        return withinBytes(rows, maxBytes, textLength).map(nftRecord);
      }
      const first = after ? toBytes(after.collection) : new Uint8Array();
      const rows = owned.iterate(toBytes(owner), first, from, limit);
      return withinBytes(rows, maxBytes, textLength).map(nftRecord);
    },
    listErc20Tokens: (after, limit) =>
      erc20Tokens
        .all(after ? toBytes(after) : new Uint8Array(), limit)
        .map(({ address }) => readHex(address)),
    countDirty: () => Number(tally.get()?.dirty),
  };
}

function textLength({ uri, metadata }: Row): number {
  return [uri, metadata].reduce<number>((sum, each) => sum + (text(each)?.length ?? 0), 0);
}

function balanceRecord(row: Row) {
  return {
    contract: readHex(row.token),
    raw: fromWord(row.raw),
    decimals: row.decimals === null ? null : Number(row.decimals),
    name: text(row.name),
    symbol: text(row.symbol),
    logoUri: null,
  };
}

function nftRecord(row: Row): NftRecord {
  return {
    collection: readHex(row.collection) as Hex,
    tokenId: fromWord(row.token_id),
    owner: readHex(row.owner),
    collectionName: text(row.name),
    symbol: text(row.symbol),
    tokenUri: text(row.uri),
    mintBlockNumber: number(row.mint_block),
    mintTimestamp: number(row.mint_time),
    metadata: row.metadata === null ? null : readMetadata(String(row.metadata)),
  };
}

function text(value: unknown): string | null {
  return value === null ? null : String(value);
}

function number(value: unknown): number | null {
  return value === null ? null : Number(value);
}
