import { DatabaseError } from "pg";
import { StoreUnavailableError } from "../engine.ts";
import {
  type Handle,
  type HandlePolicy,
  type ManagementDb,
  type ManagementSql,
  openHandle,
  type SqlRow,
  type SqlValue,
} from "../handle.ts";
import {
  openSession,
  type Queryable,
  type Row,
  type Rows,
  type Statement,
  unavailable,
} from "./connection.ts";
import { type PostgresLocation, prepareUnlessDown } from "./location.ts";
import { openPool } from "./pool.ts";
import { SHARED_SCHEMA } from "./schema.ts";
import { statementsOf } from "./statements.ts";
import { textOf, utf8 } from "./values.ts";

const sql = statementsOf(SHARED_SCHEMA);

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
  const run = (text: string, values: readonly SqlValue[]) =>
    primary.run(statementOf(text), ...values.map(parameterOf));
  const getFromCopies = async (text: string, values: readonly SqlValue[], error: Error) => {
    if (error instanceof StoreUnavailableError) {
      for (const copy of copies) {
        const { rows } = await copy
          .run(statementOf(text), ...values.map(parameterOf))
          .catch(() => NONE);
        if (rows.length > 0) {
          return { rows };
        }
      }
    }
    throw error;
  };
  return {
    all: async <Row>(text: string, ...values: readonly SqlValue[]) =>
      (await run(text, values)).rows.map(decoded) as Row[],
    async get<Row>(text: string, ...values: readonly SqlValue[]) {
      const { rows } = await run(text, values).catch((error: Error) =>
        getFromCopies(text, values, error),
      );
      return rows[0] && (decoded(rows[0]) as Row);
    },
    run: async (text, ...values) => (await run(text, values)).count,
    text: utf8,
  };
}

const NONE: Rows = { rows: [], count: 0 };
const STATEMENTS = new Map<string, Statement>();

function statementOf(text: string): Statement {
  const known = STATEMENTS.get(text) ?? sql`${text.replaceAll(/\?(?=\d)/g, "$")}`;
  STATEMENTS.set(text, known);
  return known;
}

function parameterOf(value: SqlValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** Columns of untrusted text, which are stored as bytes. */
const TEXTS = ["name", "version", "tag"];

function decoded(row: Row): SqlRow {
  const columns: Record<string, unknown> = { ...row };
  for (const column of TEXTS) {
    if (column in columns) {
      columns[column] = textOf(columns[column]);
    }
  }
  if (typeof columns.hash === "string") {
    columns.hash = Buffer.from(columns.hash.slice(2), "hex");
  }
  return columns;
}
