import { PER_BLOCK } from "../ids.ts";
import type { Session } from "./connection.ts";
import { inSchema } from "./statements.ts";

/** Blocks per range; on a busy chain about 8 million transactions. */
const BLOCKS_PER_RANGE = 50_000;

/** Partitions of transactions by block number. */
export interface Ranges {
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
): Ranges {
  const made = new Set<number>();
  return {
    async cover(first, last) {
      const from = Math.floor(first / blocksPerRange);
      const to = Math.floor((last + blocksPerRange / 2) / blocksPerRange);
      for (let at = from; at <= to; at++) {
        if (!made.has(at)) {
          await attach(session, schema, at * blocksPerRange, (at + 1) * blocksPerRange);
          made.add(at);
        }
      }
    },
  };
}

async function attach(session: Session, schema: string, first: number, end: number): Promise<void> {
  const bounds = [first * PER_BLOCK, end * PER_BLOCK] as const;
  await session.transaction(async (_, client) => {
    const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [
      inSchema(`:tx_${first}`, schema),
    ]);
    if (rows[0].there) {
      return;
    }
    for (const command of rangeCommands(first, ...bounds)) {
      await client.query(inSchema(command, schema));
    }
  });
}

function rangeCommands(first: number, low: number, high: number): string[] {
  const [tx, addressTx] = [`tx_${first}`, `address_tx_${first}`];
  const create = (
    table: string,
    part: string,
  ) => `CREATE TABLE :${part} (LIKE :${table} INCLUDING ALL,
    CONSTRAINT ${part}_range CHECK (id >= ${low} AND id < ${high}))`;
  const attachTo = (table: string, part: string) =>
    `ALTER TABLE :${table} ATTACH PARTITION :${part} FOR VALUES FROM (${low}) TO (${high})`;
  return [
    create("tx", tx),
    `ALTER TABLE :${tx} ADD PRIMARY KEY (id)`,
    `CREATE UNIQUE INDEX ${tx}_hash ON :${tx} (hash)`,
    create("address_tx", addressTx),
    `ALTER TABLE :${addressTx} ADD PRIMARY KEY (address, id)`,
    // For rollbacks: rows are stored in insertion order.
    `CREATE INDEX ${addressTx}_id ON :${addressTx} USING brin (id)
       WITH (pages_per_range = 32, autosummarize = on)`,
    attachTo("tx", tx),
    attachTo("address_tx", addressTx),
  ];
}
