import type { Client } from "pg";
import {
  type CopyColumn,
  type CopyTarget,
  HISTORY,
  STATE,
  type StateTable,
  TargetExistsError,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../rows.ts";
import { COMMIT, openSession, type Queryable, quoted, type Session } from "./connection.ts";
import { type Batches, copyBatches } from "./copy.ts";
import { takeLease } from "./lease.ts";
import type { PostgresLocation } from "./location.ts";
import { type ChainLocation, rangeMaker } from "./ranges.ts";
import { CHAIN_STEPS, migrate, SHARED_SCHEMA, SHARED_STEPS } from "./schema.ts";
import { commandsOf, inSchema, statementsOf } from "./statements.ts";

type Columns = Readonly<Record<string, CopyColumn>>;

/**
 * Opens the copy of a chain, in a schema of another name until it is finished.
 *
 * @throws TargetExistsError if the schema of the chain has blocks.
 * @throws StoreLockedError if another process copies to it.
 */
export async function openCopyTarget(location: PostgresLocation): Promise<CopyTarget> {
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
    const copy = { ...location, schema };
    return {
      ...contents(session, schema),
      ...writing(session, copy),
      location: copy,
      close,
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
    throw new TargetExistsError(`schema ${schema}`);
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

/** Reads bounds, hashes and counts. */
function contents(session: Session, schema: string): Pick<CopyTarget, "bounds" | "hash" | "count"> {
  const [sql, command] = [statementsOf(schema), commandsOf(schema)];
  const bounds = sql`SELECT min(number) AS first, max(number) AS last FROM :block`;
  const hash = sql`SELECT hash FROM :block WHERE number = $1`;
  return {
    async bounds() {
      const { first = null, last } = (await session.run(bounds)).rows[0] ?? {};
      return first === null ? undefined : { first: Number(first), last: Number(last) };
    },
    hash: async (number) => (await session.run(hash, number)).rows[0]?.hash as string | undefined,
    async count(table) {
      const count =
        table === "address_tx" ? COUNT_ADDRESSES : `SELECT count(*) AS n FROM :${table}`;
      return Number((await session.run(command`${count}`)).rows[0]?.n);
    },
  };
}

function writing(
  session: Session,
  location: ChainLocation,
): Pick<CopyTarget, "add" | "retain" | "setState"> {
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
    async add({ block, tx, nft_transfer, transfersOf }) {
      const [first, last] = [block[0], block.at(-1)];
      if (first && last) {
        await cover(Number(first[0]), Number(last[0]));
      }
      await session.transaction(async (db, client) => {
        await copy(client, "block", HISTORY.block, [block]);
        await copy(client, "tx", HISTORY.tx, [tx]);
        const { first: from, last: to } = transfersOf;
        await db.run(command`DELETE FROM :nft_transfer WHERE block BETWEEN ${from} AND ${to}`);
        await copy(client, "nft_transfer", HISTORY.nft_transfer, [nft_transfer]);
      });
    },
    retain: ({ first, last }) =>
      session.transaction(async (db) => {
        const [low, high] = [first * PER_BLOCK, (last + 1) * PER_BLOCK];
        await db.run(command`DELETE FROM :tx WHERE id < ${low} OR id >= ${high}`);
        await db.run(command`DELETE FROM :block WHERE number < ${first} OR number > ${last}`);
        await db.run(command`DELETE FROM :nft_transfer WHERE block > ${last}`);
      }),
    async setState(read, chainId) {
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
