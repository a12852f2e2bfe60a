import type { Client } from "pg";

/**
 * What a commit waits for, as expressions that set it for the transaction they are evaluated in, whatever
 * the default of the server or the role is. They take no round trip of their own.
 */
export const COMMIT = {
  /** The standbys of `synchronous_standby_names`: for data that exists nowhere else. */
  durable: `set_config('synchronous_commit', CASE current_setting('synchronous_commit')
    WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`,
  /** The disk of this server: what a failover loses is fetched again, so that no standby is waited for. */
  local: "set_config('synchronous_commit', 'local', true)",
  /** Nothing: a crash loses whole transactions, from the end. */
  later: "set_config('synchronous_commit', 'off', true)",
} as const;

/** What the commits of a session wait for. */
export type Commit = keyof typeof COMMIT;

/**
 * Sets what the commit of an open transaction waits for. By a command, which Citus forwards to the nodes
 * of the transaction if it is configured to; it would run a function on the coordinator only.
 */
export async function setCommit(client: Client, commit: Commit): Promise<void> {
  const value = { durable: "on", local: "local", later: "off" }[commit];
  const isStronger = commit === "durable" && (await defaultCommit(client)) === "remote_apply";
  await client.query(`SET LOCAL synchronous_commit = ${isStronger ? "remote_apply" : value}`);
}

async function defaultCommit(client: Client): Promise<string> {
  const { rows } = await client.query("SHOW synchronous_commit");
  return rows[0].synchronous_commit;
}

/**
 * Returns a statement that writes, and sets what its commit waits for. Its rows are as many as were
 * written. The setting is in an outer query, because Citus permits no such function in RETURNING.
 */
export function committing(commit: Commit, write: string): string {
  return `WITH written AS (${write} RETURNING 1) SELECT ${COMMIT[commit]} FROM written`;
}
