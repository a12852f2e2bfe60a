import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import { StoreLockedError } from "../engine.ts";
import { openSession, type Session } from "./connection.ts";
import { statusWriter } from "./follower-status.ts";
import { type Lease, takeLease } from "./lease.ts";
import { type PostgresLocation, prepare } from "./location.ts";
import { metadataStore } from "./metadata.ts";
import { pairLists } from "./pairs.ts";
import { reading } from "./reader.ts";
import { blockRemover } from "./remove-blocks.ts";
import { setAsideWriter } from "./set-aside.ts";
import { settler } from "./settle.ts";
import { statementsOf } from "./statements.ts";
import { blockWriter } from "./write-blocks.ts";

/** Takes the lease of a chain, and opens it for writing. */
export async function openWriter(
  location: PostgresLocation,
  { undoBlocks, holder }: WriterOptions,
): Promise<ChainWriter> {
  await prepare(location);
  const { schema } = location;
  const session = await openSession(location);
  try {
    const lease = await takeLease(session, schema, { holder });
    return {
      ...reading(session, schema),
      ...statusWriter(session, schema, lease.epoch),
      ...writing(session, location, lease, undoBlocks),
      lost: lease.lost,
      async close() {
        await lease.release();
        await session.close();
      },
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

function writing(
  session: Session,
  location: PostgresLocation,
  { epoch, lose }: Lease,
  undoBlocks: number,
): Omit<ChainWriter, keyof ChainReader> {
  const { schema } = location;
  const sql = statementsOf(schema);
  const blocks = blockWriter(session, location, epoch, undoBlocks);
  const remover = blockRemover(session, sql, epoch);
  const { settle, unknownTokens } = settler(session, sql, epoch);
  const holds = sql`SELECT 1 FROM :head WHERE epoch = $1`;
  /** Throws if the lease was lost to another process; otherwise the expected tip was wrong. */
  const checked = async <Result>(result: Result, isRefused: boolean): Promise<Result> => {
    if (isRefused && (await session.run(holds, epoch)).rows.length === 0) {
      lose();
      throw new StoreLockedError(`schema ${schema}`);
    }
    return result;
  };
  return {
    ...pairLists(session, sql),
    unknownTokens,
    ...metadataStore(session, sql),
    ...setAsideWriter(session, sql),
    async addBlocks(changes, expectedTip) {
      const isAdded = await blocks.add(changes, expectedTip);
      return checked(isAdded, !isAdded);
    },
    async prependBlocks(changes, expectedFirst) {
      const isAdded = await blocks.prepend(changes, expectedFirst);
      return checked(isAdded, !isAdded);
    },
    async pruneBelow(number, limit) {
      const count = await remover.pruneBelow(number, limit);
      return checked(count ?? 0, count === undefined);
    },
    async rollbackTo(number, expectedTip) {
      const isDone = await remover.rollbackTo(number, expectedTip);
      return checked(isDone, !isDone);
    },
    async settle(at, results) {
      const settlement = await settle(at, results);
      return checked(settlement, !settlement.isWritten);
    },
  };
}
