import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { ContractResults, TokenResult } from "./chain-writer.ts";
import { LOST, SAMPLE, UNMATCHED } from "./rows.ts";
import { asideSteps } from "./set-aside.ts";
import { type Dialect, IS_PAIR, least, type Step } from "./steps.ts";

const IS_NFT = "n.collection = u.collection AND n.token_id = u.token_id";
const ARE_PAIRS = "(owner, token) IN (SELECT u.owner, u.token FROM :rows)";

/** Who sent and received NFTs of contracts whose ids are amounts. */
const PARTIES = ["sender", "owner"].map(
  (party) => `SELECT x.block, x.${party} AS owner, x.collection AS token FROM :rows
    JOIN :nft_transfer AS x ON x.collection = u.address WHERE u.is_erc20 AND NOT u.is_erc721`,
);
const ALL_PARTIES = `(${PARTIES.join(" UNION ALL ")}) AS p`;

/** Transfers whose amounts are ids, of contracts of which all were kept. */
const POSSIBLE = `(SELECT k.* FROM :rows JOIN :possible_nft AS k ON k.collection = u.address
  WHERE u.is_erc721 AND coalesce(u.decimals, 0) = 0
    AND NOT EXISTS (SELECT 1 FROM :possible_nft AS s WHERE s.collection = u.address AND s.block = ${SAMPLE})) AS p`;

/** Seconds after which properties of tokens are read again. */
const REREAD_SECONDS = 86_400;
/** Seconds before doubtful properties are read again, at first and at most. */
const [FIRST_REREAD_S, MAX_DOUBTFUL_S] = [10, 3_600];
/** How often the pause before that becomes twice as long. */
const MAX_DOUBLINGS = 10;

/** NFTs of a wallet that are counted, to compare them with what the contract says. */
const MAX_OWNED = 10_000;

