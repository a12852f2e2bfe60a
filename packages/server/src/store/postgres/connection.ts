import { Client, type ClientConfig, DatabaseError, types } from "pg";
import type { Hex } from "../../chain/records.ts";
import { StoreUnavailableError } from "../engine.ts";
import { type Commit, setCommit } from "./commit.ts";
import { openPipelines, type Pipelines } from "./pipelines.ts";

/** A row from the driver: bytes are `Hex`, 64-bit integers are numbers. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements sequentially. */
export interface Queryable {
  /** @returns The rows, and the number of rows written. */
  run(statement: Statement, ...values: readonly unknown[]): Promise<Rows>;
}

/** A statement; one with a name is prepared, which means that it is parsed once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Result of a statement. */
export interface Rows {
  readonly rows: readonly Row[];
  readonly count: number;
}

const BYTEA = types.builtins.BYTEA;
const INT8 = types.builtins.INT8;

/** Positions and counts are below 2^53; bytes arrive as text, which is converted to `Hex`. */
const PARSERS: ClientConfig["types"] = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === BYTEA) {
      return (text: string): Hex => `0x${text.slice(2)}`;
    }
    return oid === INT8 ? Number : types.getTypeParser(oid, format as "text");
  }) as typeof types.getTypeParser,
};

/** Connection settings of a server. */
export interface ConnectionOptions {
  /** URL `postgres://…`; missing parts come from `PGHOST` etc. */
  readonly url: string;
  /** Maximum number of connections. */
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

/** Connections for reading, opened on demand. */
export interface ReadPool extends Queryable {
  close(): Promise<void>;
}

/** Opens a pool for reading; connection errors are thrown by the first statement. */
export function openPool(options: ConnectionOptions): ReadPool {
  const create = () => new Client({ ...configuration(options), pipeline: true });
  const pool = openPipelines(create, options.pool ?? POOL_SIZE);
  const { run } = runner(pool);
  return {
    run: (statement, ...values) =>
      run(statement, ...values).catch((error: Error) => {
        throw unavailable(error);
      }),
    close: () => pool.end(),
  };
}

/** Errors of a database that is shutting down, starting up or overloaded. */
const DOWN = /^(08|53|57P|57014)/;

/** Returns an error of a statement, as StoreUnavailableError unless the statement caused it. */
export function unavailable(error: Error): Error {
  const isOfStatement = error instanceof DatabaseError && !DOWN.test(error.code ?? "");
  return isOfStatement || error instanceof StoreUnavailableError
    ? error
    : new StoreUnavailableError(error);
}

/** One connection. Statements and transactions run sequentially. */
export interface Session extends Queryable {
  /** Runs work in one transaction, which is rolled back if the work throws. */
  transaction<Result>(work: (db: Queryable, client: Client) => Promise<Result>): Promise<Result>;
  /** Aborted when the connection ends; no statement succeeds afterwards. */
  readonly ended: AbortSignal;
  close(): Promise<void>;
}

/**
 * Opens one connection.
 *
 * @param commit What transactions wait for; those of one statement set it themselves.
 * @throws Error if the server cannot be reached.
 */
export async function openSession(
  options: ConnectionOptions,
  commit: Commit = "local",
): Promise<Session> {
  const client = new Client(configuration(options));
  const ended = new AbortController();
  // Statements in flight fail with the same error.
  client.on("error", (error) => ended.abort(new StoreUnavailableError(error)));
  client.on("end", () => ended.abort(new StoreUnavailableError(undefined)));
  await client.connect().catch((error) => {
    throw unreachable(client, error);
  });
  const { run } = runner(client);
  let last: Promise<unknown> = Promise.resolve();
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  return {
    ended: ended.signal,
    run: (statement, ...values) => alone(() => run(statement, ...values)),
    transaction: (work) => alone(() => inTransaction(client, commit, () => work({ run }, client))),
    close: () => alone(() => client.end()),
  };
}

/** Does some work over a connection of its own; see `openSession`. */
export async function withSession<Result>(
  options: ConnectionOptions,
  work: (session: Session) => Promise<Result>,
  commit?: Commit,
): Promise<Result> {
  const session = await openSession(options, commit);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Returns an error that names the database, unless the server has responded with one. */
function unreachable(
  { host, port, database }: Client,
  error: Error & { readonly code?: string },
): Error {
  if (error instanceof DatabaseError) {
    return error;
  }
  // With several addresses of a host, the message is empty, and the reasons are inside.
  const reason = error.message || error.code;
  return new StoreUnavailableError(
    error,
    `database ${host}:${port}/${database} cannot be reached (${reason}): check its URL, and that PostgreSQL is running`,
  );
}

async function inTransaction<Result>(
  client: Client,
  commit: Commit,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query("BEGIN");
  try {
    await setCommit(client, commit);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

function runner(client: Pipelines | Client): Queryable {
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
