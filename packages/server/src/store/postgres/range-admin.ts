import { setTimeout as wait } from "node:timers/promises";
import { UNDO_BLOCKS } from "../../chain/profiles.ts";
import { PER_BLOCK } from "../ids.ts";
import { type Queryable, type Session, withSession } from "./connection.ts";
import {
  attachTable,
  BLOCKS_PER_RANGE,
  type ChainLocation,
  completeTable,
  createTable,
  listRanges,
  type Range,
} from "./ranges.ts";
import { commandsOf } from "./statements.ts";

/** A range with its size. */
export interface RangeSize extends Range {
  /** Estimated number of transactions. */
  readonly transactions: number;
  readonly bytes: number;
}

/** Lists the ranges of a chain in ascending order. */
export function rangeSizes(location: ChainLocation): Promise<RangeSize[]> {
  const { schema } = location;
  return withSession(location, async (session) => {
    const sizes: RangeSize[] = [];
    for (const range of await listRanges(session, schema)) {
      const table = `':tx_${range.first}'::regclass`;
      const size = commandsOf(schema)`SELECT pg_total_relation_size(${table}) AS bytes,
        (SELECT reltuples FROM pg_class WHERE oid = ${table}) AS transactions`;
      const [row] = (await session.run(size)).rows;
      const transactions = Math.max(0, Number(row?.transactions));
      sizes.push({ ...range, transactions, bytes: Number(row?.bytes) });
    }
    return sizes;
  });
}

/**
 * Drops ranges whose blocks are all below a number, while the chain is read and written. Balances and
 * NFTs remain.
 *
 * @returns The dropped ranges.
 */
export function dropRanges(location: ChainLocation, below: number): Promise<Range[]> {
  const { schema } = location;
  return withSession(location, async (session) => {
    const dropped: Range[] = [];
    for (;;) {
      const range = await briefly(session, async (db) => {
        const { tip } = await boundsOf(db, schema, "FOR UPDATE");
        const [lowest] = await listRanges(db, schema);
        if (!lowest || lowest.end > Math.min(below, tip)) {
          return undefined;
        }
        await detach(db, schema, [lowest]);
        await db.run(commandsOf(schema)`DELETE FROM :block WHERE number < ${lowest.end}`);
        return lowest;
      });
      if (!range) {
        return dropped;
      }
      dropped.push(range);
    }
  });
}

/** Size of ranges that are merged. */
export interface MergeOptions {
  /** Number of ranges that become one. */
  readonly count: number;
  readonly blocksPerRange?: number;
  /** Blocks that may still be removed; their ranges are not merged. */
  readonly undoBlocks?: number;
}

/**
 * Merges adjacent final ranges, while the chain is read and written, so that a listing of an address
 * searches fewer of them.
 *
 * @returns The merged ranges.
 */
export function mergeRanges(location: ChainLocation, options: MergeOptions): Promise<Range[]> {
  const { schema } = location;
  const { count, blocksPerRange = BLOCKS_PER_RANGE, undoBlocks = UNDO_BLOCKS } = options;
  return withSession(location, async (session) => {
    const { tip } = await boundsOf(session, schema);
    const small = (await listRanges(session, schema)).filter(
      ({ first, end }) => end <= tip - undoBlocks && end - first < count * blocksPerRange,
    );
    const merged: Range[] = [];
    for (const parts of adjacent(small, count)) {
      merged.push(await merge(session, schema, parts));
    }
    return merged;
  });
}

async function merge(session: Session, schema: string, parts: readonly Range[]): Promise<Range> {
  const range = { first: parts[0]?.first ?? 0, end: parts.at(-1)?.end ?? 0 };
  const command = commandsOf(schema);
  const before = await boundsOf(session, schema);
  const draft = `merged_tx_${range.first}`;
  const fill = [
    `DROP TABLE IF EXISTS :${draft}`,
    createTable(draft),
    `INSERT INTO :${draft} SELECT * FROM :tx
     WHERE id >= ${range.first * PER_BLOCK} AND id < ${range.end * PER_BLOCK} ORDER BY id`,
    ...completeTable(draft, range),
    `ANALYZE :${draft}`,
  ];
  for (const text of fill) {
    await session.run(command`${text}`);
  }
  await briefly(session, async (db) => {
    const now = await boundsOf(db, schema, "FOR UPDATE");
    if (now.first !== before.first && now.first > range.first) {
      throw new Error("blocks were removed from the ranges meanwhile: merge them again");
    }
    await detach(db, schema, parts);
    await db.run(command`ALTER TABLE :${draft} RENAME TO tx_${range.first}`);
    await db.run(command`${attachTable(range)}`);
  });
  return range;
}

/** Returns groups of ranges that follow each other without a gap. */
function adjacent(ranges: readonly Range[], count: number): Range[][] {
  const groups: Range[][] = [];
  let group: Range[] = [];
  for (const range of ranges) {
    group = group.at(-1)?.end === range.first ? [...group, range] : [range];
    if (group.length === count) {
      groups.push(group);
      group = [];
    }
  }
  return groups;
}

/** Waits for a lock at most so long, because readers wait behind it. */
const LOCK_MS = 200;
const LOCK_TRIES = 100;

/** Error codes of a lock that was not available in time, and of a deadlock. */
const LOCKED = new Set(["55P03", "40P01"]);

/** Runs a transaction that needs an exclusive lock; if it does not get it soon, it lets others pass. */
async function briefly<Result>(
  session: Session,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await session.transaction(async (db) => {
        await db.run({ text: `SET LOCAL lock_timeout = ${LOCK_MS}` });
        return work(db);
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
async function boundsOf(
  db: Queryable,
  schema: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<{ readonly first: number; readonly tip: number }> {
  const command = commandsOf(schema);
  const head = await db.run(command`SELECT number FROM :head ${lock}`);
  const first = await db.run(command`SELECT min(number) AS number FROM :block`);
  return { first: Number(first.rows[0]?.number), tip: Number(head.rows[0]?.number ?? -1) };
}

/** Removes ranges, with their transactions. */
async function detach(db: Queryable, schema: string, ranges: readonly Range[]): Promise<void> {
  const command = commandsOf(schema);
  for (const { first } of ranges) {
    await db.run(command`ALTER TABLE :tx DETACH PARTITION :tx_${first}`);
    await db.run(command`DROP TABLE :tx_${first}`);
  }
}
