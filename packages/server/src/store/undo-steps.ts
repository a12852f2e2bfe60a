import { ZERO_ADDRESS } from "../chain/records.ts";
import { LOST, NOWHERE } from "./rows.ts";
import type { Dialect, Step } from "./steps.ts";

/** Transfers of an NFT `n`, alone or as part of a range. @param which Condition of a transfer `t`. */
export function transfersOf(which: string): string {
  return `(
    SELECT t.sender, t.owner, t.block, t.log_index FROM :nft_transfer AS t
      WHERE t.collection = n.collection AND t.token_id = n.token_id AND ${which}
    UNION ALL SELECT t.sender, t.owner, t.block, t.log_index FROM :nft_range AS t
      WHERE t.collection = n.collection AND t.first_id <= n.token_id AND t.last_id >= n.token_id
        AND ${which}) AS e`;
}

const UNDONE = "(owner, token) IN (SELECT owner, token FROM :touched WHERE block > @number)";

/**
 * Undoes what the blocks above a number did to pairs and NFTs. The balances of an owner remain consistent at one
 * block, even if it was rolled back, until its pairs are read again; only pairs that have not been served yet are
 * removed at once. An NFT that no remaining block has moved belongs to the sender of the first transfer that is
 * removed. If no block remains, nothing remains that rests on blocks below: balances are read again, NFTs are gone,
 * and wallets are discovered again.
 */
export function undoSteps({ literal }: Dialect) {
  const nobody = literal(ZERO_ADDRESS);
  return (number: number): Step[] => {
    const removed = transfersOf("t.block > @number");
    const isMoved = `(n.collection, n.token_id) IN (
        SELECT collection, token_id FROM :nft_transfer WHERE block > @number
        UNION SELECT k.collection, k.token_id FROM :nft_range AS t JOIN :nft AS k ON k.collection = t.collection
          AND k.token_id >= t.first_id AND k.token_id <= t.last_id WHERE t.block > @number)`;
    const before = `(SELECT e.owner FROM ${transfersOf("t.block <= @number")} ORDER BY e.block DESC, e.log_index DESC LIMIT 1)`;
    const sender = `(SELECT e.sender FROM ${removed} ORDER BY e.block, e.log_index LIMIT 1)`;
    /** NFTs whose first transfer is removed, and minted them. */
    const isUnborn = `${isMoved} AND ${before} IS NULL AND ${sender} = ${nobody}`;
    const isEmpty = "NOT EXISTS (SELECT 1 FROM :block WHERE number <= @number)";
    // A token that was minted again may have had a different URI before.
    const minted = `EXISTS (SELECT 1 FROM ${removed} WHERE e.sender = ${nobody})`;
    const statements = [
      // Another contract may be deployed at the address of a removed one: its properties are read again.
      `UPDATE :token SET stale = TRUE WHERE address IN (SELECT token FROM :touched WHERE block > @number
           UNION SELECT collection FROM :nft_transfer WHERE block > @number
           UNION SELECT collection FROM :nft_range WHERE block > @number)`,
      "UPDATE :token_due SET due = 0 WHERE address IN (SELECT address FROM :token WHERE stale)",
      `UPDATE :balance SET since = ${LOST} WHERE since > @number AND ${UNDONE}`,
      ...["dirty", "dirty_aside"].map(
        (table) => `DELETE FROM :${table} WHERE since > @number AND ${UNDONE}`,
      ),
      `INSERT INTO :dirty (owner, token, since) SELECT owner, token, since FROM :balance WHERE ${UNDONE}
           ON CONFLICT DO NOTHING`,
      // By the pairs that they touched: an index by block would double what it costs to add a block.
      `DELETE FROM :possible_nft WHERE block > @number AND collection IN (
           SELECT token FROM :touched WHERE block > @number)`,
      "DELETE FROM :touched WHERE block > @number",
      `DELETE FROM :metadata_due AS n WHERE ${isUnborn}`,
      `DELETE FROM :nft AS n WHERE ${isUnborn}`,
      `UPDATE :nft AS n SET owner = coalesce(${before}, ${sender}),
           uri = CASE WHEN ${minted} THEN NULL ELSE n.uri END,
           metadata = CASE WHEN ${minted} THEN NULL ELSE n.metadata END,
           fault = CASE WHEN ${minted} THEN NULL ELSE n.fault END,
           asked = CASE WHEN ${minted} THEN FALSE ELSE n.asked END
         WHERE ${isMoved}`,
      ...["nft_transfer", "nft_range", "unrecognized"].map(
        (table) => `DELETE FROM :${table} WHERE block > @number`,
      ),
      `INSERT INTO :dirty (owner, token, since) SELECT owner, token, since FROM :balance WHERE ${isEmpty}
           ON CONFLICT DO NOTHING`,
      `UPDATE :token SET stale = TRUE WHERE ${isEmpty}`,
      ...[
        ...["touched", "metadata_due", "nft", "nft_transfer", "nft_range"],
        ...["possible_nft", "unrecognized"],
      ].map((table) => `DELETE FROM :${table} WHERE ${isEmpty}`),
      `UPDATE :discovered SET lowest = ${NOWHERE} WHERE ${isEmpty}`,
      "DELETE FROM :block WHERE number > @number",
    ];
    return statements.map((sql) => ({ sql, values: { number } }));
  };
}
