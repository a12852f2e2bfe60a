import { withSession } from "./connection.ts";
import { SHARED_SCHEMA } from "./schema.ts";

/** What the role of a URL may do in its database. */
interface DatabaseRights {
  /** Version of the server, such as `17.2`. */
  readonly version: string;
  readonly role: string;
  /** Bytes of the whole database. */
  readonly bytes: number;
  /** Whether the role may create schemas. */
  readonly canCreate: boolean;
  /** Schemas that do not exist yet. */
  readonly missing: readonly string[];
  /** Existing schemas that the role may not use. */
  readonly denied: readonly string[];
}

const ROLE = {
  name: "chainkit check role",
  text: `SELECT current_setting('server_version') AS version, current_user AS role,
    pg_database_size(current_database()) AS bytes,
    has_database_privilege(current_database(), 'CREATE') AS can_create`,
};
const SCHEMAS = {
  name: "chainkit check schemas",
  text: `SELECT wanted.name, pg_namespace.oid IS NOT NULL AS exists,
      coalesce(has_schema_privilege(pg_namespace.oid, 'USAGE'), false) AS usable
    FROM unnest($1::text[]) AS wanted (name) LEFT JOIN pg_namespace ON nspname = wanted.name`,
};

/** Schemas that a service needs in a database. */
export interface NeededSchemas {
  /** Schemas of chains. */
  readonly chains: readonly string[];
  /** Whether the database has the management data, too. */
  readonly isManagement: boolean;
}

/**
 * Reads what a role may do in a database, without changing it.
 *
 * @throws Error if the database cannot be reached or rejects the role, or if a pooler does not keep sessions apart.
 */
export function readRights(url: string, needed: NeededSchemas): Promise<DatabaseRights> {
  const { chains, isManagement } = needed;
  return withSession({ url }, async (session) => {
    const [role] = (await session.run(ROLE)).rows;
    // A pooler may give a second session the connection of this one, and must know what is prepared there.
    await withSession({ url }, (other) => other.run(ROLE));
    const schemas = isManagement ? [SHARED_SCHEMA, ...chains] : chains;
    const { rows } = await session.run(SCHEMAS, schemas);
    return {
      version: String(role?.version),
      role: String(role?.role),
      bytes: Number(role?.bytes),
      canCreate: role?.can_create === true,
      missing: rows.filter(({ exists }) => exists !== true).map(({ name }) => String(name)),
      denied: rows
        .filter(({ exists, usable }) => exists === true && usable !== true)
        .map(({ name }) => String(name)),
    };
  });
}

/** Own statements that run now; their values are parameters, which are not shown. */
const RUNNING = `SELECT state, wait_event_type, wait_event,
    extract(epoch FROM now() - query_start)::float AS seconds, query
  FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND application_name = 'chainkit'
    AND state <> 'idle' AND pid <> pg_backend_pid()
  ORDER BY query_start LIMIT 20`;

/** Own statements that took most time. Others, such as ALTER ROLE, may contain a password. */
const SLOWEST = `SELECT calls, total_exec_time AS total_ms, mean_exec_time AS mean_ms,
    max_exec_time AS max_ms, rows, query
  FROM pg_stat_statements
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND userid = current_user::regrole AND query ~* '^\\s*(SELECT|INSERT|UPDATE|DELETE|WITH|COPY)\\M'
  ORDER BY total_exec_time DESC LIMIT 20`;

/** Statements of this program in a database, or the reasons why they cannot be listed. */
interface SlowStatements {
  readonly running: readonly object[] | string;
  /** Needs the extension `pg_stat_statements`. */
  readonly slowest: readonly object[] | string;
}

/** Lists the statements of this program that run now, and those that took most of the time. */
export function slowStatements(url: string): Promise<SlowStatements> {
  return withSession({ url }, async (session) => {
    const list = (sql: string) =>
      session.run({ text: sql }).then(
        ({ rows }) => rows,
        ({ message }: Error) => message,
      );
    return { running: await list(RUNNING), slowest: await list(SLOWEST) };
  });
}
