import { ADD_DIRTY, EARLIER_PAIRS } from "../chain-steps.ts";
import type { Session, Statement } from "./connection.ts";
import { attachTable, type Range } from "./ranges.ts";
import { commandsOf } from "./statements.ts";
import { ofRows } from "./steps.ts";

/** Parts in which pairs and NFTs are merged, so that the writer of the chain waits only briefly. */
const PARTS = 16;

/**
 * Attaches a complete range, if its last block is the parent of the first stored one.
 *
 * @returns false if blocks between the range and the first stored one are missing.
 * @throws Error if the range does not lead up to the first stored block.
 */
export async function attachFill(session: Session, schema: string, range: Range): Promise<boolean> {
  const { first, end } = range;
  const command = commandsOf(schema);
  const lowest = command`SELECT number, body FROM :block ORDER BY number LIMIT 1`;
  const [before] = (await session.run(lowest)).rows;
  if (Number(before?.number) !== end) {
    return false;
  }
  // Transfers of blocks that are not stored yet affect no response but the mint of a known NFT.
  await session.transaction(async (db) => {
    await db.run(command`DELETE FROM :nft_transfer WHERE block >= ${first} AND block < ${end}`);
    await db.run(command`INSERT INTO :nft_transfer SELECT * FROM :fill_nft_transfer_${first}`);
  });
  return session.transaction(async (db) => {
    await db.run(command`SELECT 1 FROM :head FOR UPDATE`);
    const [stored] = (await db.run(lowest)).rows;
    if (Number(stored?.number) !== end) {
      return false;
    }
    const last = command`SELECT hash FROM :fill_block_${first} ORDER BY number DESC LIMIT 1`;
    const { parentHash } = JSON.parse(String(stored?.body));
    if ((await db.run(last)).rows[0]?.hash !== parentHash) {
      throw new SeamError(
        `block ${end - 1} does not precede the stored block ${end}; older blocks were discarded: ` +
          "use another node",
      );
    }
    await db.run(command`INSERT INTO :block SELECT * FROM :fill_block_${first}`);
    await db.run(command`ALTER TABLE :fill_tx_${first} RENAME TO tx_${first}`);
    await db.run(command`${attachTable(range)}`);
    await db.run(command`UPDATE :fill SET is_attached = true WHERE first = ${first}`);
    return true;
  });
}

/** Thrown if a range does not lead up to the first stored block. */
class SeamError extends Error {
  override readonly name = "SeamError";
}

/** Merges pairs and NFTs of an attached range into the chain, and forgets the range. */
export async function mergeFill(session: Session, schema: string, { first }: Range): Promise<void> {
  const command = commandsOf(schema);
  const pairs = `:fill_pair_${first}`;
  const inPart = (column: string, part: number) =>
    `get_byte(${column}, octet_length(${column}) - 1) % ${PARTS} = ${part}`;
  for (let part = 0; part < PARTS; part++) {
    const found = `(SELECT owner, token, min(since) AS since FROM ${pairs}
      WHERE ${inPart("owner", part)} GROUP BY owner, token) AS u`;
    await locked(
      session,
      schema,
      [...EARLIER_PAIRS, ADD_DIRTY].map((sql) => ofRows(sql, found, schema)),
    );
    // Ranges are merged from the top, so that an owner who is known is a later one.
    await locked(session, schema, [
      command`INSERT INTO :nft (collection, token_id, owner)
       SELECT DISTINCT ON (collection, token_id) collection, token_id, owner
       FROM :fill_nft_transfer_${first} WHERE ${inPart("token_id", part)}
       ORDER BY collection, token_id, block DESC, log_index DESC ON CONFLICT DO NOTHING`,
    ]);
  }
  await session.transaction(async (db) => {
    for (const table of ["block", "nft_transfer", "pair"]) {
      await db.run(command`DROP TABLE :fill_${table}_${first}`);
    }
    await db.run(command`DELETE FROM :fill WHERE first = ${first}`);
  });
}

/** Runs statements while the chain is not written: the writer locks rows in another order. */
function locked(session: Session, schema: string, statements: readonly Statement[]): Promise<void> {
  return session.transaction(async (db) => {
    await db.run(commandsOf(schema)`SELECT 1 FROM :head FOR UPDATE`);
    for (const statement of statements) {
      await db.run(statement);
    }
  });
}
