import type { StoreEngine } from "../engine.ts";
import { changesOf, type Step } from "../steps.ts";
import { type Queryable, withSession } from "./connection.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { QUERIES, STEPS, stepRunner } from "./steps.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  besideWriter: (location, work) =>
    withSession(location, (session) => {
      const sql = statementsOf(location.schema);
      const runner = stepRunner(sql);
      const lock = sql`SELECT 1 FROM :head FOR UPDATE`;
      /** @returns Number of rows that the last step has written. */
      const run = async (db: Queryable, steps: readonly Step[]) =>
        (await runner.run(db, steps)).at(-1) ?? 0;
      /** Updates rows in the order of a plan, in turns with the writer: the two could deadlock. */
      const inTurn = <Result>(change: (db: Queryable) => Promise<Result>) =>
        session.transaction(async (db) => {
          await db.run(lock);
          return change(db);
        });
      return work({
        ...changesOf(STEPS.ofOthers, (steps) => session.transaction((db) => run(db, steps))),
        ...changesOf(STEPS.inTurn, (steps) => inTurn((db) => run(db, steps))),
        addReceived: (received) =>
          inTurn(async (db) => {
            const tip = await runner.all(db, QUERIES.tipAbove(received.restsOn));
            if (!tip) {
              return undefined;
            }
            const [pairs = 0, nfts = 0] = await runner.run(db, STEPS.addReceived(received));
            return { pairs, nfts, tip };
          }),
      });
    }),
};
