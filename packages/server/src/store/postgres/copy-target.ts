import type { Client } from "pg";
import {
  type CopiedBlocks,
  type CopyColumn,
  HISTORY,
  type HistoryRows,
  STATE,
  type StateTable,
} from "../chain-copy.ts";
import { COMMIT, openSession, type Queryable, quoted, type Session } from "./connection.ts";
import { type Batches, copyBatches } from "./copy.ts";
import { takeLease } from "./lease.ts";
import type { PostgresLocation } from "./location.ts";
import { type ChainLocation, rangeMaker } from "./ranges.ts";
import { CHAIN_STEPS, migrate, SHARED_SCHEMA, SHARED_STEPS } from "./schema.ts";
import { commandsOf, inSchema, statementsOf } from "./statements.ts";

type Columns = Readonly<Record<string, CopyColumn>>;

/** An unfinished copy, which has a name of its own until it is complete; it can be resumed. */
export type CopyTarget = Awaited<ReturnType<typeof openCopyTarget>>;

/**
 * Opens the copy of a chain, in a schema of another name until it is finished.
 *
 * @throws Error if the schema of the chain has blocks.
 * @throws StoreLockedError if another process copies to it.
 */
export async function openCopyTarget(location: PostgresLocation) {
  // A crash loses whole transactions, which are copied again.
  const session = await openSession(location, "later");
  // Renews the lease while long statements run in the other one.
  const other = await openSession(location);
  const closeBoth = () => Promise.all([session.close(), other.close()]);
  try {
    await assertEmpty(session, location.schema);
    const schema = `copy_${location.schema}`;
    await migrate(session, SHARED_SCHEMA, SHARED_STEPS);
    await migrate(session, schema, CHAIN_STEPS);
    const lease = await takeLease(other, schema);
    const close = async () => {
      await lease.release();
      await closeBoth();
    };
    return {
      schema,
      ...contents(session, schema),
      ...writing(session, { ...location, schema }),
      close,
      /** Makes the copy available under its name, and closes it. @throws Error if there is a chain already. */
      async finish() {
        await session.transaction((db) => publish(db, schema, location.schema));
        await close();
      },
    };
  } catch (error) {
    await closeBoth();
    throw error;
  }
}

/** @returns Whether the schema exists, without blocks. */
async function assertEmpty(db: Queryable, schema: string): Promise<boolean> {
  const command = commandsOf(schema);
  const [head] = (await db.run(command`SELECT to_regclass(':head') IS NOT NULL AS there`)).rows;
  if (!head?.there) {
    return false;
  }
  const { rows } = await db.run(command`SELECT number FROM :head FOR UPDATE`);
  if (rows[0]?.number !== null) {
    throw new Error(
      `schema ${schema} has blocks already; a copy needs a place without the chain: drop the schema, or pass another --database`,
    );
  }
  return true;
}

/** Gives the copy its name. A reader may have created an empty schema of that name. */
async function publish(db: Queryable, from: string, to: string): Promise<void> {
  await db.run({ text: `SELECT ${COMMIT.durable}` });
  if (await assertEmpty(db, to)) {
    await db.run({ text: `DROP SCHEMA ${quoted(to)} CASCADE` });
  }
  // The first writer takes a lease of the other name, which is counted anew.
  await db.run(commandsOf(from)`UPDATE :head SET epoch = 0`);
  await db.run({ text: `ALTER SCHEMA ${quoted(from)} RENAME TO ${quoted(to)}` });
}

/** Counts the addresses of each transaction once. */
const COUNT_ADDRESSES = `SELECT count(*)
    + count(*) FILTER (WHERE recipient <> sender)
    + count(*) FILTER (WHERE created <> sender AND created IS DISTINCT FROM recipient) AS n
  FROM :tx`;

/** Reads blocks, hashes and counts. */
function contents(session: Session, schema: string) {
  const [sql, command] = [statementsOf(schema), commandsOf(schema)];
  const bounds = sql`SELECT min(number) AS first, max(number) AS last FROM :block`;
  const hash = sql`SELECT hash FROM :block WHERE number = $1`;
  return {
    /** Returns the blocks copied so far; undefined if there are none. */
    async blocks(): Promise<CopiedBlocks | undefined> {
      const { first = null, last } = (await session.run(bounds)).rows[0] ?? {};
      return first === null ? undefined : { first: Number(first), last: Number(last) };
    },
    /** Returns the hash of a block. */
    hash: async (number: number) => (await session.run(hash, number)).rows[0]?.hash,
    /** Counts the rows of a table. */
    async count(table: string): Promise<number> {
      const count =
        table === "address_tx" ? COUNT_ADDRESSES : `SELECT count(*) AS n FROM :${table}`;
      return Number((await session.run(command`${count}`)).rows[0]?.n);
    },
  };
}

function writing(session: Session, location: ChainLocation) {
  const { schema } = location;
  const command = commandsOf(schema);
  const cover = rangeMaker(session, location);
  const copy = (client: Client, table: string, columns: Columns, rows: Batches) =>
    copyBatches(
      client,
      `${inSchema(`:${table}`, schema)} (${Object.keys(columns)})`,
      Object.values(columns),
      rows,
    );
  return {
    /** Adds blocks above those copied so far, in one transaction. */
    async add(rows: HistoryRows): Promise<void> {
      const [first, last] = [rows.block[0], rows.block.at(-1)];
      await cover(Number(first?.[0]), Number(last?.[0]));
      await session.transaction(async (_db, client) => {
        for (const table of ["block", "tx", "nft_transfer"] as const) {
          await copy(client, table, HISTORY[table], [rows[table]]);
        }
      });
    },
    /** Removes all blocks. */
    async clear(): Promise<void> {
      await session.run(command`TRUNCATE :block, :tx, :nft_transfer`);
    },
    /** Replaces the state, in one transaction. @param read Reads a table in batches. */
    async setState(read: (table: StateTable) => Batches, chainId: number | undefined) {
      const tables = Object.keys(STATE) as StateTable[];
      await session.transaction(async (db, client) => {
        for (const table of tables) {
          await db.run(command`TRUNCATE :${table}`);
          await copy(client, table, STATE[table], read(table));
        }
        if (chainId !== undefined) {
          await db.run(command`UPDATE :head SET chain_id = ${chainId}`);
        }
        await db.run(
          command`UPDATE :head SET (number, hash) = (SELECT number, hash FROM :block ORDER BY number DESC LIMIT 1)`,
        );
      });
      for (const table of [...Object.keys(HISTORY), ...tables]) {
        await session.run(command`ANALYZE :${table}`);
      }
    },
  };
}
