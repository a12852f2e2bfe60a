import type { StoreEngine } from "../engine.ts";
import { type Session, withSession } from "./connection.ts";
import { addReceived, queueWallets } from "./discoveries.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { forgetMetadata } from "./metadata.ts";
import { addPairs } from "./pairs.ts";
import { openReader } from "./reader.ts";
import { type Sql, statementsOf } from "./statements.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  refetchMetadata: (location, collection, tokenId) =>
    beside(location, (session, sql) => forgetMetadata(session, sql, collection, tokenId)),
  addPairs: (location, pairs) => beside(location, (session, sql) => addPairs(session, sql, pairs)),
  addReceived: (location, received) =>
    beside(location, (session, sql) => addReceived(session, sql, received)),
  queueWallets: (location, wallets, first) =>
    beside(location, (session, sql) => queueWallets(session, sql, wallets, first)),
};

/** Does one thing beside the writer of a chain, on a connection of its own. */
function beside<Result>(
  location: PostgresLocation,
  work: (session: Session, sql: Sql) => Promise<Result>,
): Promise<Result> {
  return withSession(location, (session) => work(session, statementsOf(location.schema)));
}
