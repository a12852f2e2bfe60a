import { encodeWord } from "../../chain/abi.ts";
import {
  type CopyColumn,
  type CopyRow,
  type CopySource,
  type CopyValue,
  HISTORY,
  STATE,
  type StateTable,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../ids.ts";
import { type ConnectionOptions, openSession, type Session } from "./connection.ts";
import { type Lease, takeLease } from "./lease.ts";
import { inSchema, type Sql, statementsOf } from "./statements.ts";
import { integerOf, textOf } from "./values.ts";

const BATCH_ROWS = 5_000;
/** Counts the addresses of each transaction once. */
const COUNT_ADDRESSES = `SELECT count(*)
    + count(*) FILTER (WHERE recipient <> sender)
    + count(*) FILTER (WHERE created <> sender AND created IS DISTINCT FROM recipient) AS n
  FROM :tx`;

/** Opens a chain in PostgreSQL for copying it. */
export async function openCopySource(
  location: ConnectionOptions & { readonly schema: string },
): Promise<CopySource> {
  const { schema } = location;
  const session = await openSession(location);
  // Renews the lease while long statements run in the other one.
  const other = await openSession(location);
  const sql = statementsOf(schema);
  let lease: Lease | undefined;
  return {
    ...contents(session, schema, sql),
    history: (range, transfersFrom, limit) =>
      session.alone(async (client) => {
        const read = async (table: keyof typeof HISTORY, where: string, values: number[]) => {
          const text = `SELECT ${Object.keys(HISTORY[table])} FROM :${table} ${where}`;
          const query = { text: inSchema(text, schema), values, rowMode: "array" };
          return (await client.query<CopyValue[]>(query)).rows;
        };
        await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        try {
          const inRange = "WHERE number BETWEEN $1 AND $2 ORDER BY number LIMIT $3";
          const block = await read("block", inRange, [range.first, range.last, limit]);
          const last = block.length < limit ? range.last : Number(block.at(-1)?.[0]);
          const ids = [range.first * PER_BLOCK, (last + 1) * PER_BLOCK];
          const transactions = await read("tx", "WHERE id >= $1 AND id < $2 ORDER BY id", ids);
          const inBlocks = "WHERE block BETWEEN $1 AND $2";
          const transfers = await read("nft_transfer", inBlocks, [transfersFrom, last]);
          return {
            block: decoded(block, Object.values(HISTORY.block)),
            tx: decoded(transactions, Object.values(HISTORY.tx)),
            nft_transfer: decoded(transfers, Object.values(HISTORY.nft_transfer)),
            transfersOf: { first: transfersFrom, last },
          };
        } finally {
          await client.query("COMMIT");
        }
      }),
    state: (table) => stateRows(session, schema, table),
    async lock() {
      lease = await takeLease(other, schema);
    },
    async close() {
      await lease?.release();
      await Promise.all([session.close(), other.close()]);
    },
  };
}

/** Reads bounds, hashes and counts. */
export function contents(
  session: Session,
  schema: string,
  sql: Sql,
): Pick<CopySource, "bounds" | "hash" | "count"> {
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

/** Reads a table through a cursor; other statements of the session may run between batches. */
async function* stateRows(
  session: Session,
  schema: string,
  table: StateTable,
): AsyncGenerator<CopyRow[]> {
  const columns: Readonly<Record<string, CopyColumn>> = STATE[table];
  const text = `SELECT ${Object.keys(columns)} FROM :${table}`;
  const run = (command: string) =>
    session.alone((client) => client.query<CopyValue[]>({ text: command, rowMode: "array" }));
  await run("BEGIN READ ONLY");
  try {
    await run(`DECLARE rows NO SCROLL CURSOR FOR ${inSchema(text, schema)}`);
    for (;;) {
      const { rows } = await run(`FETCH ${BATCH_ROWS} FROM rows`);
      yield decoded(rows, Object.values(columns));
      if (rows.length < BATCH_ROWS) {
        return;
      }
    }
  } finally {
    await run("COMMIT");
  }
}

/** Converts values from the driver into those that are copied. */
export function decoded(rows: readonly CopyRow[], columns: readonly CopyColumn[]): CopyRow[] {
  return rows.map((row) =>
    row.map((value, at) => {
      if (value === null) {
        return value;
      }
      switch (columns[at]) {
        case "bytes":
          return Buffer.from(String(value).slice(2), "hex");
        case "word":
          return Buffer.from(encodeWord(integerOf(value)), "hex");
        case "utf8":
          return textOf(value);
        default:
          return value;
      }
    }),
  );
}
