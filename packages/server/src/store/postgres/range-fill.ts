import { randomUUID } from "node:crypto";
import type { BlockName, Hex } from "../../chain/records.ts";
import type { BlockChange } from "../chain-writer.ts";
import { StoreLockedError } from "../engine.ts";
import { openSession, type Queryable, type Session } from "./connection.ts";
import { dropRanges } from "./range-admin.ts";
import { attachFill, mergeFill } from "./range-attach.ts";
import {
  BLOCKS_PER_RANGE,
  type ChainLocation,
  completeTable,
  createTable,
  type Range,
} from "./ranges.ts";
import { commandsOf, inSchema, statementsOf } from "./statements.ts";
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

/** Tables of a range that is filled: its partition, and what is merged into the tables of the chain. */
const FILL_TABLES = ["tx", "block", "nft_transfer", "pair"] as const;

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

/**
 * Registers the ranges below the stored blocks that are not filled yet.
 *
 * @returns First block of the chain that is above them.
 */
async function registerFills(
  db: Queryable,
  schema: string,
  options: {
    readonly from: number;
    readonly undoBlocks: number;
    readonly blocksPerRange: number;
  },
): Promise<number> {
  const { from, undoBlocks, blocksPerRange } = options;
  const command = commandsOf(schema);
  const head = await db.run(command`SELECT number FROM :head FOR UPDATE`);
  const lowest = await db.run(command`SELECT min(number) AS number FROM :block`);
  await db.run(command`CREATE TABLE IF NOT EXISTS :fill (
    first bigint PRIMARY KEY, "end" bigint NOT NULL, start bigint NOT NULL,
    next bigint NOT NULL, hash bytea, is_complete bool NOT NULL DEFAULT false,
    is_attached bool NOT NULL DEFAULT false, holder text,
    until timestamptz NOT NULL DEFAULT '-infinity')`);
  const open = await db.run(command`SELECT max("end") AS seam FROM :fill`);
  const top = Math.min(Number(lowest.rows[0]?.number), Number(head.rows[0]?.number) - undoBlocks);
  const seam = Number(open.rows[0]?.seam ?? Math.floor(top / blocksPerRange) * blocksPerRange);
  const start = Math.floor(from / blocksPerRange) * blocksPerRange;
  for (let first = start; first < seam; first += blocksPerRange) {
    const end = Math.min(seam, first + blocksPerRange);
    const lower = Math.max(first, from);
    await db.run(command`INSERT INTO :fill (first, "end", start, next)
      VALUES (${first}, ${end}, ${lower}, ${lower}) ON CONFLICT DO NOTHING`);
  }
  return Math.max(from, seam);
}

/** Creates the tables of a range that is filled, unless they exist. */
async function createTables(session: Session, schema: string, first: number): Promise<void> {
  const command = commandsOf(schema);
  await session.transaction(async (db) => {
    for (const table of FILL_TABLES) {
      const part = `fill_${table}_${first}`;
      const { rows } = await db.run(command`SELECT to_regclass(':${part}') IS NOT NULL AS there`);
      if (!rows[0]?.there) {
        const text =
          table === "tx"
            ? createTable(part)
            : `CREATE TABLE :${part} (LIKE :${table === "pair" ? "dirty" : table})`;
        await db.run(command`${text}`);
      }
    }
  });
}

/** Adds the indexes, after all rows: that is faster than keeping them up to date. */
async function createIndexes(session: Session, schema: string, fill: Range): Promise<void> {
  const command = commandsOf(schema);
  await session.transaction(async (db) => {
    const part = `fill_tx_${fill.first}`;
    for (const text of [...completeTable(part, fill), `ANALYZE :${part}`]) {
      await db.run(command`${text}`);
    }
    await db.run(command`UPDATE :fill SET is_complete = true WHERE first = ${fill.first}`);
  });
}

/** Removes the blocks of all ranges that are not attached, and that no process fills. */
function discardFills(session: Session, schema: string): Promise<void> {
  const command = commandsOf(schema);
  return session.transaction(async (db) => {
    const { rows } = await db.run(command`UPDATE :fill
      SET next = start, hash = NULL, is_complete = false
      WHERE NOT is_attached AND until < statement_timestamp() RETURNING first, "end"`);
    for (const { first, end } of rows) {
      await db.run(command`DELETE FROM :nft_transfer
        WHERE block >= ${Number(first)} AND block < ${Number(end)}`);
      for (const table of FILL_TABLES) {
        await db.run(command`DROP TABLE IF EXISTS :fill_${table}_${Number(first)}`);
      }
    }
  });
}
