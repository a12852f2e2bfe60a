import type { Client } from "pg";
import {
  type CopyColumn,
  type CopyTarget,
  HISTORY,
  STATE,
  type StateTable,
  TargetExistsError,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../ids.ts";
import { COMMIT } from "./commit.ts";
import { type ConnectionOptions, openSession, quoted, type Session } from "./connection.ts";
import { copyBatches } from "./copy.ts";
import { takeLease } from "./lease.ts";
import { migrate, SHARED_SCHEMA } from "./migrate.ts";
import { rangeMaker } from "./ranges.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "./schema.ts";
import { inSchema, type Sql, statementsOf } from "./statements.ts";

type Columns = Readonly<Record<string, CopyColumn>>;

/**
 * Opens the copy of a chain, in a schema of another name until it is finished.
 *
 * @throws TargetExistsError if the schema of the chain has blocks.
 * @throws StoreLockedError if another process copies to it.
 */
export async function openCopyTarget<
  Location extends ConnectionOptions & {
    readonly schema: string;
    readonly blocksPerRange?: number;
  },
>(location: Location): Promise<CopyTarget<Location>> {
  // A crash loses whole transactions, which are copied again.
  const session = await openSession(location, "later");
  // Renews the lease while long statements run in the other one.
  const other = await openSession(location);
  const closeBoth = () => Promise.all([session.close(), other.close()]);
  try {
    await session.alone((client) => assertEmpty(client, location.schema));
    const schema = `copy_${location.schema}`;
    await migrate(session, SHARED_SCHEMA, SHARED_STEPS);
    await migrate(session, schema, CHAIN_STEPS);
    const lease = await takeLease(other, schema);
    const close = async () => {
      await lease.release();
      await closeBoth();
    };
    return {
      ...contents(session, schema, statementsOf(schema)),
      ...writing(session, schema, location.blocksPerRange),
      location: { ...location, schema },
      close,
      async finish() {
        await session.transaction((_, client) => publish(client, schema, location.schema));
        await close();
      },
    };
  } catch (error) {
    await closeBoth();
    throw error;
  }
}

async function hasTable(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [table]);
  return rows[0].there;
}

/** @returns Whether the schema exists, without blocks. */
async function assertEmpty(client: Client, schema: string): Promise<boolean> {
  const head = inSchema(":head", schema);
  if (!(await hasTable(client, head))) {
    return false;
  }
  const { rows } = await client.query(`SELECT number FROM ${head} FOR UPDATE`);
  if (rows[0]?.number !== null) {
    throw new TargetExistsError(`schema ${schema}`);
  }
  return true;
}

/** Gives the copy its name. A reader may have created an empty schema of that name. */
async function publish(client: Client, from: string, to: string): Promise<void> {
  await client.query(`SELECT ${COMMIT.durable}`);
  if (await assertEmpty(client, to)) {
    await client.query(`DROP SCHEMA ${quoted(to)} CASCADE`);
  }
  // The first writer takes a lease of the other name, which is counted anew.
  await client.query(inSchema("UPDATE :head SET epoch = 0", from));
  await client.query(`ALTER SCHEMA ${quoted(from)} RENAME TO ${quoted(to)}`);
}

/** Counts the addresses of each transaction once. */
const COUNT_ADDRESSES = `SELECT count(*)
    + count(*) FILTER (WHERE recipient <> sender)
    + count(*) FILTER (WHERE created <> sender AND created IS DISTINCT FROM recipient) AS n
  FROM :tx`;

/** Reads bounds, hashes and counts. */
function contents(
  session: Session,
  schema: string,
  sql: Sql,
): Pick<CopyTarget<unknown>, "bounds" | "hash" | "count"> {
  const bounds = sql`SELECT min(number) AS first, max(number) AS last FROM :block`;
  const hash = sql`SELECT hash FROM :block WHERE number = $1`;
  return {
    async bounds() {
      const { first = null, last } = (await session.run(bounds)).rows[0] ?? {};
      return first === null ? undefined : { first: Number(first), last: Number(last) };
    },
    hash: async (number) => (await session.run(hash, number)).rows[0]?.hash as string | undefined,
    count: (table) =>
      session.alone(async (client) => {
        const count =
          table === "address_tx" ? COUNT_ADDRESSES : `SELECT count(*) AS n FROM :${table}`;
        const text = inSchema(count, schema);
        return Number((await client.query(text)).rows[0]?.n);
      }),
  };
}

function writing(
  session: Session,
  schema: string,
  blocksPerRange: number | undefined,
): Pick<CopyTarget<unknown>, "add" | "retain" | "setState"> {
  const ranges = rangeMaker(session, schema, blocksPerRange);
  const copy = (client: Client, table: string, columns: Columns, rows: never[] | object) =>
    copyBatches(
      client,
      `${inSchema(`:${table}`, schema)} (${Object.keys(columns)})`,
      Object.values(columns),
      rows as Parameters<typeof copyBatches>[3],
    );
  const query = (client: Client, text: string, ...values: readonly number[]) =>
    client.query(inSchema(text, schema), [...values]);
  return {
    async add({ block, tx, nft_transfer, transfersOf }) {
      const [first, last] = [block[0], block.at(-1)];
      if (first && last) {
        await ranges.cover(Number(first[0]), Number(last[0]));
      }
      await session.transaction(async (_, client) => {
        await copy(client, "block", HISTORY.block, [block]);
        await copy(client, "tx", HISTORY.tx, [tx]);
        const { first: from, last: to } = transfersOf;
        await query(client, "DELETE FROM :nft_transfer WHERE block BETWEEN $1 AND $2", from, to);
        await copy(client, "nft_transfer", HISTORY.nft_transfer, [nft_transfer]);
      });
    },
    retain: ({ first, last }) =>
      session.transaction(async (_, client) => {
        const outside = "DELETE FROM :tx WHERE id < $1 OR id >= $2";
        await query(client, outside, first * PER_BLOCK, (last + 1) * PER_BLOCK);
        await query(client, "DELETE FROM :block WHERE number < $1 OR number > $2", first, last);
        await query(client, "DELETE FROM :nft_transfer WHERE block > $1", last);
      }),
    async setState(read) {
      const tables = Object.keys(STATE) as StateTable[];
      await session.transaction(async (_, client) => {
        for (const table of tables) {
          await query(client, `TRUNCATE :${table}`);
          await copy(client, table, STATE[table], read(table));
        }
        await query(
          client,
          `UPDATE :head SET dirty = (SELECT count(*) FROM :dirty), (number, hash) =
             (SELECT number, hash FROM :block ORDER BY number DESC LIMIT 1)`,
        );
      });
      for (const table of [...Object.keys(HISTORY), ...tables]) {
        await session.alone((client) => query(client, `ANALYZE :${table}`));
      }
    },
  };
}
