import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { type ConnectionOptions, openSession, type Session } from "./connection.ts";
import type { Range } from "./ranges.ts";
import { inSchema } from "./statements.ts";

/** Location of a chain in PostgreSQL. */
export type ChainLocation = ConnectionOptions & { readonly schema: string };

/** Waits for a lock at most so long, because readers wait behind it. */
const LOCK_MS = 200;
const LOCK_TRIES = 100;

/** Runs work over a connection of its own. */
export async function withSession<Result>(
  location: ChainLocation,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(location);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Error codes of a lock that was not available in time, and of a deadlock. */
const LOCKED = new Set(["55P03", "40P01"]);

/** Runs a transaction that needs an exclusive lock; if it does not get it soon, it lets others pass. */
export async function briefly<Result>(
  session: Session,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await session.transaction(async (_, client) => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        return work(client);
      });
    } catch (error) {
      if (tries === LOCK_TRIES || !LOCKED.has((error as { code?: string }).code ?? "")) {
        throw error;
      }
      await wait(LOCK_MS);
    }
  }
}

/**
 * Reads the lowest and the newest block.
 *
 * @param lock Clause that keeps the chain from being written until the transaction ends.
 */
export async function boundsOf(
  client: Client,
  schema: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<{ readonly first: number; readonly tip: number }> {
  const head = await client.query(inSchema(`SELECT number FROM :head ${lock}`, schema));
  const first = await client.query(inSchema("SELECT min(number) AS number FROM :block", schema));
  return { first: Number(first.rows[0]?.number), tip: Number(head.rows[0]?.number ?? -1) };
}

/** Removes ranges, with their transactions. */
export async function detach(
  client: Client,
  schema: string,
  ranges: readonly Range[],
): Promise<void> {
  for (const { first } of ranges) {
    await client.query(inSchema(`ALTER TABLE :tx DETACH PARTITION :tx_${first}`, schema));
    await client.query(inSchema(`DROP TABLE :tx_${first}`, schema));
  }
}
