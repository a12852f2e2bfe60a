import type { StoreEngine } from "../engine.ts";
import { withSession } from "./connection.ts";
import { addReceived, queueWallets } from "./discoveries.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { forgetMetadata } from "./metadata.ts";
import { addPairs } from "./pairs.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  besideWriter: (location, work) =>
    withSession(location, (session) => {
      const sql = statementsOf(location.schema);
      return work({
        refetchMetadata: (collection, tokenId) => forgetMetadata(session, sql, collection, tokenId),
        addPairs: (pairs) => addPairs(session, sql, pairs),
        addReceived: (received) => addReceived(session, sql, received),
        queueWallets: (wallets, first) => queueWallets(session, sql, wallets, first),
      });
    }),
};
