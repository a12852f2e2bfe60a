import { UNDO_BLOCKS } from "../../chain/profiles.ts";
import { PER_BLOCK } from "../ids.ts";
import type { Session } from "./connection.ts";
import { boundsOf, briefly, type ChainLocation, detach, withSession } from "./range-session.ts";
import {
  attachTable,
  BLOCKS_PER_RANGE,
  completeTable,
  createTable,
  listRanges,
  type Range,
} from "./ranges.ts";
import { inSchema } from "./statements.ts";

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
