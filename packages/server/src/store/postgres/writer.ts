import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import { InvalidValueError, StoreLockedError } from "../engine.ts";
import { readUnchanged } from "../read-unchanged.ts";
import { readsOf, type Step } from "../steps.ts";
import { blockWriter } from "./blocks.ts";
import { isOfValues, openSession, type Queryable, type Session } from "./connection.ts";
import { type Lease, statusWriter, takeLease } from "./lease.ts";
import { type PostgresLocation, prepare } from "./location.ts";
import { reading } from "./reader.ts";
import { blockRemover } from "./remove-blocks.ts";
import { statementsOf } from "./statements.ts";
import { QUERIES, STEPS, stepRunner } from "./steps.ts";
import { bytes } from "./values.ts";

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
  { epoch, lose }: Lease,
  undoBlocks: number,
): Omit<ChainWriter, keyof ChainReader | "setFollowerStatus"> {
  const { schema } = location;
  const sql = statementsOf(schema);
  const runner = stepRunner(sql);
  const blocks = blockWriter(session, location, epoch, undoBlocks, runner);
  const remover = blockRemover(session, schema, epoch, runner);
  const holds = sql`SELECT 1 FROM :head WHERE epoch = $1`;
  const fence = sql`SELECT 1 FROM :head WHERE epoch = $1 AND hash = $2 FOR UPDATE`;
  const lease = sql`SELECT 1 FROM :head WHERE epoch = $1 FOR UPDATE`;
  /** Works in a transaction, unless the lease was lost. */
  const whileHeld = <Result>(work: (db: Queryable) => Promise<Result>) =>
    session.transaction(async (db) => {
      if ((await db.run(lease, epoch)).rows.length === 0) {
        lose();
        throw new StoreLockedError(`schema ${schema}`);
      }
      return work(db);
    });
  const runHeld = (steps: readonly Step[]) =>
    whileHeld(async (db) => {
      await runner.run(db, steps);
    });
  /** Throws if the lease was lost to another process; otherwise the expected tip was wrong. */
  const checked = async <Result>(result: Result, isRefused: boolean): Promise<Result> => {
    if (isRefused && (await session.run(holds, epoch)).rows.length === 0) {
      lose();
      throw new StoreLockedError(`schema ${schema}`);
    }
    return result;
  };
  return {
    ...readsOf<typeof QUERIES.ofWriter, true>(QUERIES.ofWriter, (query) =>
      runner.all(session, query),
    ),
    setChainId: (chainId) => runHeld([STEPS.setChainId(chainId)]),
    setOrphaned: (hash) => runHeld([STEPS.setOrphaned(hash)]),
    setAside: (...contract) =>
      whileHeld(async (db) => {
        const [row, facts] = STEPS.setAside(...contract);
        const setAside = await runner.all(db, row);
        await runner.run(db, [facts]);
        return setAside;
      }),
    waitAside: (work) => runHeld(STEPS.waitAside(work)),
    retryAside: (...contract) => runHeld(STEPS.retryAside(...contract)),
    setMetadata: (...nft) => runHeld(STEPS.setMetadata(...nft)),
    postponeMetadata: (...nft) => runHeld(STEPS.postponeMetadata(...nft)),
    async addBlocks(changes, expectedTip) {
      const isAdded = await blocks.add(changes, expectedTip);
      return checked(isAdded, !isAdded);
    },
    async prependBlocks(changes, expectedOldest) {
      const isAdded = await blocks.prepend(changes, expectedOldest);
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
    async clear(expectedTip) {
      const isDone = await remover.clear(expectedTip);
      return checked(isDone, !isDone);
    },
    async settle(at, results) {
      const settling = session.transaction(async (db) => {
        const isWritten = (await db.run(fence, epoch, bytes(at.hash))).rows.length > 0;
        if (isWritten) {
          const outdated = await runner.all(db, QUERIES.otherUnits(results.tokens));
          await runner.run(db, STEPS.settle(results, outdated));
        }
        return { isWritten, more: await runner.all(db, QUERIES.isMore) };
      });
      const settlement = await settling.catch((error: unknown) => {
        throw isOfValues(error) ? new InvalidValueError(error) : error;
      });
      return checked(settlement, !settlement.isWritten);
    },
  };
}
