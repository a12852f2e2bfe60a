import type { StoreEngine } from "../engine.ts";
import type { Step } from "../steps.ts";
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
      /** Runs steps in one transaction. @returns Numbers of rows that each has written. */
      const run = (steps: readonly Step[]) => session.transaction((db) => runner.run(db, steps));
      /** Updates rows in the order of a plan, in turns with the writer: the two could deadlock. */
      const inTurn = <Result>(work: (db: Queryable) => Promise<Result>) =>
        session.transaction(async (db) => {
          await db.run(lock);
          return work(db);
        });
      return work({
        rereadToken: async (address) => ((await run(STEPS.rereadToken(address)))[0] ?? 0) > 0,
        async refetchMetadata(...nft) {
          const counts = await inTurn((db) => runner.run(db, STEPS.refetchMetadata(...nft)));
          return counts.at(-1) ?? 0;
        },
        addPairs: async (pairs) => (await run(STEPS.addPairs(pairs)))[0] ?? 0,
        addReceived: (received) =>
          inTurn(async (db) => {
            const tip = await runner.all(db, QUERIES.tipAbove(received.restsOn));
            if (!tip) {
              return undefined;
            }
            const [pairs = 0, nfts = 0] = await runner.run(db, STEPS.addReceived(received));
            return { pairs, nfts, tip };
          }),
        async queueWallets(...wallets) {
          await run(STEPS.queueWallets(...wallets));
        },
      });
    }),
};
