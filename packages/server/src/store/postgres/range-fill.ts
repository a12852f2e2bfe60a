import { randomUUID } from "node:crypto";
import type { BlockName, Hex } from "../../chain/records.ts";
import type { BlockChange } from "../chain-writer.ts";
import { StoreLockedError } from "../engine.ts";
import { openSession } from "./connection.ts";
import { createIndexes, createTables, discardFills, registerFills } from "./fill-tables.ts";
import { dropRanges } from "./range-admin.ts";
import { attachFill, mergeFill } from "./range-attach.ts";
import { BLOCKS_PER_RANGE, type ChainLocation } from "./ranges.ts";
import { inSchema, statementsOf } from "./statements.ts";
import { blockWriter, copyApart } from "./write-blocks.ts";

/** A range that is filled by this process, in tables that are not attached yet. */
export interface Fill {
  readonly first: number;
  readonly end: number;
  /** Next block to add. */
  readonly next: number;
  /** Hash of the block before it; null for the first one. */
  readonly hash: Hex | null;
}

/** Fills ranges below the first stored block; several workers and processes may do so at the same time. */
export interface RangeFiller {
  /**
   * Registers the ranges to fill.
   *
   * @returns First block of the chain that is above them; blocks down to it are added in order.
   */
  plan(from: number): Promise<number>;
  first(): Promise<BlockName & { readonly parentHash: Hex }>;
  /** Adds the blocks before the first one. @returns false if another process did. */
  prepend(changes: readonly BlockChange[], first: BlockName): Promise<boolean>;
  /** Claims the highest range that no other worker fills. */
  claim(): Promise<Fill | undefined>;
  /** Adds the next blocks of a range. @throws StoreLockedError if another process claimed it. */
  add(fill: Fill, changes: readonly BlockChange[]): Promise<Fill>;
  /** Creates the indexes of a range that has all of its blocks; it can be attached from then on. */
  complete(fill: Fill): Promise<void>;
  /** Gives up a range, so that another worker can claim it. */
  release(fill: Fill): Promise<void>;
  /**
   * Attaches the ranges that are complete, from the top.
   *
   * @returns Number of ranges that are not attached yet.
   * @throws SeamError if a range does not lead up to the first stored block.
   */
  attach(): Promise<number>;
  /** Removes the blocks of all ranges that are not attached, and that no process fills. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** A claim ends by itself if its process ends; attaching takes longer than a batch. */
const [CLAIM_SECONDS, ATTACH_SECONDS] = [60, 600];

/** @param undoBlocks Latest blocks, which are added in order. */
export async function openRangeFiller(
  location: ChainLocation,
  undoBlocks: number,
): Promise<RangeFiller> {
  const { schema, blocksPerRange = BLOCKS_PER_RANGE } = location;
  const sql = statementsOf(schema);
  const session = await openSession(location);
  const holder = randomUUID();
  const claim = sql`UPDATE :fill SET holder = $1,
      until = statement_timestamp() + make_interval(secs => ${String(CLAIM_SECONDS)})
    WHERE first = (SELECT first FROM :fill WHERE NOT is_complete AND until < statement_timestamp()
      ORDER BY first DESC LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING first, "end", next, hash`;
  const claimTop = sql`UPDATE :fill SET holder = $1,
      until = statement_timestamp() + make_interval(secs => ${String(ATTACH_SECONDS)})
    WHERE first = (SELECT max(first) FROM :fill) AND is_complete AND until < statement_timestamp()
    RETURNING first, "end", is_attached`;
  const release = sql`UPDATE :fill SET until = '-infinity' WHERE first = $1 AND holder = $2`;
  const advance = sql`UPDATE :fill SET next = $3, hash = decode($4, 'hex'),
      until = statement_timestamp() + make_interval(secs => ${String(CLAIM_SECONDS)})
    WHERE first = $1 AND holder = $2 AND next = $5 AND until > statement_timestamp()`;
  const open = sql`SELECT count(*) AS count FROM :fill`;
  const epoch = sql`SELECT epoch FROM :head`;
  const first = sql`SELECT number, hash, body FROM :block ORDER BY number LIMIT 1`;

  const readFirst: RangeFiller["first"] = async () => {
    const row = (await session.run(first)).rows[0];
    const { parentHash } = JSON.parse(String(row?.body)) as { readonly parentHash: Hex };
    return { number: Number(row?.number), hash: row?.hash as Hex, parentHash };
  };
  return {
    first: readFirst,
    async plan(from) {
      const { number } = await readFirst();
      // Ranges that lost all of their blocks.
      await dropRanges(location, number);
      return session.transaction((db) =>
        registerFills(db, schema, { from, undoBlocks, blocksPerRange }),
      );
    },
    async prepend(changes, expectedFirst) {
      const { rows } = await session.run(epoch);
      const writer = blockWriter(session, location, Number(rows[0]?.epoch), undoBlocks);
      return writer.prepend(changes, expectedFirst);
    },
    async claim() {
      const row = (await session.run(claim, holder)).rows[0];
      if (!row) {
        return undefined;
      }
      const [start, end, next] = [row.first, row.end, row.next].map(Number) as [
        number,
        number,
        number,
      ];
      await createTables(session, schema, start);
      return { first: start, end, next, hash: row.hash as Hex | null };
    },
    async add(fill, changes) {
      const last = changes.at(-1)?.block;
      if (!last) {
        return fill;
      }
      const next = last.number + 1;
      await session.transaction(async (db, client) => {
        const values = [fill.first, holder, next, last.hash.slice(2), fill.next];
        if ((await db.run(advance, ...values)).count === 0) {
          throw new StoreLockedError(`the range from ${fill.first} of schema ${schema}`);
        }
        await copyApart(client, changes, (table) =>
          inSchema(`:fill_${table}_${fill.first}`, schema),
        );
      });
      return { ...fill, next, hash: last.hash };
    },
    async complete(fill) {
      await createIndexes(session, schema, fill);
      await session.run(release, fill.first, holder);
    },
    async release(fill) {
      await session.run(release, fill.first, holder);
    },
    async attach() {
      for (;;) {
        const row = (await session.run(claimTop, holder)).rows[0];
        if (!row) {
          return Number((await session.run(open)).rows[0]?.count);
        }
        const range = { first: Number(row.first), end: Number(row.end) };
        try {
          if (!row.is_attached && !(await attachFill(session, schema, range))) {
            return Number((await session.run(open)).rows[0]?.count);
          }
          await mergeFill(session, schema, range);
        } finally {
          await session.run(release, range.first, holder);
        }
      }
    },
    discard: () => discardFills(session, schema),
    close: () => session.close(),
  };
}
