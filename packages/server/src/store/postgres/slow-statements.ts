import { withSession } from "./connection.ts";

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
