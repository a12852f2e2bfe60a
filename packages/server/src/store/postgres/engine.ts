import { chainQueries } from "../chain-queries.ts";
import { chainSteps } from "../chain-steps.ts";
import type { StoreEngine } from "../engine.ts";
import type { Step } from "../steps.ts";
import { type Queryable, withSession } from "./connection.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { DIALECT, stepRunner } from "./steps.ts";
import { openWriter } from "./writer.ts";

const STEPS = chainSteps(DIALECT);
const QUERIES = chainQueries(DIALECT);

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
      const runAll = async (db: Queryable, steps: readonly Step[]) => {
        const counts: number[] = [];
        for (const step of steps) {
          counts.push(await runner.run(db, step));
        }
        return counts;
      };
      /** Runs steps in one transaction. @returns Numbers of rows that each has written. */
      const run = (steps: readonly Step[]) => session.transaction((db) => runAll(db, steps));
      /** Updates rows in the order of a plan, in turns with the writer: the two could deadlock. */
      const inTurn = <Result>(work: (db: Queryable) => Promise<Result>) =>
        session.transaction(async (db) => {
          await db.run(lock);
          return work(db);
        });
      return work({
        rereadToken: async (address) => ((await run(STEPS.rereadToken(address)))[0] ?? 0) > 0,
        async refetchMetadata(...nft) {
          const counts = await inTurn((db) => runAll(db, STEPS.refetchMetadata(...nft)));
          return counts.at(-1) ?? 0;
        },
        addPairs: async (pairs) => (await run(STEPS.addPairs(pairs)))[0] ?? 0,
        addReceived: (received) =>
          inTurn(async (db) => {
            const tip = await runner.all(db, QUERIES.tipAbove(received.restsOn));
            if (!tip) {
              return undefined;
            }
            const [pairs = 0, nfts = 0] = await runAll(db, STEPS.addReceived(received));
            return { pairs, nfts, tip };
          }),
        async queueWallets(...wallets) {
          await run(STEPS.queueWallets(...wallets));
        },
      });
    }),
};
