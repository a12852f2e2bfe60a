import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import { type StoreEngine, StoreLockedError } from "../engine.ts";
import { blockAdder } from "./add-blocks.ts";
import { openPool, openSession, type Queryable, type Session } from "./connection.ts";
import { openCopySource } from "./copy-source.ts";
import { openCopyTarget } from "./copy-target.ts";
import { statusReader, statusWriter } from "./follower-status.ts";
import { addPairs, historyWriter } from "./history.ts";
import { type Lease, takeLease } from "./lease.ts";
import { openManagementStore, withReplicatedTokens } from "./management.ts";
import { exportManagement, importManagement } from "./management-copy.ts";
import { forgetMetadata, metadataStore } from "./metadata.ts";
import {
  ensureSchema,
  type MigrationPolicy,
  SchemaOutdatedError,
  SHARED_SCHEMA,
} from "./migrate.ts";
import { pairLists } from "./pairs.ts";
import { rangeMaker } from "./ranges.ts";
import { type Copy, replicatedReader } from "./replicas.ts";
import { rollbackWriter } from "./rollback.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "./schema.ts";
import { settler, tokenFinder } from "./settle.ts";
import { type Sql, statementsOf } from "./statements.ts";
import { openSubgraphStore } from "./subgraphs.ts";
import { tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

/** A store in a PostgreSQL database, of version 15 or later. */
export interface PostgresLocation {
  readonly kind: "postgres";
  /** `postgres://user@host/database`. */
  readonly url: string;
  /** Schema of the chain; the management store is in the schema `chainkit`. */
  readonly schema: string;
  /** Maximum number of connections for reading. */
  readonly pool?: number;
  /** Blocks per new range. */
  readonly blocksPerRange?: number;
  /** URLs of replicas; absent: the primary is read. */
  readonly replicas?: readonly string[];
  /** Lag after which a replica is left out, in milliseconds. Default: 2,000. */
  readonly maxLagMs?: number;
  /** Blocks after which a replica is left out, however short the time. Default: no limit. */
  readonly maxLagBlocks?: number;
  /** What opening the store may do to its schema. Default: any migration. */
  readonly migration?: MigrationPolicy;
}

/** Connections to a primary that only decides what replicas do not have. */
const PRIMARY_POOL = 4;

/** Stores in PostgreSQL: a schema per chain, and a shared one per deployment. */
export const postgresEngine: StoreEngine<PostgresLocation> = {
  async openReader(location) {
    const { replicas = [] } = location;
    await prepareUnlessDown(location);
    if (replicas.length === 0) {
      return openReader(location);
    }
    const { pool = PRIMARY_POOL, maxLagMs, maxLagBlocks } = location;
    return replicatedReader(
      openCopy({ ...location, pool: Math.min(pool, PRIMARY_POOL) }),
      replicas.map((url) => openCopy({ ...location, url })),
      {
        ...(maxLagMs !== undefined && { maxLagMs }),
        ...(maxLagBlocks !== undefined && { maxLagBlocks }),
      },
    );
  },
  openWriter,
  async openManagement(location, now) {
    const { replicas = [] } = location;
    await prepareUnlessDown({ ...location, schema: SHARED_SCHEMA });
    const store = openManagementStore(openPool(location), now);
    const copies = replicas.map((url) => openManagementStore(openPool({ ...location, url }), now));
    return copies.length > 0 ? withReplicatedTokens(store, copies) : store;
  },
  async openSubgraphs(location, now) {
    await prepare({ ...location, schema: SHARED_SCHEMA });
    return openSubgraphStore(await openSession(location, "durable"), now);
  },
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

/** Creates or checks the tables of a location. */
async function prepare(location: PostgresLocation): Promise<void> {
  const { schema, migration = "migrate" } = location;
  const session = await openSession(location);
  try {
    await ensureSchema(session, SHARED_SCHEMA, SHARED_STEPS, migration);
    if (schema !== SHARED_SCHEMA) {
      await ensureSchema(session, schema, CHAIN_STEPS, migration);
    }
  } finally {
    await session.close();
  }
}

/** Replicas continue to serve while the primary is unavailable. */
async function prepareUnlessDown(location: PostgresLocation): Promise<void> {
  const hasReplicas = location.replicas !== undefined && location.replicas.length > 0;
  await prepare(location).catch((error: Error) => {
    if (!hasReplicas || error instanceof SchemaOutdatedError) {
      throw error;
    }
  });
}

function openReader(location: PostgresLocation): ChainReader {
  const pool = openPool(location);
  return { ...reading(pool, location.schema), close: () => pool.close() };
}

/** Its head is read over a connection of its own, which requests cannot occupy. */
function openCopy(location: PostgresLocation): Copy {
  const sql = statementsOf(location.schema);
  const head = sql`SELECT coalesce(number, -1) AS number, generation FROM :head`;
  const probe = openPool({ ...location, pool: 1 });
  const reader = openReader(location);
  return {
    ...reader,
    async head() {
      const [row] = (await probe.run(head)).rows;
      return { number: Number(row?.number ?? -1), generation: Number(row?.generation ?? 0) };
    },
    async close() {
      await Promise.all([reader.close(), probe.close()]);
    },
  };
}

function reading(db: Queryable, schema: string): Omit<ChainReader, "close"> {
  const sql = statementsOf(schema);
  const size = sql`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS bytes
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.oid = (SELECT relnamespace FROM pg_class WHERE oid = ':head'::regclass)
      AND c.relkind IN ('r', 'p', 'm')`;
  return {
    ...transactionReader(db, sql),
    ...tokenReader(db, sql),
    ...statusReader(db, schema),
    size: async () => Number((await db.run(size)).rows[0]?.bytes),
  };
}

async function openWriter(
  location: PostgresLocation,
  { undoBlocks, holder }: WriterOptions,
): Promise<ChainWriter> {
  await prepare(location);
  const { schema } = location;
  const sql = statementsOf(schema);
  const session = await openSession(location);
  try {
    const lease = await takeLease(session, schema, { holder });
    return {
      ...reading(session, schema),
      ...statusWriter(session, schema, lease.epoch),
      ...writing(session, location, sql, lease, undoBlocks),
      lost: lease.lost,
      async close() {
        await lease.release();
        await session.close();
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

function writing(
  session: Session,
  { schema, blocksPerRange }: PostgresLocation,
  sql: Sql,
  { epoch, lose }: Lease,
  undoBlocks: number,
): Omit<ChainWriter, keyof ChainReader> {
  const ranges = rangeMaker(session, schema, blocksPerRange);
  const add = blockAdder(session, schema, sql, epoch, undoBlocks);
  const rollback = rollbackWriter(session, sql);
  const history = historyWriter(session, schema, sql, epoch, undoBlocks);
  const settle = settler(session, sql);
  const holds = sql`SELECT 1 FROM :head WHERE epoch = $1`;
  /** Throws if the lease was lost to another process; otherwise the expected tip was wrong. */
  const checked = async <Result>(result: Result, isRefused: boolean): Promise<Result> => {
    if (isRefused && (await session.run(holds, epoch)).rows.length === 0) {
      lose();
      throw new StoreLockedError(`schema ${schema}`);
    }
    return result;
  };
  return {
    ...pairLists(session, sql),
    ...tokenFinder(session, sql),
    ...metadataStore(session, sql),
    async addBlocks(changes, expectedTip) {
      const [first, last] = [changes[0], changes.at(-1)];
      if (!first || !last) {
        return true;
      }
      await ranges.cover(first.block.number, last.block.number);
      const isAdded = await add(changes, expectedTip);
      return checked(isAdded, !isAdded);
    },
    async prependBlocks(changes, expectedFirst) {
      const [first, last] = [changes[0], changes.at(-1)];
      if (!first || !last) {
        return true;
      }
      // Not those remembered: another process may have dropped old ranges.
      const fresh = rangeMaker(session, schema, blocksPerRange);
      await fresh.cover(first.block.number, last.block.number);
      const isAdded = await history.prepend(changes, expectedFirst);
      return checked(isAdded, !isAdded);
    },
    async pruneBelow(number, limit) {
      const count = await history.prune(number, limit);
      return checked(count ?? 0, count === undefined);
    },
    async rollbackTo(number, expectedTip) {
      const isDone = await rollback(number, epoch, expectedTip);
      return checked(isDone, !isDone);
    },
    async settle(at, results) {
      const settlement = await settle(at, epoch, results);
      return checked(settlement, !settlement.isWritten);
    },
  };
}
