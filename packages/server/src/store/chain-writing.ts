import type { BlockName } from "../chain/records.ts";
import { blockSteps } from "./block-steps.ts";
import { chainQueries } from "./chain-queries.ts";
import type { ChainReader } from "./chain-reader.ts";
import { chainSteps } from "./chain-steps.ts";
import type { BlockChange, ChainWriter } from "./chain-writer.ts";
import type { ChainAdditions } from "./engine.ts";
import { type BulkStep, changesOf, type Dialect, type Query, type Step } from "./steps.ts";

/** Creates the statements of a chain. */
export function chainStatements(dialect: Dialect) {
  return {
    queries: chainQueries(dialect),
    steps: { ...chainSteps(dialect), ...blockSteps(dialect) },
  };
}

type Statements = ReturnType<typeof chainStatements>;

/** A connection within a transaction. */
export interface Connection {
  all<Result>(query: Query<Result>): Result | Promise<Result>;
  /** Runs steps in order. @returns Number of rows that each has written. */
  run(steps: readonly (Step | BulkStep)[]): readonly number[] | Promise<readonly number[]>;
}

/** Does work in one transaction. */
export type Transact = <Result>(work: (db: Connection) => Promise<Result>) => Promise<Result>;

/**
 * Does work in one transaction, in which no other process changes the blocks.
 *
 * @param isManyBlocks Whether it adds many blocks, of which a crash may lose the latest ones.
 */
export type TransactOnTip = <Result>(
  work: (db: Connection, tip: BlockName | undefined) => Promise<Result>,
  isManyBlocks?: boolean,
) => Promise<Result>;

/** What a writer does within transactions, whatever the engine. */
export function chainWriting(
  { queries, steps }: Statements,
  transact: TransactOnTip,
  undoBlocks: number,
): Omit<
  ChainWriter,
  keyof ChainReader | keyof typeof queries.ofWriter | "lost" | "setFollowerStatus"
> {
  /** Changes blocks at the top, unless another one is the tip. */
  const onTip = (
    expected: BlockName | undefined,
    change: readonly (Step | BulkStep)[],
    isManyBlocks?: boolean,
  ) =>
    transact(async (db, tip) => {
      const isTip = tip?.hash === expected?.hash;
      if (isTip) {
        await db.run([...change, ...steps.moveTip]);
      }
      return isTip;
    }, isManyBlocks);
  return {
    ...changesOf(steps.ofWriter, (change) =>
      transact(async (db) => {
        await db.run(change);
      }),
    ),
    async addBlocks(changes, expectedTip) {
      assertConsecutive(changes, expectedTip);
      return onTip(expectedTip, steps.addBlocks(changes, undoBlocks), changes.length > 1);
    },
    async prependBlocks(changes, expectedOldest) {
      assertConsecutive(changes, undefined, expectedOldest);
      return transact(async (db, tip) => {
        const oldest = await db.all(queries.ofReader.oldest());
        const isOldest = oldest?.hash === expectedOldest.hash;
        if (isOldest) {
          await db.run(steps.prependBlocks(changes, Number(tip?.number) - undoBlocks));
        }
        return isOldest;
      });
    },
    rollbackTo: (number, expectedTip) => onTip(expectedTip, steps.rollbackTo(number)),
    clear: (expectedTip) => onTip(expectedTip, steps.clear()),
    pruneBelow: (number, limit) =>
      transact(async (db) => {
        const { lowest, highest, count } = await db.all(queries.blocksBelow(number, limit));
        if (count > 0) {
          await db.run(steps.prune(lowest, highest));
        }
        return count;
      }),
    setAside: (contract, reason) =>
      transact(async (db) => {
        await db.run(steps.setAside(contract, reason));
        return db.all(queries.findSetAside(contract));
      }),
    settle: (at, results) =>
      transact(async (db, tip) => {
        const isWritten = tip?.hash === at.hash;
        if (isWritten) {
          const otherUnits = await db.all(queries.otherUnits(results.tokens));
          await db.run(steps.settle(results, otherUnits));
        }
        const { isMore } = await db.all(queries.isMore);
        return { isWritten, more: isMore };
      }),
  };
}

/**
 * What others add to a chain, whatever the engine.
 *
 * @param inTurn Updates rows in the order of a plan, in turns with the writer: the two could deadlock.
 */
export function chainAdditions(
  { queries, steps }: Statements,
  transact: Transact,
  inTurn: Transact,
): ChainAdditions {
  /** @returns Number of rows that the last step has written. */
  const countedBy = (transaction: Transact) => (change: readonly Step[]) =>
    transaction(async (db) => (await db.run(change)).at(-1) ?? 0);
  return {
    ...changesOf(steps.ofOthers, countedBy(transact)),
    ...changesOf(steps.inTurn, countedBy(inTurn)),
    addReceived: (received) =>
      inTurn(async (db) => {
        const tip = await db.all(queries.tipAbove(received.restsOn));
        if (!tip) {
          return undefined;
        }
        const [pairs = 0, nfts = 0] = await db.run(steps.addReceived(received));
        return { pairs, nfts, tip };
      }),
  };
}

/**
 * Asserts that blocks are consecutive: lists say that they cover everything between the oldest block and the tip.
 *
 * @param below Block that they follow, if any.
 * @param above Block that follows them, if any.
 * @throws Error naming the first block that is missing.
 */
function assertConsecutive(
  changes: readonly BlockChange[],
  below: BlockName | undefined,
  above?: BlockName,
): void {
  let last = below?.number;
  for (const { number } of [...changes.map(({ block }) => block), ...(above ? [above] : [])]) {
    if (last !== undefined && number !== last + 1) {
      throw new Error(`block ${number} does not follow block ${last}: lists would have a gap`);
    }
    last = number;
  }
}
