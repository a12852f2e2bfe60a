import type { Client } from "pg";
import type { BlockName } from "../../chain/records.ts";
import {
  ADD_FORMER_OWNERS,
  ADD_PENDING,
  ADD_POSSIBLE,
  EARLIER_PAIRS,
  LEFTOVERS,
  POSSIBLE_COLUMNS,
} from "../chain-steps.ts";
import type { BlockChange } from "../chain-writer.ts";
import { assertConsecutive, type BlockRows, blockRows } from "../rows.ts";
import type { Queryable, Session } from "./connection.ts";
import { type CopyColumn, copyRows } from "./copy.ts";
import { type ChainLocation, rangeMaker } from "./ranges.ts";
import { inSchema, type Sql, statementsOf } from "./statements.ts";
import { QUERIES, STEPS, type StepRunner } from "./steps.ts";
import { bytes, integer } from "./values.ts";

const CODEC = { bytes, word: integer };

/** Columns of the tables that blocks are added to. */
const COLUMNS = {
  block: ["int8", "bytes", "int8", "text"],
  touched: ["int8", "bytes", "bytes"],
  tx: ["int8", "bytes", "bytes", "bytes", "bytes", "bytes", "text"],
  nft_transfer: ["int8", "int8", "int4", "bytes", "bytes", "bytes", "bytes"],
  pairs: ["bytes", "bytes", "int8"],
  moved: ["bytes", "bytes", "bytes"],
  minted: ["bytes", "bytes", "bytes"],
  possible_nft: ["bytes", "int8", "int4", "int8", "bytes", "bytes", "bytes"],
} as const satisfies Record<keyof BlockRows<string>, readonly CopyColumn[]>;

/** Adds blocks at either end, each time in one transaction, fenced by the row that every write updates. */
interface BlockWriter {
  /** @returns false if another block is the tip, or another process writes. */
  add(changes: readonly BlockChange[], expectedTip: BlockName | undefined): Promise<boolean>;
  /** @returns false if another block is the oldest one, or another process writes. */
  prepend(changes: readonly BlockChange[], expectedOldest: BlockName): Promise<boolean>;
}

/** In order, as the writers of pending pairs would wait for each other otherwise. */
const EARLIER =
  "ORDER BY owner, token ON CONFLICT (owner, token) DO UPDATE SET since = excluded.since WHERE d.since > excluded.since";
const MOVED = "ON CONFLICT (collection, token_id) DO UPDATE SET owner = excluded.owner";
const MINTED = `${MOVED}, uri = NULL, metadata = NULL, asked = false`;

/**
 * @param epoch Number of the lease.
 * @param undoBlocks Number of blocks that can be removed again.
 */
