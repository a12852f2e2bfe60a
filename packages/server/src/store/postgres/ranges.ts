import type { Client } from "pg";
import { PER_BLOCK } from "../ids.ts";
import type { Session } from "./connection.ts";
import { inSchema } from "./statements.ts";

/** Blocks per range; on a busy chain about 8 million transactions. */
export const BLOCKS_PER_RANGE = 50_000;

/** Columns of the addresses of a transaction; each has an index. */
export const PARTICIPANTS = ["sender", "recipient", "created"] as const;

/** A range of blocks: the partition `tx_<first>`. */
export interface Range {
  readonly first: number;
  /** First block after it. */
  readonly end: number;
}

/** Creates ranges. */
export interface RangeMaker {
  /**
   * Ensures that blocks up to a number can be written. The next range is created when half of the current
   * one is used, so that no block has to wait for it.
   */
  cover(first: number, last: number): Promise<void>;
}

/** Creates ranges as separate tables and attaches them, which does not block readers. */
export function rangeMaker(
  session: Session,
  schema: string,
  blocksPerRange: number = BLOCKS_PER_RANGE,
): RangeMaker {
  const made = new Set<number>();
  return {
    async cover(first, last) {
      const from = Math.floor(first / blocksPerRange);
      const to = Math.floor((last + blocksPerRange / 2) / blocksPerRange);
      for (let at = from; at <= to; at++) {
        if (!made.has(at)) {
          const range = { first: at * blocksPerRange, end: (at + 1) * blocksPerRange };
          await session.transaction((_, client) => attachMissing(client, schema, range));
          made.add(at);
        }
      }
    },
  };
}

/** Creates the parts of a range that no other one covers; ranges may have been merged. */
async function attachMissing(client: Client, schema: string, range: Range): Promise<void> {
  // Processes that write the two ends of a chain create ranges one after the other.
  await client.query(inSchema("SELECT 1 FROM :head FOR UPDATE", schema));
  for (const part of without(range, await listRanges(client, schema))) {
    const table = `tx_${part.first}`;
    const commands = [createTable(table), ...completeTable(table, part), attachTable(part)];
    for (const command of commands) {
      await client.query(inSchema(command, schema));
    }
  }
}

/** Lists attached ranges in ascending order. */
export async function listRanges(client: Client, schema: string): Promise<Range[]> {
  const { rows } = await client.query<{ bound: string }>(
    `SELECT pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits AS i
     JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass`,
    [inSchema(":tx", schema)],
  );
  return rows
    .map(({ bound }) => {
      const [from, to] = [...bound.matchAll(/\d+/g)].map(([digits]) => Number(digits));
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

/** Creates an unattached partition, without indexes. */
export function createTable(part: string): string {
  return `CREATE TABLE :${part} (LIKE :tx INCLUDING ALL)`;
}

/** Adds the indexes of a partition, and the constraint that makes attaching it instant. */
export function completeTable(part: string, { first, end }: Range): string[] {
  const [low, high] = [first * PER_BLOCK, end * PER_BLOCK];
  return [
    `ALTER TABLE :${part} ADD CONSTRAINT ${part}_range CHECK (id >= ${low} AND id < ${high})`,
    `ALTER TABLE :${part} ADD PRIMARY KEY (id)`,
    // Half as large as a B-tree, and found in fewer steps. That hashes are unique is a property of the chain.
    `CREATE INDEX ON :${part} USING hash (hash)`,
    ...PARTICIPANTS.map(
      (column) => `CREATE INDEX ON :${part} (${column}, id) WHERE ${column} IS NOT NULL`,
    ),
  ];
}

/** Attaches the partition `tx_<first>`. */
export function attachTable({ first, end }: Range): string {
  return `ALTER TABLE :tx ATTACH PARTITION :tx_${first}
    FOR VALUES FROM (${first * PER_BLOCK}) TO (${end * PER_BLOCK})`;
}
