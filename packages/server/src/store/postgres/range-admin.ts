import { boundsOf, briefly, type ChainLocation, detach, withSession } from "./range-session.ts";
import { listRanges, type Range } from "./ranges.ts";
import { inSchema } from "./statements.ts";

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
