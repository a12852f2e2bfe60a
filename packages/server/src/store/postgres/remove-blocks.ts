import type { ChainWriter } from "../chain-writer.ts";
import { transactionId } from "../rows.ts";
import type { Session } from "./connection.ts";
import { dropRanges } from "./ranges.ts";
import { statementsOf } from "./statements.ts";
import { STEPS, type StepRunner } from "./steps.ts";
import { bytes } from "./values.ts";

/** Removes blocks at either end, in one transaction. */
interface BlockRemover extends Pick<ChainWriter, "rollbackTo" | "clear"> {
  /** As in `ChainWriter`; undefined if another process holds the lease. */
  pruneBelow(number: number, limit: number): Promise<number | undefined>;
}

/** @param epoch Number of the lease. */
export function blockRemover(
  session: Session,
  schema: string,
  epoch: number,
  { run }: StepRunner,
): BlockRemover {
  const sql = statementsOf(schema);
  const fence = sql`UPDATE :head SET generation = generation + 1, (number, hash) = (
      SELECT number, hash FROM :block WHERE number <= $1 ORDER BY number DESC LIMIT 1
    ) WHERE epoch = $2 AND hash = $3`;
  const undoTx = sql`DELETE FROM :tx WHERE id >= $1`;
  const undoBlocks = sql`DELETE FROM :block WHERE number > $1`;
  const rollbackTo: BlockRemover["rollbackTo"] = (number, expectedTip) =>
    session.transaction(async (db) => {
      const { count } = await db.run(fence, number, epoch, bytes(expectedTip.hash));
      if (count === 0) {
        return false;
      }
      await db.run(undoTx, transactionId({ blockNumber: number + 1, index: 0 }));
      await db.run(undoBlocks, number);
      await run(db, STEPS.undo(number));
      return true;
    });
  const empty = sql`UPDATE :head SET generation = generation + 1, number = NULL, hash = NULL
    WHERE epoch = $1 AND hash = $2`;
  const clear: BlockRemover["clear"] = (expectedTip) =>
    session.transaction(async (db) => {
      const { count } = await db.run(empty, epoch, bytes(expectedTip.hash));
      if (count === 0) {
        return false;
      }
      await db.run(undoTx, 0);
      await db.run(undoBlocks, -1);
      await run(db, STEPS.clear());
      return true;
    });
  const lease = sql`UPDATE :head SET epoch = epoch WHERE epoch = $1 RETURNING number`;
  const oldest = sql`SELECT min(number) AS first, max(number) AS last, count(*) AS count FROM (
      SELECT number FROM :block WHERE number < $1 ORDER BY number LIMIT $2) AS b`;
  const dropTx = sql`DELETE FROM :tx WHERE id >= $1 AND id < $2`;
  const dropBlocks = sql`DELETE FROM :block WHERE number <= $1`;
  const removeBelow: BlockRemover["pruneBelow"] = (number, limit) =>
    session.transaction(async (db) => {
      const tip = (await db.run(lease, epoch)).rows[0];
      if (!tip) {
        return undefined;
      }
      const below = Math.min(number, Number(tip.number ?? 0));
      const { first: from, last, count } = (await db.run(oldest, below, limit)).rows[0] ?? {};
      if (Number(count) > 0) {
        const ids = [Number(from), Number(last) + 1].map((blockNumber) =>
          transactionId({ blockNumber, index: 0 }),
        );
        await db.run(dropTx, ...ids);
        await db.run(dropBlocks, Number(last));
      }
      return Number(count);
    });
  return {
    rollbackTo,
    clear,
    async pruneBelow(number, limit) {
      const count = await removeBelow(number, limit);
      if (count !== undefined && count > 0 && count < limit) {
        await dropRanges(session, schema, number);
      }
      return count;
    },
  };
}
