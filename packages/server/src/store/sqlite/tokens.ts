import type { DatabaseSync } from "node:sqlite";
import { type Erc20BalanceRecord, type NftRecord, ZERO_ADDRESS } from "../../chain/records.ts";
import type { NftPosition, TokenReader } from "../chain-reader.ts";
import { toBytes, toWord, withinBytes } from "./bytes.ts";
import { arrayReader, snapshots } from "./database.ts";
import type { Methods } from "./handle.ts";
import { CHAIN, type StepRunner } from "./steps.ts";

type NftRow = readonly [
  ...[bytes: string, uri: string | null, metadata: string | null],
  ...[name: string | null, symbol: string | null, minted: string | null],
];
type BalanceRow = readonly [
  ...[bytes: string, name: string | null, symbol: string | null, decimals: number | null],
];

/**
 * With collection, owner and token id as one text, because each column takes time (bench: ERC-721 page), and with block
 * and time of the last mint as one text, which takes one search.
 */
const NFT = `hex(n.collection || n.owner || n.token_id), n.uri, n.metadata,
  t.name, t.symbol, coalesce((SELECT block || ' ' || time FROM nft_transfer AS m INDEXED BY nft_mint
     WHERE m.collection = n.collection AND m.token_id = n.token_id
       AND m.sender = x'0000000000000000000000000000000000000000'
     ORDER BY block DESC, log_index DESC LIMIT 1),
   (SELECT block || ' ' || time FROM nft_range AS m
     WHERE m.collection = n.collection AND m.first_id <= n.token_id AND m.last_id >= n.token_id
       AND m.sender = zeroblob(20) ORDER BY block DESC, log_index DESC LIMIT 1))
  FROM nft AS n LEFT JOIN token AS t ON t.address = n.collection`;
/** With token and amount as one text, for the same reason (bench: ERC-20 page). */
const balanceOf = (index = "") => `hex(b.token || b.raw), t.name, t.symbol, t.decimals
  FROM balance AS b ${index} LEFT JOIN token AS t ON t.address = b.token`;
/** Of a balance of zero; the index of others has it as a literal. */
const ZERO_DIGITS = "00".repeat(32);

/** Digits of an address. */
const ADDRESS = 40;

/** Contracts that have not been read yet are classified by their logs. */
const IS_ERC721 = "t.is_erc721 IS NOT 0";
const IS_ERC20 = "t.is_erc20 IS NOT 0";

/** NFTs that one call reads: single ones would take longer (bench: ERC-721 page), and metadata may be long. */
const PART = 64;

/** Reads balances and NFTs. */
export function tokenReader(db: DatabaseSync, { all }: StepRunner): Methods<TokenReader> {
  const arrays = arrayReader(db);
  const inSnapshot = snapshots(db);
  const nft = arrays(`SELECT ${NFT} WHERE n.collection = ? AND n.token_id = ? AND ${IS_ERC721}`);
  const owned = arrays(
    `SELECT ${NFT} WHERE n.owner = ? AND (n.collection, n.token_id) > (?, ?)
     AND ${IS_ERC721} ORDER BY n.collection, n.token_id LIMIT ?`,
  );
  const ownedOf = arrays(
    `SELECT ${NFT} WHERE n.owner = ? AND n.collection = ? AND n.token_id > ?
     AND ${IS_ERC721} ORDER BY n.token_id LIMIT ?`,
  );
  const balances = arrays(
    `SELECT ${balanceOf("INDEXED BY balance_held")}
     WHERE b.owner = ? AND b.token > ? AND b.raw <> x'${ZERO_DIGITS}' AND ${IS_ERC20}
     ORDER BY b.token LIMIT ?`,
  );
  const balance = arrays(
    `SELECT ${balanceOf()} WHERE b.owner = ? AND b.token = ?
     AND ${IS_ERC20}`,
  );

  return {
    getNft(collection, tokenId) {
      const row: unknown = nft.get(toBytes(collection), toWord(tokenId));
      if (row === undefined) {
        return all(CHAIN.queries.nftOfRange(collection, tokenId));
      }
      const found = nftRecord(row);
      // A burnt token has no owner and no longer exists.
      return found.owner === ZERO_ADDRESS ? undefined : found;
    },
    listErc20Balances(owner, contract, after, limit) {
      if (contract) {
        const rows = after ? [] : balance.all(toBytes(owner), toBytes(contract));
        return rows.map(balanceRecord);
      }
      const from = after ? toBytes(after) : new Uint8Array();
      return balances.all(toBytes(owner), from, limit).map(balanceRecord);
    },
    listErc721Balances(owner, collection, after, limit, maxBytes) {
      if (owner === ZERO_ADDRESS) {
        return [];
      }
      const read = (from: NftPosition | undefined, count: number) => {
        const id = from ? toWord(from.tokenId) : new Uint8Array();
        const first = from ? toBytes(from.collection) : new Uint8Array();
        return collection
          ? ownedOf.all(toBytes(owner), toBytes(collection), id, count)
          : owned.all(toBytes(owner), first, id, count);
      };
      const sizeOf = ({ tokenUri, metadata }: NftRecord) =>
        (tokenUri ?? "").length + (metadata ?? "").length;
      return inSnapshot(() => withinBytes(nftRecords(read, after, limit), maxBytes, sizeOf));
    },
  };
}

/** Reads NFTs in parts. */
function* nftRecords(
  read: (after: NftPosition | undefined, count: number) => readonly unknown[],
  after: NftPosition | undefined,
  limit: number,
): Generator<NftRecord> {
  let last = after;
  for (let left = limit; left > 0; left -= PART) {
    const part = read(last, Math.min(left, PART)).map(nftRecord);
    yield* part;
    if (part.length < PART) {
      return;
    }
    last = part.at(-1);
  }
}

function balanceRecord(row: unknown): Erc20BalanceRecord {
  const [bytes, name, symbol, decimals] = row as BalanceRow;
  return {
    contract: `0x${bytes.slice(0, ADDRESS).toLowerCase()}`,
    raw: BigInt(`0x${bytes.slice(ADDRESS)}`),
    decimals,
    name,
    symbol,
  };
}

function nftRecord(row: unknown): NftRecord {
  const [upperCase, uri, metadata, name, symbol, minted] = row as NftRow;
  const bytes = upperCase.toLowerCase();
  const [block, time] = minted?.split(" ").map(Number) ?? [];
  return {
    collection: `0x${bytes.slice(0, ADDRESS)}`,
    tokenId: BigInt(`0x${bytes.slice(2 * ADDRESS)}`),
    owner: `0x${bytes.slice(ADDRESS, 2 * ADDRESS)}`,
    collectionName: name,
    symbol,
    tokenUri: uri,
    mintBlockNumber: block ?? null,
    mintTimestamp: time ?? null,
    metadata,
  };
}
