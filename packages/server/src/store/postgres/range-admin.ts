import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { UNDO_BLOCKS } from "../../chain/profiles.ts";
import { PER_BLOCK } from "../ids.ts";
import { type ConnectionOptions, type Session, withSession } from "./connection.ts";
import {
  attachTable,
  BLOCKS_PER_RANGE,
  completeTable,
  createTable,
  listRanges,
  type Range,
} from "./ranges.ts";
import { inSchema } from "./statements.ts";

/** Location of a chain in PostgreSQL. */
export type ChainLocation = ConnectionOptions & { readonly schema: string };

/** A range with its size. */
export interface RangeSize extends Range {
  /** Estimated number of transactions. */
  readonly transactions: number;
  readonly bytes: number;
}

/** Lists the ranges of a chain in ascending order. */
export function rangeSizes(location: ChainLocation): Promise<RangeSize[]> {
  return withSession(location, (session) =>
    session.alone(async (client) => {
      const sizes: RangeSize[] = [];
      for (const range of await listRanges(client, location.schema)) {
        const { rows } = await client.query(
          `SELECT (SELECT reltuples FROM pg_class WHERE oid = $1::regclass) AS transactions,
             pg_total_relation_size($1::regclass) AS bytes`,
          [inSchema(`:tx_${range.first}`, location.schema)],
        );
        const { transactions, bytes } = rows[0];
        sizes.push({ ...range, transactions: Math.max(0, transactions), bytes: Number(bytes) });
      }
      return sizes;
    }),
  );
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
      const range = await briefly(session, async (client) => {
        const { tip } = await boundsOf(client, schema, "FOR UPDATE");
        const [lowest] = await listRanges(client, schema);
        if (!lowest || lowest.end > Math.min(below, tip)) {
          return undefined;
        }
        await detach(client, schema, [lowest]);
        await client.query(inSchema("DELETE FROM :block WHERE number < $1", schema), [lowest.end]);
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
    const groups = await session.alone(async (client) => {
      const { tip } = await boundsOf(client, schema);
      const small = (await listRanges(client, schema)).filter(
        ({ first, end }) => end <= tip - undoBlocks && end - first < count * blocksPerRange,
      );
      return adjacent(small, count);
    });
    const merged: Range[] = [];
    for (const parts of groups) {
      merged.push(await merge(session, schema, parts));
    }
    return merged;
  });
}

async function merge(session: Session, schema: string, parts: readonly Range[]): Promise<Range> {
  const range = { first: parts[0]?.first ?? 0, end: parts.at(-1)?.end ?? 0 };
  const run = (text: string) => session.alone((client) => client.query(inSchema(text, schema)));
  const bounds = () => session.alone((client) => boundsOf(client, schema));
  const before = await bounds();
  const draft = `merged_tx_${range.first}`;
  await run(`DROP TABLE IF EXISTS :${draft}`);
  await run(createTable(draft));
  await run(
    `INSERT INTO :${draft} SELECT * FROM :tx
     WHERE id >= ${range.first * PER_BLOCK} AND id < ${range.end * PER_BLOCK} ORDER BY id`,
  );
  for (const command of [...completeTable(draft, range), `ANALYZE :${draft}`]) {
    await run(command);
  }
  await briefly(session, async (client) => {
    const now = await boundsOf(client, schema, "FOR UPDATE");
    if (now.first !== before.first && now.first > range.first) {
      throw new Error("blocks were removed from the ranges meanwhile: merge them again");
    }
    await detach(client, schema, parts);
    await client.query(inSchema(`ALTER TABLE :${draft} RENAME TO tx_${range.first}`, schema));
    await client.query(inSchema(attachTable(range), schema));
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
async function boundsOf(
  client: Client,
  schema: string,
  lock: "" | "FOR UPDATE" = "",
): Promise<{ readonly first: number; readonly tip: number }> {
  const head = await client.query(inSchema(`SELECT number FROM :head ${lock}`, schema));
  const first = await client.query(inSchema("SELECT min(number) AS number FROM :block", schema));
  return { first: Number(first.rows[0]?.number), tip: Number(head.rows[0]?.number ?? -1) };
}

/** Removes ranges, with their transactions. */
async function detach(client: Client, schema: string, ranges: readonly Range[]): Promise<void> {
  for (const { first } of ranges) {
    await client.query(inSchema(`ALTER TABLE :tx DETACH PARTITION :tx_${first}`, schema));
    await client.query(inSchema(`DROP TABLE :tx_${first}`, schema));
  }
}