export function blockWriter(
  session: Session,
  location: Omit<ChainLocation, "url">,
  epoch: number,
  undoBlocks: number,
  { all, run, statementOf }: StepRunner,
): BlockWriter {
  const { schema } = location;
  const sql = statementsOf(schema);
  const cover = rangeMaker(session, location);
  const top = topStatements(sql);
  const bottom = bottomStatements(sql, statementOf);
  const possible = statementOf(ADD_POSSIBLE, POSSIBLE_COLUMNS);
  return {
    async add(changes, expectedTip) {
      const [first, tip] = [changes[0]?.block, changes.at(-1)?.block];
      if (!first || !tip) {
        return true;
      }
      assertConsecutive(changes, expectedTip);
      await cover(first.number, tip.number);
      const parent = expectedTip ? bytes(expectedTip.hash) : null;
      const rows = blockRows(changes, CODEC);
      const fence = [epoch, parent, tip.number, bytes(tip.hash)];
      const work = async (db: Queryable, client: Client) => {
        if ((await db.run(top.fence, ...fence)).count === 0) {
          return false;
        }
        await copyContent(client, schema, rows);
        await db.run(top.forget, tip.number - undoBlocks);
        await db.run(top.dirty, ...columnsOf(rows, "pairs"));
        await db.run(possible, ...columnsOf(rows, "possible_nft"));
        await run(db, [...STEPS.addRareEvents(changes), ...STEPS.takeOver(changes)]);
        await db.run(top.moved, ...columnsOf(rows, "moved"));
        await db.run(top.minted, ...columnsOf(rows, "minted"));
        return true;
      };
      // While catching up, a crash loses blocks that are fetched again.
      return session.transaction(work, changes.length === 1 ? "local" : "later");
    },
    async prepend(changes, expectedOldest) {
      const [first, last] = [changes[0]?.block, changes.at(-1)?.block];
      if (!first || !last) {
        return true;
      }
      assertConsecutive(changes, undefined, expectedOldest);
      await cover(first.number, last.number);
      return session.transaction(async (db, client) => {
        const tip = (await db.run(bottom.fence, epoch)).rows[0];
        const oldest = await all(db, QUERIES.ofReader.oldest());
        if (!tip || oldest?.hash !== expectedOldest.hash) {
          return false;
        }
        const oldestUndo = Number(tip.number) - undoBlocks;
        const rows = blockRows(changes, CODEC);
        for (const statement of bottom.leftovers) {
          await db.run(statement, first.number, last.number);
        }
        const touched = rows.touched.filter(([number]) => Number(number) >= oldestUndo);
        await copyContent(client, schema, { ...rows, touched });
        for (const statement of bottom.pairs) {
          await db.run(statement, ...columnsOf(rows, "pairs"));
        }
        await db.run(bottom.owners, ...columnsOf(rows, "moved"));
        await db.run(bottom.owners, ...columnsOf(rows, "minted"));
        await db.run(possible, ...columnsOf(rows, "possible_nft"));
        await run(db, STEPS.addRareEvents(changes));
        return true;
      });
    },
  };
}

/** Tables that blocks are inserted into at either end. */
const CONTENT = ["block", "touched", "tx", "nft_transfer"] as const;

async function copyContent(client: Client, schema: string, rows: BlockRows<string>): Promise<void> {
  for (const table of CONTENT) {
    await copyRows(client, inSchema(`:${table}`, schema), COLUMNS[table], rows[table]);
  }
}

/** Returns a parameter for each column. */
function columnsOf(rows: BlockRows<string>, table: keyof BlockRows<string>): unknown[][] {
  const found = [...rows[table]];
  return COLUMNS[table].map((_, at) => found.map((row) => row[at]));
}

/** Statements beside the copied rows of blocks at the top. */
function topStatements(sql: Sql) {
  const nft = `INSERT INTO :nft (collection, token_id, owner)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])`;
  return {
    // Updates no row if another block is the tip, or if the lease was lost.
    fence: sql`UPDATE :head SET number = $3, hash = $4
      WHERE epoch = $1 AND hash IS NOT DISTINCT FROM $2`,
    forget: sql`DELETE FROM :touched WHERE block < $1`,
    dirty: sql`INSERT INTO :dirty AS d
      SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS u (owner, token, since) ${EARLIER}`,
    moved: sql`${nft} ${MOVED}`,
    minted: sql`${nft} ${MINTED}`,
  };
}

/** Statements beside the copied rows of blocks at the bottom, which are older than all that is known. */
function bottomStatements(sql: Sql, statementOf: StepRunner["statementOf"]) {
  return {
    fence: sql`UPDATE :head SET epoch = epoch WHERE epoch = $1 RETURNING number`,
    // These rows remain from pruned blocks that are added again.
    leftovers: LEFTOVERS.map(
      (table) => sql`DELETE FROM :${table} WHERE block >= $1 AND block <= $2`,
    ),
    pairs: [...EARLIER_PAIRS, ADD_PENDING].map((text) =>
      statementOf(text, { owner: "bytes", token: "bytes", since: "int" }),
    ),
    owners: statementOf(ADD_FORMER_OWNERS, {
      collection: "bytes",
      token_id: "word",
      owner: "bytes",
    }),
  };
}
