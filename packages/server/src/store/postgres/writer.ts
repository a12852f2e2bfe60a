import type { ChainReader } from "../chain-reader.ts";
import type { BlockChange, ChainWriter, WriterOptions } from "../chain-writer.ts";
import { chainWriting } from "../chain-writing.ts";
import { InvalidValueError } from "../engine.ts";
import { readUnchanged } from "../read-unchanged.ts";
import { readsOf } from "../steps.ts";
import { isOfValues, openSession, type Session } from "./connection.ts";
import { statusWriter, takeLease, transactionsOf, type WritingLease } from "./lease.ts";
import { dropRanges, rangeMaker } from "./ranges.ts";
import { reading } from "./reader.ts";
import { type PostgresLocation, prepare } from "./schema.ts";
import { CHAIN, stepRunners } from "./steps.ts";

/** Takes the lease of a chain, and opens it for writing. */
export async function openWriter(
  location: PostgresLocation,
  { undoBlocks, holder }: WriterOptions,
): Promise<ChainWriter> {
  await prepare(location);
  const { schema } = location;
  const session = await openSession(location);
  try {
    const lease = await takeLease(session, schema, holder);
    const writer: ChainWriter = {
      ...reading(session, schema),
      setFollowerStatus: statusWriter(session, schema, lease.epoch),
      ...writing(session, location, lease, undoBlocks),
      readWithExtent: (of, read) => readUnchanged(writer, of, read),
      lost: lease.lost,
      async close() {
        await lease.release();
        await session.close();
      },
    };
    return writer;
  } catch (error) {
    await session.close();
    throw error;
  }
}

function writing(
  session: Session,
  location: PostgresLocation,
  lease: WritingLease,
  undoBlocks: number,
): Omit<ChainWriter, keyof ChainReader | "setFollowerStatus"> {
  const { schema } = location;
  const { all } = stepRunners(schema).on(session);
  const cover = rangeMaker(session, location);
  const coverAll = async (changes: readonly BlockChange[]) => {
    const [first, last] = [changes[0], changes.at(-1)];
    if (first && last) {
      await cover(first.block.number, last.block.number);
    }
  };
  const writer = chainWriting(CHAIN, transactionsOf(session, schema, lease), undoBlocks);
  return {
    ...readsOf(CHAIN.queries.ofWriter, all),
    ...writer,
    async addBlocks(changes, expectedTip) {
      await coverAll(changes);
      return writer.addBlocks(changes, expectedTip);
    },
    async prependBlocks(changes, expectedOldest) {
      await coverAll(changes);
      return writer.prependBlocks(changes, expectedOldest);
    },
    async pruneBelow(number, limit) {
      const removed = await writer.pruneBelow(number, limit);
      if (removed > 0 && removed < limit) {
        await dropRanges(session, schema, number);
      }
      return removed;
    },
    settle: (at, results) =>
      writer.settle(at, results).catch((error: unknown) => {
        throw isOfValues(error) ? new InvalidValueError(error) : error;
      }),
  };
}