/** How results of contract calls are stored. */
export function settleSteps(dialect: Dialect) {
  const { now } = dialect;
  const nobody = dialect.literal(ZERO_ADDRESS);
  const { endAside } = asideSteps(dialect);
  return (results: ContractResults, otherUnits: readonly Hex[]): Step[] => {
    const tokens = lastOf(results.tokens, ({ address }) => address);
    const nfts = lastOf(results.nfts, ({ collection, tokenId }) => `${collection} ${tokenId}`);
    const facts = tokens.map((token) => ({
      address: token.address,
      name: token.name,
      symbol: token.symbol,
      decimals: token.decimals,
      is_erc20: token.isErc20,
      is_erc721: token.isErc721,
      is_doubtful: isDoubtful(token),
      seconds: results.rereadSeconds ?? REREAD_SECONDS,
    }));
    /** All facts, if there is one that a step is for: SQLite stores the rows of one object once. */
    const factsIf = (isMeant: (token: TokenResult) => unknown) =>
      tokens.some(isMeant) ? facts : [];
    const balances = lastOf(results.balances, ({ owner, token }) => owner + token).map(
      ({ owner, token, raw }) => {
        return { owner, token, raw, nfts: Number(raw > MAX_OWNED ? MAX_OWNED + 1 : raw) };
      },
    );
    const uris = nfts.map(({ collection, tokenId, uri, metadata, fault = null, isDue }) => {
      return { collection, token_id: tokenId, uri, metadata, fault, is_due: isDue };
    });
    return [
      // Balances and decimals of a response are of one state: those in other units are read again first.
      ...[
        `INSERT INTO :dirty (owner, token, since) SELECT b.owner, b.token, b.since FROM :balance AS b
           WHERE b.token IN (SELECT u.token FROM :rows) ON CONFLICT DO NOTHING`,
        "DELETE FROM :balance WHERE token IN (SELECT u.token FROM :rows)",
      ].map((sql) => ({ sql, rows: otherUnits.map((token) => ({ token })) })),
      {
        sql: `INSERT INTO :token_due AS d (address, attempts, due)
          SELECT u.address, CASE WHEN u.is_doubtful THEN 1 ELSE 0 END,
            ${now} + CASE WHEN u.is_doubtful THEN ${least(String(FIRST_REREAD_S), "u.seconds")} ELSE u.seconds END
          FROM :rows WHERE TRUE
          ON CONFLICT (address) DO UPDATE SET
            attempts = CASE WHEN excluded.attempts > 0 THEN d.attempts + 1 ELSE 0 END,
            due = CASE WHEN excluded.attempts > 0 THEN ${now} + ${least(
              `(${FIRST_REREAD_S} << ${least("d.attempts", String(MAX_DOUBLINGS))})`,
              String(MAX_DOUBTFUL_S),
            )} ELSE excluded.due END`,
        rows: facts,
      },
      {
        sql: `INSERT INTO :token (address, name, symbol, decimals, is_erc20, is_erc721, stale)
          SELECT u.address, u.name, u.symbol, u.decimals, u.is_erc20, u.is_erc721, FALSE FROM :rows WHERE TRUE
          ON CONFLICT (address) DO UPDATE SET name = excluded.name, symbol = excluded.symbol,
            decimals = excluded.decimals, is_erc20 = excluded.is_erc20, is_erc721 = excluded.is_erc721,
            stale = FALSE`,
        rows: facts,
      },
      ...[
        `INSERT INTO :balance AS b (owner, token, raw, since)
           SELECT u.owner, u.token, u.raw, t.since FROM :rows JOIN :dirty AS t ON ${IS_PAIR} WHERE TRUE
           ON CONFLICT (owner, token) DO UPDATE SET raw = excluded.raw, since = ${least("excluded.since", "b.since")}`,
        `UPDATE :balance AS t SET raw = u.raw FROM :rows WHERE ${IS_PAIR} AND t.raw <> u.raw`,
        // A lost pair that is not pending has been removed.
        `DELETE FROM :balance WHERE since = ${LOST} AND ${ARE_PAIRS}`,
        `DELETE FROM :dirty WHERE ${ARE_PAIRS}`,
      ].map((sql) => ({ sql, rows: balances })),
      // What logs showed as amounts are ids of NFTs.
      ...[
        `INSERT INTO :nft_transfer (block, time, log_index, collection, token_id, sender, owner)
           SELECT p.block, p.time, p.log_index, p.collection, p.token_id, p.sender, p.owner FROM ${POSSIBLE}
           WHERE TRUE ON CONFLICT DO NOTHING`,
        `INSERT INTO :nft (collection, token_id, owner) SELECT p.collection, p.token_id, (
             SELECT x.owner FROM :nft_transfer AS x WHERE x.collection = p.collection AND x.token_id = p.token_id
             ORDER BY x.block DESC, x.log_index DESC LIMIT 1)
           FROM ${POSSIBLE} GROUP BY p.collection, p.token_id
           ON CONFLICT (collection, token_id) DO UPDATE SET owner = excluded.owner`,
      ].map((sql) => ({ sql, rows: factsIf(({ isErc721 }) => isErc721) })),
      {
        sql: `DELETE FROM :possible_nft WHERE collection IN (
          SELECT u.address FROM :rows WHERE u.is_erc721 OR u.decimals <> 0)`,
        rows: factsIf(({ isErc721, decimals }) => isErc721 || decimals),
      },
      // A wallet with NFTs of which no log has told the ids.
      ...[
        `DELETE FROM :unrecognized WHERE block = ${UNMATCHED} AND (owner, contract) IN (
             SELECT u.owner, u.token FROM :rows)`,
        `INSERT INTO :unrecognized (owner, contract, block) SELECT u.owner, u.token, ${UNMATCHED} FROM :rows
             JOIN :token AS t ON t.address = u.token WHERE t.is_erc721 AND NOT t.is_erc20
               AND NOT EXISTS (SELECT 1 FROM :nft_range AS r WHERE r.owner = u.owner AND r.collection = u.token)
               AND u.nfts <> (SELECT count(*) FROM (SELECT 1 FROM :nft AS n WHERE n.owner = u.owner
                 AND n.collection = u.token LIMIT ${MAX_OWNED}) AS owned)`,
      ].map((sql) => ({ sql, rows: balances })),
      // What logs showed as ids of NFTs are amounts.
      ...[
        `INSERT INTO :touched (block, owner, token) SELECT DISTINCT p.block, p.owner, p.token FROM ${ALL_PARTIES}
             WHERE p.owner <> ${nobody} ON CONFLICT DO NOTHING`,
        `INSERT INTO :dirty (owner, token, since) SELECT p.owner, p.token, min(p.block) FROM ${ALL_PARTIES}
             WHERE p.owner <> ${nobody} AND NOT EXISTS (
               SELECT 1 FROM :balance AS b WHERE b.owner = p.owner AND b.token = p.token)
             GROUP BY p.owner, p.token ON CONFLICT DO NOTHING`,
      ].map((sql) => ({ sql, rows: factsIf(({ isErc20, isErc721 }) => isErc20 && !isErc721) })),
      {
        sql: `UPDATE :nft AS n SET uri = u.uri, metadata = u.metadata, fault = u.fault, asked = TRUE
          FROM :rows WHERE ${IS_NFT}`,
        rows: uris,
      },
      {
        sql: `INSERT INTO :metadata_due (collection, token_id, attempts, due)
          SELECT u.collection, u.token_id, 0, 0 FROM :rows WHERE u.is_due
          ON CONFLICT (collection, token_id) DO UPDATE SET attempts = 0, due = 0`,
        rows: uris,
      },
      {
        sql: `DELETE FROM :metadata_due WHERE (collection, token_id) IN (
          SELECT u.collection, u.token_id FROM :rows WHERE NOT u.is_due)`,
        rows: uris,
      },
      endAside("address", facts),
      endAside("token", balances),
      endAside("collection", uris),
    ];
  };
}

/** Of several results for one key, the last one is used: a statement may touch a row only once. */
function lastOf<Result>(results: readonly Result[], key: (result: Result) => string): Result[] {
  return [...new Map(results.map((result) => [key(result), result])).values()];
}

/** Whether properties look as before a contract was set up. */
function isDoubtful({ name, symbol, decimals, isErc20 }: TokenResult): boolean {
  return !name || !symbol || (isErc20 && decimals === null);
}
