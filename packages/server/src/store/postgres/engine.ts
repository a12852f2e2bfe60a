import { chainSteps } from "../chain-steps.ts";
import type { StoreEngine } from "../engine.ts";
import type { Step } from "../steps.ts";
import { withSession } from "./connection.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { DIALECT, stepRunner } from "./steps.ts";
import { openWriter } from "./writer.ts";

const STEPS = chainSteps(DIALECT);

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  besideWriter: (location, work) =>
    withSession(location, (session) => {
      const runner = stepRunner(statementsOf(location.schema));
      /** Runs steps in one transaction. @returns Numbers of rows that each has written. */
      const run = (steps: readonly Step[]) =>
        session.transaction(async (db) => {
          const counts: number[] = [];
          for (const step of steps) {
            counts.push(await runner.run(db, step));
          }
          return counts;
        });
      return work({
        refetchMetadata: async (...nft) => (await run(STEPS.refetchMetadata(...nft))).at(-1) ?? 0,
        addPairs: async (pairs) => (await run(STEPS.addPairs(pairs)))[0] ?? 0,
        async addReceived(received) {
          const [pairs = 0, nfts = 0] = await run(STEPS.addReceived(received));
          return { pairs, nfts };
        },
        async queueWallets(...wallets) {
          await run(STEPS.queueWallets(...wallets));
        },
      });
    }),
};
