import type { StoreEngine } from "../engine.ts";
import { openSession, type Session } from "./connection.ts";
import { openCopySource } from "./copy-source.ts";
import { openCopyTarget } from "./copy-target.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { exportManagement, importManagement } from "./management-copy.ts";
import { forgetMetadata } from "./metadata.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { addPairs } from "./pairs.ts";
import { prepare } from "./prepare.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
  openCopySource,
  openCopyTarget,
  exportManagement: (location) => withManagement(location, exportManagement),
  importManagement: (location, rows) =>
    withManagement(location, (session) => importManagement(session, rows)),
  async refetchMetadata(location, collection, tokenId) {
    const session = await openSession(location);
    try {
      return await forgetMetadata(session, statementsOf(location.schema), collection, tokenId);
    } finally {
      await session.close();
    }
  },
  async addPairs(location, pairs) {
    const session = await openSession(location);
    try {
      return await addPairs(session, statementsOf(location.schema), pairs);
    } finally {
      await session.close();
    }
  },
};

async function withManagement<Result>(
  location: PostgresLocation,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  await prepare({ ...location, schema: SHARED_SCHEMA });
  const session = await openSession(location, "durable");
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
