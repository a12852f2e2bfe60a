import type { ChainReader, SetAside } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import { InvalidValueError } from "../engine.ts";
import { readUnchanged } from "../read-unchanged.ts";
import { changesOf, readsOf } from "../steps.ts";
import { blockWriter } from "./blocks.ts";
import { isOfValues, openSession, type Session } from "./connection.ts";
import { statusWriter, takeLease, transactionsOf, type WritingLease } from "./lease.ts";
import { type PostgresLocation, prepare } from "./location.ts";
import { reading } from "./reader.ts";
import { statementsOf } from "./statements.ts";
import { QUERIES, STEPS, stepRunner } from "./steps.ts";

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
      ...statusWriter(session, schema, lease.epoch),
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
  const { all, run } = stepRunner(statementsOf(location.schema));
  const whileHeld = transactionsOf(session, location.schema, lease);
  return {
    ...readsOf<typeof QUERIES.ofWriter, true>(QUERIES.ofWriter, (query) => all(session, query)),
    ...changesOf(STEPS.ofWriter, (steps) =>
      whileHeld(async (db) => {
        await run(db, steps);
      }),
    ),
    ...blockWriter(session, location, lease, undoBlocks),
    setAside: (contract, reason) =>
      whileHeld(async (db) => {
        await run(db, STEPS.setAside(contract, reason));
        return (await all(db, QUERIES.findSetAside(contract))) as SetAside;
      }),
    settle: (at, results) =>
      whileHeld(async (db, tip) => {
        const isWritten = tip === at.hash;
        if (isWritten) {
          const otherUnits = await all(db, QUERIES.otherUnits(results.tokens));
          await run(db, STEPS.settle(results, otherUnits));
        }
        return { isWritten, more: await all(db, QUERIES.isMore) };
      }).catch((error: unknown) => {
        throw isOfValues(error) ? new InvalidValueError(error) : error;
      }),
  };
}
