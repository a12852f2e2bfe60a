import {
  type Erc20BalanceRecord,
  type Hex,
  type NftRecord,
  ZERO_ADDRESS,
} from "../../chain/records.ts";
import type { TokenReader } from "../chain-reader.ts";
import type { Queryable, Row } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { CHAIN, type StepRunner } from "./steps.ts";
import { BEFORE_ALL, bytes, integer, integerOf, textOf, ZERO_BYTES } from "./values.ts";

const NFT = `n.collection, n.token_id, n.owner, n.uri, n.metadata, t.name, t.symbol,
  m.block AS mint_block, m.time AS mint_time
  FROM :nft AS n LEFT JOIN :token AS t ON t.address = n.collection
  LEFT JOIN LATERAL (
    (SELECT block, time FROM :nft_transfer WHERE collection = n.collection
      AND token_id = n.token_id AND sender = '${ZERO_BYTES}'
    ORDER BY block DESC, log_index DESC LIMIT 1)
    UNION ALL
    (SELECT block, time FROM :nft_range WHERE collection = n.collection
      AND first_id <= n.token_id AND last_id >= n.token_id AND sender = '${ZERO_BYTES}'
    ORDER BY block DESC, log_index DESC LIMIT 1)
    LIMIT 1
  ) AS m ON true`;

/**
 * Ends a list of NFTs, ordered by collection and token id, once their texts exceed the bytes of the fifth
 * parameter, but not before the second one. Only their lengths are read to decide it.
 */
const withinBytes = (list: string) => `SELECT * FROM (
    SELECT *, coalesce(sum(coalesce(octet_length(uri), 0) + coalesce(octet_length(metadata), 0)) OVER (
      ORDER BY collection, token_id ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING), 0) AS before
    FROM (${list}) AS listed
  ) AS measured WHERE before <= $5::bigint ORDER BY collection, token_id`;

/** Contracts that have not been read yet are classified by their logs. */
const IS_ERC721 = "t.is_erc721 IS NOT FALSE";
const IS_ERC20 = "t.is_erc20 IS NOT FALSE";

const BALANCE = `b.token, b.raw, t.name, t.symbol, t.decimals FROM :balance AS b
  LEFT JOIN :token AS t ON t.address = b.token`;

/** Lists of the tokens of a wallet, each of which is one statement. */
type TokenLists = Omit<TokenReader, "getNft">;

/** Creates the lists of a connection. */
export function tokenLists(sql: Sql): (db: Queryable) => TokenLists {
  const owned = sql`${withinBytes(`SELECT ${NFT} WHERE n.owner = $1
    AND (n.collection, n.token_id) > ($2, $3) AND ${IS_ERC721} ORDER BY n.collection, n.token_id LIMIT $4`)}`;
  const ownedOf = sql`${withinBytes(`SELECT ${NFT} WHERE n.owner = $1 AND n.collection = $2
    AND n.token_id > $3 AND ${IS_ERC721} ORDER BY n.token_id LIMIT $4`)}`;
  const balances = sql`SELECT ${BALANCE} WHERE b.owner = $1 AND b.token > $2
    AND b.is_held AND ${IS_ERC20} ORDER BY b.token LIMIT $3`;
  const balance = sql`SELECT ${BALANCE} WHERE b.owner = $1 AND b.token = $2 AND ${IS_ERC20}`;
  return (db) => ({
    async listErc20Balances(owner, contract, after, limit) {
      if (contract && after) {
        return [];
      }
      const { rows } = contract
        ? await db.run(balance, bytes(owner), bytes(contract))
        : await db.run(balances, bytes(owner), after ? bytes(after) : BEFORE_ALL, limit);
      return rows.map(balanceRecord);
    },
    async listErc721Balances(owner, collection, after, limit, maxBytes) {
      if (owner === ZERO_ADDRESS) {
        return [];
      }
      const from = after ? integer(after.tokenId) : BEFORE_ALL;
      const first = after ? bytes(after.collection) : BEFORE_ALL;
      const { rows } = collection
        ? await db.run(ownedOf, bytes(owner), bytes(collection), from, limit, maxBytes)
        : await db.run(owned, bytes(owner), first, from, limit, maxBytes);
      return rows.map(nftRecord);
    },
  });
}

/** Reads balances and NFTs. */
export function tokenReader(db: Queryable, sql: Sql, { all }: StepRunner): TokenReader {
  const nft = sql`SELECT ${NFT} WHERE n.collection = $1 AND n.token_id = $2 AND ${IS_ERC721}`;
  return {
    ...tokenLists(sql)(db),
    async getNft(collection, tokenId) {
      const [row] = (await db.run(nft, bytes(collection), integer(tokenId))).rows;
      if (!row) {
        return all(CHAIN.queries.nftOfRange(collection, tokenId));
      }
      // A burnt token has no owner and no longer exists.
      return row.owner !== ZERO_ADDRESS ? nftRecord(row) : undefined;
    },
  };
}

function balanceRecord(row: Row): Erc20BalanceRecord {
  return {
    contract: row.token as Hex,
    raw: integerOf(row.raw),
    decimals: row.decimals as number | null,
    name: textOf(row.name),
    symbol: textOf(row.symbol),
  };
}

function nftRecord(row: Row): NftRecord {
  return {
    collection: row.collection as Hex,
    tokenId: integerOf(row.token_id),
    owner: row.owner as Hex,
    collectionName: textOf(row.name),
    symbol: textOf(row.symbol),
    tokenUri: textOf(row.uri),
    mintBlockNumber: row.mint_block as number | null,
    mintTimestamp: row.mint_time as number | null,
    metadata: row.metadata as string | null,
  };
}
