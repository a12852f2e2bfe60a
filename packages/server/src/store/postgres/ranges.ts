import { PER_BLOCK } from "../rows.ts";
import type { ConnectionOptions, Queryable, Session } from "./connection.ts";
import { commandsOf } from "./statements.ts";

/** Blocks per range; on a busy chain about 8 million transactions. */
const BLOCKS_PER_RANGE = 50_000;

/** Columns of the addresses of a transaction; each has an index. */
export const PARTICIPANTS = ["sender", "recipient", "created"] as const;

/** A range of blocks: the partition `tx_<first>`. */
interface Range {
  readonly first: number;
  /** First block after it. */
  readonly end: number;
}

/** Location of a chain in PostgreSQL. */
export interface ChainLocation extends ConnectionOptions {
  /** Schema of the chain; the management store is in the schema `chainkit`. */
  readonly schema: string;
  /** Blocks per new range. */
  readonly blocksPerRange?: number;
}

/**
 * Creates ranges as separate tables and attaches them, which does not block readers.
 *
 * @returns Function that ensures that blocks up to a number can be written. It creates the next range when half
 *   of the current one is used, so that no block has to wait for it.
 */
export function rangeMaker(
  session: Session,
  { schema, blocksPerRange = BLOCKS_PER_RANGE }: Omit<ChainLocation, "url">,
): (first: number, last: number) => Promise<void> {
  const made = new Set<number>();
  return async (first, last) => {
    const from = Math.floor(first / blocksPerRange);
    const to = Math.floor((last + blocksPerRange / 2) / blocksPerRange);
    for (let at = from; at <= to; at++) {
      if (!made.has(at)) {
        const range = { first: at * blocksPerRange, end: (at + 1) * blocksPerRange };
        await session.transaction((db) => attachMissing(db, schema, range));
        made.add(at);
      }
    }
  };
}

/** Drops the ranges whose blocks are all below a number, except one that is read for longer than a moment. */
export async function dropRanges(session: Session, schema: string, below: number): Promise<void> {
  const command = commandsOf(schema);
  for (const { first } of (await listRanges(session, schema)).filter(({ end }) => end <= below)) {
    try {
      await session.transaction(async (db) => {
        await db.run({ text: `SET LOCAL lock_timeout = ${LOCK_MS}` });
        await db.run(command`ALTER TABLE :tx DETACH PARTITION :tx_${first}`);
        await db.run(command`DROP TABLE :tx_${first}`);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) {
        throw error;
      }
    }
  }
}

/** Readers wait behind whoever waits for a lock, so that this is not for long. */
const LOCK_MS = 200;
const LOCK_NOT_AVAILABLE = "55P03";

/** Creates the parts of a range that no other one covers; ranges may have been of another size. */
async function attachMissing(db: Queryable, schema: string, range: Range): Promise<void> {
  const command = commandsOf(schema);
  // Processes that write the two ends of a chain create ranges one after the other.
  await db.run(command`SELECT 1 FROM :head FOR UPDATE`);
  for (const { first, end } of without(range, await listRanges(db, schema))) {
    const table = `tx_${first}`;
    const [low, high] = [first * PER_BLOCK, end * PER_BLOCK];
    const commands = [
      `CREATE TABLE :${table} (LIKE :tx INCLUDING ALL)`,
      // Makes attaching it instant.
      `ALTER TABLE :${table} ADD CONSTRAINT ${table}_range CHECK (id >= ${low} AND id < ${high})`,
      `ALTER TABLE :${table} ADD PRIMARY KEY (id)`,
      // Half as large as a B-tree, and found in fewer steps. That hashes are unique is a property of the chain.
      `CREATE INDEX ON :${table} USING hash (hash)`,
      ...PARTICIPANTS.map(
        (column) => `CREATE INDEX ON :${table} (${column}, id) WHERE ${column} IS NOT NULL`,
      ),
      `ALTER TABLE :tx ATTACH PARTITION :${table} FOR VALUES FROM (${low}) TO (${high})`,
    ];
    for (const text of commands) {
      await db.run(command`${text}`);
    }
  }
}

/** Lists attached ranges in ascending order. */
async function listRanges(db: Queryable, schema: string): Promise<Range[]> {
  const { rows } = await db.run(commandsOf(
    schema,
  )`SELECT pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = ':tx'::regclass`);
  return rows
    .map(({ bound }) => {
      const [from, to] = [...String(bound).matchAll(/\d+/g)].map(([digits]) => Number(digits));
      return { first: Number(from) / PER_BLOCK, end: Number(to) / PER_BLOCK };
    })
    .sort((a, b) => a.first - b.first);
}

/** Returns the parts of a range that are in none of others, which are in ascending order. */
function without(range: Range, others: readonly Range[]): Range[] {
  const parts: Range[] = [];
  let { first } = range;
  for (const other of others.filter(({ first: at, end }) => at < range.end && end > range.first)) {
    if (other.first > first) {
      parts.push({ first, end: other.first });
    }
    first = Math.max(first, other.end);
  }
  return first < range.end ? [...parts, { first, end: range.end }] : parts;
}
