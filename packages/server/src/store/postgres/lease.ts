import { randomUUID } from "node:crypto";
import { StoreLockedError } from "../engine.ts";
import type { Session } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";

/** Lease to write a chain. */
export interface Lease {
  /** Fencing token: `head` rejects writers with an older one. */
  readonly epoch: number;
  /** Releases the lease. */
  release(): Promise<void>;
}

const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;

/**
 * Acquires the lease to write a chain, and renews it until it is released. If the process ends without
 * releasing it, the lease expires after ten seconds.
 *
 * The lease only selects the writer; the fence in `head` prevents writes by any other process.
 *
 * @throws StoreLockedError if another process holds it.
 */
export async function takeLease(
  session: Session,
  schema: string,
  renewMs: number = RENEW_MS,
): Promise<Lease> {
  const shared = statementsOf(SHARED_SCHEMA);
  const own = statementsOf(schema);
  const holder = `${process.pid} ${randomUUID()}`;
  const register = shared`INSERT INTO :writer (chain) VALUES ($1) ON CONFLICT DO NOTHING`;
  const take = shared`UPDATE :writer SET epoch = epoch + 1, holder = $2,
      until = statement_timestamp() + make_interval(secs => $3)
    WHERE chain = $1 AND until < statement_timestamp() RETURNING epoch`;
  const fence = own`UPDATE :head SET epoch = $1 WHERE epoch < $1`;
  const renew = shared`UPDATE :writer SET until = statement_timestamp() + make_interval(secs => $3)
    WHERE chain = $1 AND holder = $2`;
  const release = shared`UPDATE :writer SET until = '-infinity' WHERE chain = $1 AND holder = $2`;

  await session.run(register, schema);
  const epoch = await session.transaction(async (db) => {
    const [row] = (await db.run(take, schema, holder, LEASE_SECONDS)).rows;
    if (!row) {
      throw new StoreLockedError(`schema ${schema}`);
    }
    await db.run(fence, row.epoch);
    return Number(row.epoch);
  });
  const timer = setInterval(() => {
    // A lease that cannot be renewed ends by itself, and another process may take it.
    session.run(renew, schema, holder, LEASE_SECONDS).catch(() => {});
  }, renewMs);
  timer.unref();
  return {
    epoch,
    async release() {
      clearInterval(timer);
      await session.run(release, schema, holder);
    },
  };
}
