import type { Hex } from "../../chain/records.ts";
import type { ChainReader, FollowerStatus } from "../chain-reader.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { committing } from "./commit.ts";
import type { Queryable } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";
import { bytes, textOf, utf8 } from "./values.ts";

const sql = statementsOf(SHARED_SCHEMA);

/** Reads the status that the follower of a chain stored. */
export function statusReader(
  db: Queryable,
  schema: string,
): Required<Pick<ChainReader, "followerStatus">> {
  const read = sql`SELECT node_head, settled, trouble,
      extract(epoch FROM statement_timestamp() - seen_at)::float8 AS age
    FROM :writer WHERE chain = $1 AND seen_at IS NOT NULL`;
  return {
    async followerStatus() {
      const [row] = (await db.run(read, schema)).rows;
      return (
        row && {
          head: (row.node_head ?? undefined) as number | undefined,
          settled: (row.settled ?? undefined) as Hex | undefined,
          trouble: textOf(row.trouble) ?? undefined,
          ageSeconds: Math.max(0, Number(row.age)),
        }
      );
    },
  };
}

/** Stores the status of a follower, unless another one has taken over. */
export function statusWriter(
  db: Queryable,
  schema: string,
  epoch: number,
): Required<Pick<ChainWriter, "setFollowerStatus">> {
  const write = sql`${committing(
    "local",
    `UPDATE :writer SET node_head = $3, settled = $4, trouble = $5, seen_at = statement_timestamp()
       WHERE chain = $1 AND epoch = $2`,
  )}`;
  return {
    async setFollowerStatus({ head, settled, trouble }: FollowerStatus) {
      const hash = settled === undefined ? null : bytes(settled);
      await db.run(write, schema, epoch, head ?? null, hash, utf8(trouble ?? null));
    },
  };
}
