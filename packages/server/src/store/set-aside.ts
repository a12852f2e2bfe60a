import type { Hex } from "../chain/records.ts";
import type { SetAside } from "./chain-reader.ts";
import type { AsideWork } from "./chain-writer.ts";
import { columnOf, type Dialect, least, listOf, onlyOf, type Step, type Values } from "./steps.ts";

/** Seconds before a contract that is set aside is tried again, and how often the pause becomes twice as long. */
const [FIRST_RETRY_S, MAX_DOUBLINGS] = [60, 10];
/** Seconds after which an attempt is made again that had no result, because a rollback removed what was to be read. */
const ATTEMPT_S = 3_600;

/** Condition of NFTs whose URIs are to be read. */
export const WITHOUT_URI = "NOT asked AND NOT aside";

/**
 * Whether nothing of a contract is read at present, as a column `isAside`. PostgreSQL would read the whole table for `EXISTS`
 * beside the rows.
 */
export function asideOf(contract: string): string {
  return `coalesce((SELECT 1 FROM :set_aside AS a WHERE a.contract = ${contract} AND a.attempts > 0
    AND NOT a.trying), 0) AS "isAside"`;
}

/**
 * How contracts are set aside. What is to be read of one waits apart from the rest, so that no step passes over it,
 * however much it is: pairs in a table of their own, NFTs with a mark that the index of those to read excludes. A row
 * whose `attempts` are 0 has been read again, and remains until nothing waits.
 */
export function asideSteps({ now }: Dialect) {
  return {
    setAside: (contract: Hex, reason: string): Step[] => [
      {
        sql: `INSERT INTO :set_aside AS s (contract, reason, attempts, due)
          VALUES (@contract, @reason, 1, ${now} + ${pauseAfter("1")})
          ON CONFLICT (contract) DO UPDATE SET reason = excluded.reason, attempts = s.attempts + 1,
            trying = FALSE, due = ${now} + ${pauseAfter("(s.attempts + 1)")}`,
        values: { contract, reason },
      },
      {
        sql: `UPDATE :token_due SET due = (SELECT s.due FROM :set_aside AS s WHERE s.contract = @contract)
          WHERE address = @contract AND due <= ${now}`,
        values: { contract },
      },
    ],
    /** Has what is to be read of contracts that are set aside wait. */
    waitAside({ pairs, nfts }: AsideWork): Step[] {
      const ofPairs = pairs.map(({ owner, token }) => ({ owner, token }));
      return [
        {
          sql: `INSERT INTO :dirty_aside AS w (owner, token, since) SELECT d.owner, d.token, d.since FROM :rows
            JOIN :dirty AS d ON d.owner = u.owner AND d.token = u.token WHERE TRUE ${EARLIER}`,
          rows: ofPairs,
        },
        {
          sql: "DELETE FROM :dirty WHERE (owner, token) IN (SELECT u.owner, u.token FROM :rows)",
          rows: ofPairs,
        },
        {
          sql: "UPDATE :nft SET aside = TRUE WHERE (collection, token_id) IN (SELECT u.collection, u.token_id FROM :rows)",
          rows: nfts.map(({ collection, tokenId }) => ({ collection, token_id: tokenId })),
        },
      ];
    },
    /** Has some of what waits of a contract read. */
    retryAside(contract: Hex, limit: number): Step[] {
      const values = { contract, limit };
      const owners =
        "SELECT owner FROM :dirty_aside WHERE token = @contract ORDER BY owner LIMIT @limit";
      return [
        {
          sql: `INSERT INTO :dirty AS w (owner, token, since) SELECT owner, token, since FROM :dirty_aside
            WHERE token = @contract ORDER BY owner LIMIT @limit ${EARLIER}`,
          values,
        },
        {
          sql: `DELETE FROM :dirty_aside WHERE token = @contract AND owner IN (${owners})`,
          values,
        },
        {
          sql: `UPDATE :nft SET aside = FALSE WHERE collection = @contract AND token_id IN (
            SELECT token_id FROM :nft WHERE collection = @contract AND aside LIMIT @limit)`,
          values,
        },
        {
          sql: `UPDATE :set_aside SET trying = TRUE, due = ${now} + ${ATTEMPT_S} WHERE contract = @contract`,
          values,
        },
        {
          sql: `DELETE FROM :set_aside WHERE contract = @contract AND attempts = 0
            AND NOT EXISTS (SELECT 1 FROM :dirty_aside WHERE token = @contract)
            AND NOT EXISTS (SELECT 1 FROM :nft WHERE collection = @contract AND aside)`,
          values,
        },
      ];
    },
    /**
     * Ends it for contracts of which something was read: the rest of what waits is read next.
     *
     * @param column Of the contracts.
     */
    endAside: (column: string, rows: readonly Values[]): Step => ({
      sql: `UPDATE :set_aside SET attempts = 0, trying = TRUE, due = 0 WHERE contract IN (
        SELECT u.${column} FROM :rows)`,
      rows,
    }),
  };
}

/** What is read of contracts that are set aside. */
export function asideQueries({ now }: Dialect) {
  const columns = "contract, reason, attempts, due";
  return {
    listSetAside: (limit: number) =>
      listOf<SetAside>({
        sql: `SELECT ${columns} FROM :set_aside WHERE attempts > 0 ORDER BY attempts DESC, contract LIMIT @limit`,
        values: { limit },
      }),
    findSetAside: (contract: Hex) =>
      onlyOf<SetAside>({
        sql: `SELECT ${columns} FROM :set_aside WHERE contract = @contract`,
        values: { contract },
      }),
    listRetries: (limit: number) =>
      columnOf<Hex>("contract", {
        sql: `SELECT contract FROM :set_aside WHERE due <= ${now} ORDER BY due, contract LIMIT @limit`,
        values: { limit },
      }),
  };
}

/** A pair that is there already keeps the earlier block. */
const EARLIER = `ON CONFLICT (owner, token) DO UPDATE SET since = ${least("excluded.since", "w.since")}`;

/** Seconds until the next attempt. @param attempts Column of the number of failed attempts. */
function pauseAfter(attempts: string): string {
  return `(${FIRST_RETRY_S} << ${least(`${attempts} - 1`, String(MAX_DOUBLINGS))})`;
}
