import type { SQLOutputValue } from "node:sqlite";
import type { CopiedChain, CopySource } from "../sqlite/copy-source.ts";
import { typeOf } from "../steps.ts";
import { type Queryable, type Session, type Transaction, withSession } from "./connection.ts";
import { rangeMaker } from "./ranges.ts";
import { type PostgresLocation, prepare, SHARED_SCHEMA } from "./schema.ts";
import { commandsOf, inSchema } from "./statements.ts";
import { packWord, utf8 } from "./values.ts";

type WithBlocks = Omit<CopiedChain, "close"> & {
  readonly blocks: NonNullable<CopiedChain["blocks"]>;
};

/**
 * Writes a chain into a schema without blocks, in one transaction: if it is interrupted, nothing was copied.
 *
 * @throws Error if the schema has blocks.
 */
export async function copyChainInto(location: PostgresLocation, chain: WithBlocks): Promise<void> {
  const { schema } = location;
  const { oldest, tip } = chain.blocks;
  const command = commandsOf(schema);
  await prepare(location);
  const work = async (session: Session) => {
    await assertEmpty(session, schema);
    await rangeMaker(session, location)(oldest, tip);
    const tables = await tablesOf(session, schema);
    await session.transaction(async (db) => {
      // Held until the end: another copy, or a process that follows the chain, waits for it.
      await assertEmpty(db, schema);
      for (const { table } of tables) {
        // What is left of blocks that were rolled back. Not by TRUNCATE, for which readers would wait.
        await db.run(command`DELETE FROM :${table}`);
      }
      await fill(db, schema, tables, chain);
      await db.run(
        command`UPDATE :head SET chain_id = $1, (number, hash, orphaned) = (
        SELECT number, hash, CASE WHEN $2 THEN hash END FROM :block ORDER BY number DESC LIMIT 1)`,
        chain.chainId,
        chain.isOrphaned,
      );
    });
    for (const { table } of tables) {
      await session.run(command`ANALYZE :${table}`);
    }
  };
  await withSession(location, work, "durable");
}

/**
 * Writes management data into a database without any, in one transaction.
 *
 * @throws Error if it has versions, tags or tokens.
 */
export async function copyManagementInto(
  location: PostgresLocation,
  source: Pick<CopySource, "rows">,
  cursorKey: Uint8Array | undefined,
): Promise<void> {
  const schema = SHARED_SCHEMA;
  const command = commandsOf(schema);
  await prepare({ ...location, schema });
  const work = async (session: Session) => {
    const tables = await tablesOf(session, schema);
    await session.transaction(async (db) => {
      const names = tables.map(({ table }) => `:${table}`).join(", ");
      await db.run(command`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
      for (const { table } of tables) {
        const { rows } = await db.run(command`SELECT FROM :${table} LIMIT 1`);
        if (rows.length > 0) {
          throw new Error(
            `the database has rows in ${schema}.${table} already; a copy needs a place without them`,
          );
        }
      }
      await fill(db, schema, tables, source);
      if (cursorKey) {
        await db.run(command`UPDATE :cursor_key SET value = $1`, Buffer.from(cursorKey));
      }
    });
  };
  await withSession(location, work, "durable");
}

async function fill(
  db: Transaction,
  schema: string,
  tables: readonly Target[],
  source: Pick<CopySource, "rows">,
): Promise<void> {
  for (const { table, columns } of tables) {
    const rows = source
      .rows(table, columns)
      .map((row) => row.map((value, at) => cellOf(columns[at] as string, value)));
    await db.copy(`${inSchema(`:${table}`, schema)} (${columns})`, rows);
  }
}

/** Encodes what a file has in a column. */
function cellOf(name: string, value: SQLOutputValue): unknown {
  if (value instanceof Uint8Array) {
    const bytes = typeOf(name) === "word" ? packWord(value) : Buffer.from(value);
    return `\\x${bytes.toString("hex")}`;
  }
  return typeof value === "string" && typeOf(name) === "utf8" ? utf8(value) : value;
}

async function assertEmpty(db: Queryable, schema: string): Promise<void> {
  const { rows } = await db.run(commandsOf(schema)`SELECT number FROM :head FOR UPDATE`);
  if (rows[0]?.number !== null) {
    throw new Error(
      `schema ${schema} has blocks already; a copy needs a place without the chain: drop the schema, or pass another --database`,
    );
  }
}

/** A table, and its columns that are written. */
interface Target {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Tables that have no counterpart in a file. */
const OWN = "'head', 'migration', 'writer', 'cursor_key'";

/** Lists the tables of a schema, one after those that it refers to. */
async function tablesOf(db: Queryable, schema: string): Promise<readonly Target[]> {
  const { rows } = await db.run(
    commandsOf(
      schema,
    )`SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = ':migration'::regclass)
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN (${OWN})
        AND a.attnum > 0 AND a.attgenerated = '' AND NOT a.attisdropped GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows.map(({ table, columns }) => ({
    table: String(table),
    columns: columns as readonly string[],
  }));
}
