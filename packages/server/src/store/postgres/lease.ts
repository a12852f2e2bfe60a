import { randomUUID } from "node:crypto";
import { StoreLockedError } from "../engine.ts";
import type { Session } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";

/** The right to write a chain. */
export interface Lease {
  /** Number of the right: a writer with an older one is refused by `head`. */
  readonly epoch: number;
  /** Gives it back. */
  release(): Promise<void>;
}

const LEASE_SECONDS = 10;
const RENEW_MS = 3_000;

/**
 * Takes the right to write a chain, and renews it until it is given back. A process that ends without
 * doing so loses it after ten seconds.
 *
 * The right only says who is to write. That nobody else does is what `head` is for.
 *
 * @throws StoreLockedError if another process has it.
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
