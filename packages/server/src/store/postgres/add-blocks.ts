import type { Client } from "pg";
import type { BlockName } from "../../chain/records.ts";
import type { BlockChange } from "../chain-writer.ts";
import { type AddedRows, addedRows, type Columns } from "./added-rows.ts";
import { COMMIT, committing } from "./commit.ts";
import type { Session } from "./connection.ts";
import { type Column, copyRows } from "./copy.ts";
import { inSchema, type Sql } from "./statements.ts";
import { bytes } from "./values.ts";

/** Number of blocks from which COPY is faster than one statement for all rows. */
const COPY_BLOCKS = 32;

/** Adds blocks. @returns false if another block is the latest one, or another process writes. */
export type AddBlocks = (
  changes: readonly BlockChange[],
  expectedTip: BlockName | undefined,
) => Promise<boolean>;

/** Updates no row if another block is the latest one, or if the lease was lost. */
const FENCE = `UPDATE :head SET number = $3, hash = $4, dirty = dirty + (
    SELECT count(*) FROM unnest($5::bytea[], $6::bytea[], $7::bigint[]) AS u (owner, token, since)
    WHERE NOT EXISTS (SELECT 1 FROM :dirty AS d WHERE d.owner = u.owner AND d.token = u.token)
  ) WHERE epoch = $1 AND hash IS NOT DISTINCT FROM $2`;

const EARLIER =
  "ON CONFLICT (owner, token) DO UPDATE SET since = excluded.since WHERE d.since > excluded.since";
const MOVED = "ON CONFLICT (collection, token_id) DO UPDATE SET owner = excluded.owner";
const MINTED = `${MOVED}, uri = NULL, metadata = NULL, asked = false`;

/** @param undoBlocks Number of blocks that can be removed again. */
export function blockAdder(
  session: Session,
  schema: string,
  sql: Sql,
  epoch: number,
  undoBlocks: number,
): AddBlocks {
  const one = oneStatement(sql);
  const bulk = bulkStatements(sql);
  return (changes, expectedTip) => {
    const tip = changes.at(-1)?.block;
    if (!tip) {
      return Promise.resolve(true);
    }
    const parent = expectedTip ? bytes(expectedTip.hash) : null;
    const rows = addedRows(changes);
    const fence = [epoch, parent, tip.number, bytes(tip.hash), ...rows.dirty];
    const oldest = tip.number - undoBlocks;
    if (changes.length < COPY_BLOCKS) {
      const { block, touched, tx, nft_transfer, moved, minted } = rows;
      const tables = [block, touched, tx, nft_transfer, moved, minted];
      return session.run(one, ...fence, oldest, ...tables.flat()).then(({ count }) => count > 0);
    }
    return session.transaction(async (db, client) => {
      if ((await db.run(bulk.fence, ...fence)).count === 0) {
        return false;
      }
      await copyContent(client, schema, rows);
      await db.run(bulk.forget, oldest);
      await db.run(bulk.dirty, ...rows.dirty);
      await db.run(bulk.moved, ...rows.moved);
      await db.run(bulk.minted, ...rows.minted);
      return true;
    });
  };
}

const COPIED = {
  block: ["int8", "bytes", "int8", "text"],
  touched: ["int8", "bytes", "bytes"],
  tx: ["int8", "bytes", "bytes", "bytes", "bytes", "bytes", "text"],
  nft_transfer: ["int8", "int8", "int4", "bytes", "bytes", "bytes", "bytes"],
} satisfies Partial<Record<keyof AddedRows, readonly Column[]>>;

/** Copies the rows that blocks add at either end: blocks, transactions and touched pairs. */
export async function copyContent(client: Client, schema: string, rows: AddedRows): Promise<void> {
  for (const table of ["block", "touched", "tx", "nft_transfer"] as const) {
    const target = inSchema(`:${table}`, schema);
    await copyRows(client, target, COPIED[table], transposed(rows[table]));
  }
}

/** Copies the rows that blocks add, with their pairs, into tables of other names. */
export async function copyBlockRows(
  client: Client,
  rows: AddedRows,
  nameOf: (table: "block" | "tx" | "nft_transfer" | "pair") => string,
): Promise<void> {
  for (const table of ["block", "tx", "nft_transfer"] as const) {
    await copyRows(client, nameOf(table), COPIED[table], transposed(rows[table]));
  }
  await copyRows(client, nameOf("pair"), ["bytes", "bytes", "int8"], transposed(rows.dirty));
}

function* transposed(columns: Columns): Generator<(string | number | null)[]> {
  for (const at of columns[0]?.keys() ?? []) {
    yield columns.map((column) => column[at] as string | number | null);
  }
}

/** Fence, check of the tip and all rows in one round trip. */
function oneStatement(sql: Sql) {
  return sql`WITH fence AS (
    ${FENCE} RETURNING 1
  ), forgotten AS (
    DELETE FROM :touched USING fence WHERE block < $8
  ), dirtied AS (
    INSERT INTO :dirty AS d SELECT u.* FROM fence,
      unnest($5::bytea[], $6::bytea[], $7::bigint[]) AS u ${EARLIER}
  ), blocks AS (
    INSERT INTO :block SELECT u.* FROM fence,
      unnest($9::bigint[], $10::bytea[], $11::bigint[], $12::text[]) AS u
  ), touches AS (
    INSERT INTO :touched SELECT u.* FROM fence,
      unnest($13::bigint[], $14::bytea[], $15::bytea[]) AS u
  ), txs AS (
    INSERT INTO :tx SELECT u.* FROM fence,
      unnest($16::bigint[], $17::bytea[], $18::bytea[], $19::bytea[],
      $20::bytea[], $21::bytea[], $22::text[]) AS u
  ), transfers AS (
    INSERT INTO :nft_transfer SELECT u.* FROM fence, unnest($23::bigint[], $24::bigint[],
      $25::int[], $26::bytea[], $27::bytea[], $28::bytea[], $29::bytea[]) AS u
  ), moved AS (
    INSERT INTO :nft (collection, token_id, owner) SELECT u.* FROM fence,
      unnest($30::bytea[], $31::bytea[], $32::bytea[]) AS u ${MOVED}
  ), minted AS (
    INSERT INTO :nft (collection, token_id, owner) SELECT u.* FROM fence,
      unnest($33::bytea[], $34::bytea[], $35::bytea[]) AS u ${MINTED}
  ) SELECT ${COMMIT.local} FROM fence`;
}

function bulkStatements(sql: Sql) {
  const nft = `INSERT INTO :nft (collection, token_id, owner)
    SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[])`;
  return {
    // While catching up, a crash loses blocks that are fetched again.
    fence: sql`${committing("later", FENCE)}`,
    forget: sql`DELETE FROM :touched WHERE block < $1`,
    dirty: sql`INSERT INTO :dirty AS d
      SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[]) ${EARLIER}`,
    moved: sql`${nft} ${MOVED}`,
    minted: sql`${nft} ${MINTED}`,
  };
}
