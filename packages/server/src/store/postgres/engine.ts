import type { StoreEngine } from "../engine.ts";
import { openSession } from "./connection.ts";
import type { PostgresLocation } from "./location.ts";
import { openManagementData } from "./management.ts";
import { addNfts, forgetMetadata } from "./metadata.ts";
import { addPairs, setDiscovered } from "./pairs.ts";
import { openReader } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { openWriter } from "./writer.ts";

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  openReader,
  openWriter,
  openManagementData,
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
  async setDiscovered(location, wallets) {
    const session = await openSession(location);
    try {
      await setDiscovered(session, statementsOf(location.schema), wallets);
    } finally {
      await session.close();
    }
  },
  async addNfts(location, nfts) {
    const session = await openSession(location);
    try {
      return await addNfts(session, statementsOf(location.schema), nfts);
    } finally {
      await session.close();
    }
  },
};
