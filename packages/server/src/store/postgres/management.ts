import { DatabaseError } from "pg";
import { StoreUnavailableError } from "../engine.ts";
import {
  type Handle,
  type HandlePolicy,
  type ManagementDb,
  type ManagementSql,
  openHandle,
} from "../handle.ts";
import type { Step } from "../steps.ts";
import { openSession, type Queryable, unavailable } from "./connection.ts";
import { openPool } from "./pool.ts";
import { type PostgresLocation, prepareUnlessDown, SHARED_SCHEMA } from "./schema.ts";
import { statementsOf } from "./statements.ts";
import { stepRunners } from "./steps.ts";

const sql = statementsOf(SHARED_SCHEMA);
const { on } = stepRunners(SHARED_SCHEMA);

/** Lock that serializes writers of subgraph versions and tags; readers do not wait. */
const lock = sql`LOCK TABLE :graph_node, :deployment, :tag IN SHARE ROW EXCLUSIVE MODE`;

/**
 * Opens management data in a database. Each statement that reads finds a connection of its own, and each
 * transaction opens one, so that none outlives a failover.
 *
 * @param onOpened As in `HandlePolicy`.
 */
export function openManagementData(
  location: PostgresLocation,
  onOpened: HandlePolicy["onOpened"],
): Promise<Handle<ManagementDb>> {
  const open = async () => {
    await prepareUnlessDown({ ...location, schema: SHARED_SCHEMA });
    const { readFrom } = location;
    const primary = openPool(location);
    const copies = readFrom === undefined ? [] : [openPool({ ...location, url: readFrom })];
    const reading = statementsOn(primary, copies);
    return {
      db: {
        read: <Result>(work: (sql: ManagementSql) => Promise<Result>) => work(reading),
        write: <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
          inTransaction(location, work),
      },
      async close() {
        await Promise.all([primary, ...copies].map((pool) => pool.close()));
      },
    };
  };
  return openHandle<ManagementDb>(open, { onOpened });
}

async function inTransaction<Result>(
  location: PostgresLocation,
  work: (sql: ManagementSql) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(location, "durable").catch((error: Error) => {
    throw new StoreUnavailableError(error, error.message);
  });
  try {
    return await session.transaction(async (db) => {
      await db.run(lock);
      return work(statementsOn(db, []));
    });
  } catch (error) {
    const isOfServer = error instanceof DatabaseError || session.ended.aborted;
    throw isOfServer ? unavailable(error as Error) : error;
  } finally {
    await session.close().catch(() => {});
  }
}

/** @param copies Replicas, of which one may find a row while the primary is away; only that can say that there is none. */
function statementsOn(primary: Queryable, copies: readonly Queryable[]): ManagementSql {
  const { send } = on(primary);
  const getFromCopies = async (step: Step, error: Error) => {
    if (error instanceof StoreUnavailableError) {
      for (const copy of copies) {
        const { rows } = await on(copy)
          .send(step)
          .catch(() => ({ rows: [] }));
        if (rows.length > 0) {
          return { rows };
        }
      }
    }
    throw error;
  };
  return {
    all: async <Row>(text: string, values = {}) =>
      (await send({ sql: text, values })).rows as Row[],
    async get<Row>(text: string, values = {}) {
      const step = { sql: text, values };
      const { rows } = await send(step).catch((error: Error) => getFromCopies(step, error));
      return rows[0] as Row | undefined;
    },
    run: async (text, values) => (await send({ sql: text, values })).count,
  };
}
