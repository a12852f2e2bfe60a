import { randomUUID } from "node:crypto";
import type { Hex } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter } from "../chain-writer.ts";
import type { TransactOnTip } from "../chain-writing.ts";
import { StoreLockedError, StoreUnavailableError } from "../engine.ts";
import { committedLocally, type Queryable, type Session } from "./connection.ts";
import { SHARED_SCHEMA } from "./schema.ts";
import { statementsOf } from "./statements.ts";
import { stepRunners } from "./steps.ts";
import { bytes, textOf, utf8 } from "./values.ts";

export interface WritingLease {
  /** Fencing token: `head` rejects writers with an older one. */
  readonly epoch: number;
  /** Aborts `lost`, after a write was fenced off. */
  lose(): void;
}

/** Lease to write a chain. */
interface Lease extends WritingLease {
  /** Aborted when another process has taken the lease, or when it may have expired. */
  readonly lost: AbortSignal;
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
 * @param holder Identity of the writer, which may take its own lease again before it expires.
 * @throws StoreLockedError if another process holds it.
 */
export async function takeLease(
  session: Session,
  schema: string,
  holder: string = randomUUID(),
): Promise<Lease> {
  const shared = statementsOf(SHARED_SCHEMA);
  const own = statementsOf(schema);
  const register = shared`${committedLocally(
    "INSERT INTO :writer (chain) VALUES ($1) ON CONFLICT DO NOTHING",
  )}`;
  const take = shared`UPDATE :writer SET epoch = epoch + 1, holder = $2,
      until = statement_timestamp() + make_interval(secs => $3)
    WHERE chain = $1 AND (until < statement_timestamp() OR holder = $2) RETURNING epoch`;
  const fence = own`UPDATE :head SET epoch = $1 WHERE epoch < $1`;
  const setUntil = (until: string) =>
    committedLocally(`UPDATE :writer SET until = ${until} WHERE chain = $1 AND epoch = $2`);
  const renew = shared`${setUntil("statement_timestamp() + make_interval(secs => $3)")}`;
  const release = shared`${setUntil("'-infinity'")}`;

  await session.run(register, schema);
  const epoch = await session.transaction(async (db) => {
    const [row] = (await db.run(take, schema, holder, LEASE_SECONDS)).rows;
    if (!row) {
      throw new StoreLockedError(`schema ${schema}`);
    }
    await db.run(fence, row.epoch);
    return Number(row.epoch);
  });

  const lost = new AbortController();
  const lose = () => lost.abort(new StoreLockedError(`schema ${schema}`));
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    // By the clock as well: no statement may return from a server that the network cut off.
    if (performance.now() - renewedAt > LEASE_SECONDS * 1000) {
      lost.abort(new StoreUnavailableError(undefined));
    }
    const sentAt = performance.now();
    const renewed = await session.run(renew, schema, epoch, LEASE_SECONDS).catch(() => undefined);
    if (renewed?.count === 0) {
      lose();
    } else if (renewed) {
      renewedAt = sentAt;
    }
  }, RENEW_MS);
  timer.unref();
  const onEnd = () => lost.abort(session.ended.reason);
  session.ended.addEventListener("abort", onEnd);
  return {
    epoch,
    lost: lost.signal,
    lose,
    async release() {
      clearInterval(timer);
      // What is released cannot be lost, although the connection ends next.
      session.ended.removeEventListener("abort", onEnd);
      await session.run(release, schema, epoch).catch((error: Error) => {
        // It expires by itself.
        if (!session.ended.aborted) {
          throw error;
        }
      });
    },
  };
}

/**
 * Creates transactions in which no other process writes the chain.
 *
 * @throws StoreLockedError if another process has taken the lease.
 */
export function transactionsOf(
  session: Session,
  schema: string,
  lease: WritingLease,
): TransactOnTip {
  const held = statementsOf(schema)`SELECT number, hash FROM :head WHERE epoch = $1 FOR UPDATE`;
  const { within } = stepRunners(schema);
  return (work, isManyBlocks = false) =>
    session.transaction(
      async (db) => {
        const [head] = (await db.run(held, lease.epoch)).rows;
        if (!head) {
          lease.lose();
          throw new StoreLockedError(`schema ${schema}`);
        }
        const { number, hash } = head;
        const tip = hash === null ? undefined : { number: Number(number), hash: hash as Hex };
        return work(within(db), tip);
      },
      isManyBlocks ? "later" : "local",
    );
}

const sql = statementsOf(SHARED_SCHEMA);

/** Creates a function that reads the status that the follower of a chain stored. */
export function statusReader(db: Queryable, schema: string): ChainReader["followerStatus"] {
  const read = sql`SELECT node_head, settled, trouble,
      extract(epoch FROM statement_timestamp() - seen_at)::float8 AS age
    FROM :writer WHERE chain = $1 AND seen_at IS NOT NULL`;
  return async () => {
    const [row] = (await db.run(read, schema)).rows;
    return (
      row && {
        head: (row.node_head ?? undefined) as number | undefined,
        settled: (row.settled ?? undefined) as Hex | undefined,
        trouble: textOf(row.trouble) ?? undefined,
        ageSeconds: Math.max(0, Number(row.age)),
      }
    );
  };
}

/** Creates a function that stores the status of a follower, unless another one has taken over. */
export function statusWriter(
  db: Queryable,
  schema: string,
  epoch: number,
): ChainWriter["setFollowerStatus"] {
  const write = sql`${committedLocally(
    `UPDATE :writer SET node_head = $3, settled = $4, trouble = $5, seen_at = statement_timestamp()
       WHERE chain = $1 AND epoch = $2`,
  )}`;
  return async ({ head, settled, trouble }) => {
    const hash = settled === undefined ? null : bytes(settled);
    await db.run(write, schema, epoch, head ?? null, hash, utf8(trouble ?? null));
  };
}
