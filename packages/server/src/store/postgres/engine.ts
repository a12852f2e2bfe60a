import { chainAdditions } from "../chain-writing.ts";
import type { StoreEngine } from "../engine.ts";
import { withSession } from "./connection.ts";
import { openManagementData } from "./management.ts";
import { openReader } from "./reader.ts";
import type { PostgresLocation } from "./schema.ts";
import { statementsOf } from "./statements.ts";
import { CHAIN, stepRunners } from "./steps.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  besideWriter: (location, work) =>
    withSession(location, (session) => {
      const { within } = stepRunners(location.schema);
      const lock = statementsOf(location.schema)`SELECT 1 FROM :head FOR UPDATE`;
      const additions = chainAdditions(
        CHAIN,
        (change) => session.transaction((db) => change(within(db))),
        (change) =>
          session.transaction(async (db) => {
            await db.run(lock);
            return change(within(db));
          }),
      );
      return work(additions);
    }),
};
