import type { Hex } from "../../chain/records.ts";
import { type ChainWriter, type ContractResults, contractsOf } from "../chain-writer.ts";
import { LOST } from "../ids.ts";
import type { Queryable, Session } from "./connection.ts";
import { isNotAside } from "./set-aside.ts";
import type { Sql } from "./statements.ts";
import { bytes, integer, utf8 } from "./values.ts";

/** Stores results of contract calls at the latest block. @param epoch Number of the lease. */
export function settler(
  session: Session,
  sql: Sql,
  epoch: number,
): Pick<ChainWriter, "settle" | "unknownTokens"> {
  const fence = sql`SELECT 1 FROM :head WHERE epoch = $1 AND hash = $2 FOR UPDATE`;
  const more = sql`SELECT (dirty > 0 AND EXISTS (SELECT 1 FROM :dirty WHERE ${isNotAside("token")}))
      OR EXISTS (SELECT 1 FROM :nft WHERE NOT asked AND ${isNotAside("collection")}) AS more FROM :head`;
  const endSetAside = sql`DELETE FROM :set_aside WHERE contract = ANY ($1::bytea[])`;
  const tokens = tokenWriter(sql);
  const balances = balanceWriter(sql);
  const nfts = nftWriter(sql);
  const unknown = sql`SELECT u.address FROM unnest($1::bytea[]) WITH ORDINALITY AS u (address, at)
    WHERE NOT EXISTS (SELECT 1 FROM :token AS t WHERE t.address = u.address AND NOT t.stale)
    ORDER BY u.at`;
  return {
    settle: (at, results) =>
      session.transaction(async (db) => {
        const isWritten = (await db.run(fence, epoch, bytes(at.hash))).rows.length > 0;
        if (isWritten) {
          await tokens(db, results);
          await balances(db, results);
          await nfts(db, results);
          await db.run(endSetAside, [...contractsOf(results)].map(bytes));
        }
        return { isWritten, more: (await db.run(more)).rows[0]?.more === true };
      }),
    unknownTokens: async (addresses) =>
      (await session.run(unknown, addresses.map(bytes))).rows.map(({ address }) => address as Hex),
  };
}

type Write = (db: Queryable, results: ContractResults) => Promise<void>;

function tokenWriter(sql: Sql): Write {
  const set = sql`INSERT INTO :token SELECT u.*, false FROM unnest($1::bytea[], $2::bytea[],
      $3::bytea[], $4::int[], $5::bool[], $6::bool[]) AS u
    ON CONFLICT (address) DO UPDATE SET name = excluded.name, symbol = excluded.symbol,
      decimals = excluded.decimals, is_erc20 = excluded.is_erc20,
      is_erc721 = excluded.is_erc721, stale = false`;
  return async (db, results) => {
    const tokens = lastOf(results.tokens, ({ address }) => address);
    if (tokens.length > 0) {
      await db.run(
        set,
        tokens.map(({ address }) => bytes(address)),
        tokens.map(({ name }) => utf8(name)),
        tokens.map(({ symbol }) => utf8(symbol)),
        tokens.map(({ decimals }) => decimals),
        tokens.map(({ isErc20 }) => isErc20),
        tokens.map(({ isErc721 }) => isErc721),
      );
    }
  };
}

function balanceWriter(sql: Sql): Write {
  const pairs = "unnest($1::bytea[], $2::bytea[]) AS u (owner, token)";
  const values = "unnest($1::bytea[], $2::bytea[], $3::bytea[]) AS u (owner, token, raw)";
  const same = (table: string) => `${table}.owner = u.owner AND ${table}.token = u.token`;
  const settle = sql`INSERT INTO :balance AS b (owner, token, raw, since)
    SELECT u.owner, u.token, u.raw, d.since FROM ${values} JOIN :dirty AS d ON ${same("d")}
    ON CONFLICT (owner, token) DO UPDATE SET raw = excluded.raw, since = least(b.since, excluded.since)`;
  const correct = sql`UPDATE :balance AS b SET raw = u.raw FROM ${values}
    WHERE ${same("b")} AND b.raw <> u.raw`;
  const forget = sql`DELETE FROM :balance AS b USING ${pairs}, :dirty AS d
    WHERE ${same("b")} AND ${same("d")} AND b.since = ${String(LOST)}`;
  const clean = sql`DELETE FROM :dirty AS d USING ${pairs} WHERE ${same("d")}`;
  const tally = sql`UPDATE :head SET dirty = dirty - $1`;
  return async (db, results) => {
    const balances = lastOf(results.balances, ({ owner, token }) => owner + token);
    if (balances.length === 0) {
      return;
    }
    const keys = [
      balances.map(({ owner }) => bytes(owner)),
      balances.map(({ token }) => bytes(token)),
    ] as const;
    const raw = balances.map((balance) => integer(balance.raw));
    await db.run(settle, ...keys, raw);
    await db.run(correct, ...keys, raw);
    await db.run(forget, ...keys);
    const { count } = await db.run(clean, ...keys);
    await db.run(tally, count);
  };
}

function nftWriter(sql: Sql): Write {
  const pairs = "unnest($1::bytea[], $2::bytea[]) AS u (collection, token_id)";
  const same = (table: string) =>
    `${table}.collection = u.collection AND ${table}.token_id = u.token_id`;
  const set = sql`UPDATE :nft AS n SET uri = u.uri, metadata = u.metadata, asked = true
    FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::text[])
      AS u (collection, token_id, uri, metadata) WHERE ${same("n")}`;
  const enqueue = sql`INSERT INTO :metadata_due (collection, token_id, attempts, due)
    SELECT u.*, 0, 0 FROM ${pairs}
    ON CONFLICT (collection, token_id) DO UPDATE SET attempts = 0, due = 0`;
  const dequeue = sql`DELETE FROM :metadata_due AS d USING ${pairs} WHERE ${same("d")}`;
  return async (db, results) => {
    const nfts = lastOf(results.nfts, ({ collection, tokenId }) => `${collection} ${tokenId}`);
    if (nfts.length === 0) {
      return;
    }
    const keysOf = (some: typeof nfts) =>
      [
        some.map(({ collection }) => bytes(collection)),
        some.map(({ tokenId }) => integer(tokenId)),
      ] as const;
    const uris = nfts.map(({ uri }) => utf8(uri));
    await db.run(
      set,
      ...keysOf(nfts),
      uris,
      nfts.map(({ metadata }) => metadata),
    );
    await db.run(enqueue, ...keysOf(nfts.filter(({ isDue }) => isDue)));
    await db.run(dequeue, ...keysOf(nfts.filter(({ isDue }) => !isDue)));
  };
}

/** A statement may touch a row only once: of several results for one key, the last one is used. */
function lastOf<Result>(results: readonly Result[], key: (result: Result) => string): Result[] {
  return [...new Map(results.map((result) => [key(result), result])).values()];
}
