import { Client, type ClientConfig, DatabaseError, types } from "pg";
import type { Hex } from "../../chain/records.ts";
import { inTurn } from "../../turns.ts";
import { isEncodingError, StoreUnavailableError } from "../engine.ts";
import { copyRows } from "./copy.ts";

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
      return readBytes;
    }
    return oid === INT8 ? Number : types.getTypeParser(oid, format as "text");
  }) as typeof types.getTypeParser,
};

/** @throws Error if they are in another form than `SESSION_SETTINGS` asks for. */
function readBytes(text: string): Hex {
  if (!text.startsWith("\\x")) {
    throw new Error(
      'the database writes bytes in the form "escape", which a pooler keeps sessions from changing: run ' +
        "ALTER DATABASE … SET bytea_output = 'hex', and the same for each role that has another setting",
    );
  }
  return `0x${text.slice(2)}`;
}

/** What the forms of values and the meaning of statements depend on, whatever the database or the role is set to. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  array_nulls: "on",
  bytea_output: "hex",
  client_encoding: "UTF8",
  DateStyle: "ISO",
  default_transaction_isolation: "read committed",
  extra_float_digits: "1",
  IntervalStyle: "postgres",
  search_path: "public",
  standard_conforming_strings: "on",
  TimeZone: "UTC",
  transform_null_equals: "off",
};
const SET_SESSION = `SELECT ${Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(", ")}`;

/** Connects a client. Settings follow in a statement, because poolers refuse most of them at the start. */
export async function connect(client: Client): Promise<void> {
  await client.connect();
  await client.query(SET_SESSION);
}

/** Connection settings of a server. */
export interface ConnectionOptions {
  /** URL `postgres://…`; missing parts come from `PGHOST` etc. */
  readonly url: string;
  /** Maximum number of connections. */
  readonly pool?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;

export function configuration({ url }: ConnectionOptions): ClientConfig {
  // `sslmode` as libpq has it: the driver would verify the server in each mode, and warn of that.
  const compatible = new URL(url);
  compatible.searchParams.set("uselibpqcompat", "true");
  return {
    connectionString: compatible.href,
    types: PARSERS,
    application_name: "chainkit",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

/** Errors of a database that is shutting down, starting up or overloaded. */
const DOWN = /^(08|53|57P|57014)/;

/** Returns an error of a statement, as StoreUnavailableError unless the statement caused it. */
export function unavailable(error: Error): Error {
  const isOfStatement = error instanceof DatabaseError && !DOWN.test(String(error.code));
  return isOfStatement || error instanceof StoreUnavailableError
    ? error
    : new StoreUnavailableError(error);
}

/** Errors of data, of constraints, and of limits such as the size of a row; not of the depth of the server's stack. */
const OF_VALUES = /^(22|23|54000)/;

/** Whether the values of a statement are the reason of an error. */
export function isOfValues(error: unknown): boolean {
  return (
    isEncodingError(error) || (error instanceof DatabaseError && OF_VALUES.test(String(error.code)))
  );
}

/** A connection within a transaction. */
export interface Transaction extends Queryable {
  /** See `copyRows`. */
  copy(table: string, rows: Iterable<readonly unknown[]>): Promise<void>;
}

/** One connection. Statements and transactions run sequentially. */
export interface Session extends Queryable {
  /** Runs work in one transaction, which is rolled back if the work throws. @param commit Default: that of the session. */
  transaction<Result>(work: (db: Transaction) => Promise<Result>, commit?: Commit): Promise<Result>;
  /** Aborted when the connection ends; no statement succeeds afterwards. */
  readonly ended: AbortSignal;
  close(): Promise<void>;
}

/**
 * Opens one connection.
 *
 * @param commit What the commits of its transactions wait for.
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
  await connect(client).catch((error) => {
    throw unreachable(client, error);
  });
  const run: Queryable["run"] = (statement, ...values) => runOn(client, statement, values);
  const db: Transaction = { run, copy: (...args) => copyRows(client, ...args) };
  const alone = inTurn();
  return {
    ended: ended.signal,
    run: (statement, ...values) => alone(() => run(statement, ...values)),
    transaction: (work, own = commit) => alone(() => inTransaction(client, own, () => work(db))),
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

/** Runs a statement over a connection. */
export async function runOn(
  client: Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Rows> {
  try {
    const { rows, rowCount } = await client.query({ ...statement, values: [...values] });
    return { rows, count: rowCount ?? 0 };
  } catch (error) {
    throw isOfPooler(error) ? new Error(POOLER, { cause: error }) : error;
  }
}

/** A prepared statement that exists, or does not, although this connection says otherwise. */
const PREPARED_STATEMENTS = ["42P05", "26000"];

/** What to do about a pooler that hands a connection to another client between two statements. */
const POOLER =
  "a pooler in front of the database mixes up prepared statements: update pgbouncer to 1.21 or later and set " +
  "max_prepared_statements = 200, or use its session mode, or connect to the database directly";

/** Whether an error shows that several clients share a connection without their prepared statements. */
function isOfPooler(error: unknown): boolean {
  return error instanceof DatabaseError && PREPARED_STATEMENTS.includes(String(error.code));
}

/** Quotes the name of a schema or a table. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** What a commit waits for, as values of `synchronous_commit`, whatever the default of the server or the role is. */
const COMMIT = {
  /** The standbys of `synchronous_standby_names`: for data that exists nowhere else. */
  durable: "on",
  /** The disk of this server: what a failover loses is fetched again, so that no standby is waited for. */
  local: "local",
  /** Nothing: a crash loses whole transactions, from the end. */
  later: "off",
} as const;

type Commit = keyof typeof COMMIT;

/**
 * Sets what the commit of an open transaction waits for. By a command, which Citus forwards to the nodes
 * of the transaction if it is configured to; it would run a function on the coordinator only.
 */
async function setCommit(client: Client, commit: Commit): Promise<void> {
  const isStronger = commit === "durable" && (await defaultCommit(client)) === "remote_apply";
  const value = isStronger ? "remote_apply" : COMMIT[commit];
  await client.query(`SET LOCAL synchronous_commit = ${value}`);
}

async function defaultCommit(client: Client): Promise<string> {
  const { rows } = await client.query("SHOW synchronous_commit");
  return rows[0].synchronous_commit;
}

/**
 * Returns a statement that writes, and whose commit waits for the disk of this server alone, without a round trip of its
 * own. It has as many rows as were written. The setting is in an outer query, because Citus permits no such function in
 * RETURNING.
 */
export function committedLocally(write: string): string {
  return `WITH written AS (${write} RETURNING 1)
    SELECT set_config('synchronous_commit', '${COMMIT.local}', true) FROM written`;
}
