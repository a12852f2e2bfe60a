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

/** A block that a transaction rests on was replaced, so that it is rolled back. */
class ReplacedBlockError extends Error {
  override readonly name = "ReplacedBlockError";
}

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  besideWriter: (location, work) =>
    withSession(location, (session) => {
      const runner = stepRunner(statementsOf(location.schema));
      const runAll = async (db: Queryable, steps: readonly Step[]) => {
        const counts: number[] = [];
        for (const step of steps) {
          counts.push(await runner.run(db, step));
        }
        return counts;
      };
      /** Runs steps in one transaction. @returns Numbers of rows that each has written. */
      const run = (steps: readonly Step[]) => session.transaction((db) => runAll(db, steps));
      return work({
        refetchMetadata: async (...nft) => (await run(STEPS.refetchMetadata(...nft))).at(-1) ?? 0,
        addPairs: async (pairs) => (await run(STEPS.addPairs(pairs)))[0] ?? 0,
        async addReceived(received) {
          const added = session.transaction(async (db) => {
            const [pairs = 0, nfts = 0] = await runAll(db, STEPS.addReceived(received));
            // Last, because a rollback may be committed beside it.
            const tip = await runner.all(db, QUERIES.tipAbove(received.restsOn));
            if (!tip) {
              throw new ReplacedBlockError();
            }
            return { pairs, nfts, tip };
          });
          return added.catch((error) => {
            if (error instanceof ReplacedBlockError) {
              return undefined;
            }
            throw error;
          });
        },
        async queueWallets(...wallets) {
          await run(STEPS.queueWallets(...wallets));
        },
      });
    }),
};
