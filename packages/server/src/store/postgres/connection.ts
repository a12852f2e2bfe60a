import { Client, type ClientConfig, DatabaseError, Pool, types } from "pg";
import type { Hex } from "../../chain/records.ts";
import { StoreUnavailableError } from "../engine.ts";

/** A row as the driver makes it: bytes are `Hex`, numbers of 64 bits are numbers. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements, one after the other. */
export interface Queryable {
  /** @returns The rows, and the number of those that were written. */
  run(statement: Statement, ...values: readonly unknown[]): Promise<Rows>;
}

/** A statement that is parsed once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What a statement returned. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly count: number;
}

const BYTEA = types.builtins.BYTEA;
const INT8 = types.builtins.INT8;

/** Positions and counts stay below 2^53; bytes come as text, of which the digits are what is wanted. */
const PARSERS: ClientConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === BYTEA) {
      return (text: string): Hex => `0x${text.slice(2)}`;
    }
    return oid === INT8 ? Number : types.getTypeParser(oid, format as "text");
  }) as typeof types.getTypeParser,
};

/** How a server is reached. */
export interface ConnectionOptions {
  /** Of the form `postgres://…`; what it leaves out comes from `PGHOST` and so on. */
  readonly url: string;
  /** Connections at most. */
  readonly pool?: number;
}

const POOL_SIZE = 8;
const CONNECT_TIMEOUT_MS = 10_000;

function configuration({ url }: ConnectionOptions): ClientConfig {
  return {
    connectionString: url,
    types: PARSERS,
    application_name: "chainkit",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

/** Connections for reading, opened as they are needed. */
export interface ReadPool extends Queryable {
  close(): Promise<void>;
}

/** Opens a pool for reading; what is not reached shows at the first statement. */
export function openPool(options: ConnectionOptions): ReadPool {
  const pool = new Pool({ ...configuration(options), max: options.pool ?? POOL_SIZE });
  // An idle connection that breaks is replaced by the next one that is needed.
  pool.on("error", () => {});
  const { run } = runner(pool);
  return {
    run: (statement, ...values) =>
      run(statement, ...values).catch((error: Error) => {
        throw isFromDatabase(error) ? error : new StoreUnavailableError(error);
      }),
    close: () => pool.end(),
  };
}

/** Classes of errors with which a database says that it goes down, or is not up yet. */
const DOWN = /^(08|57P)/;

function isFromDatabase(error: Error): boolean {
  return error instanceof DatabaseError && !DOWN.test(error.code ?? "");
}

/** One connection. What is asked of it is done one after the other, a transaction as a whole. */
export interface Session extends Queryable {
  /** Runs work in one transaction, on the connection that it is given; what it throws undoes it. */
  transaction<Result>(work: (db: Queryable, client: Client) => Promise<Result>): Promise<Result>;
  /** Runs work that no other statement of the session may come between. */
  alone<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Opens one connection.
 *
 * @throws Error if the server cannot be reached.
 */
export async function openSession(options: ConnectionOptions): Promise<Session> {
  const client = new Client(configuration(options));
  // Statements that are under way fail with the same error.
  client.on("error", () => {});
  await client.connect();
  const { run } = runner(client);
  let last: Promise<unknown> = Promise.resolve();
  const alone: Session["alone"] = (work) => {
    const done = last.then(() => work(client));
    last = done.catch(() => {});
    return done;
  };
  return {
    alone,
    run: (statement, ...values) => alone(() => run(statement, ...values)),
    transaction: (work) => alone(() => inTransaction(client, () => work({ run }, client))),
    close: () => alone(() => client.end()),
  };
}

async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

function runner(client: Pool | Client): Queryable {
  return {
    async run(statement, ...values) {
      const result = await client.query({ ...statement, values: [...values] });
      return { rows: result.rows, count: result.rowCount ?? 0 };
    },
  };
}

/** Quotes the name of a schema or a table. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
