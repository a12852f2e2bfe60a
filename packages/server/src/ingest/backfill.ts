import { setImmediate } from "node:timers/promises";
import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { ChainSource } from "../source/node.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import { verifyBlock } from "../verify/verify.ts";
import type { Emit } from "./events.ts";
import { BATCH_SIZE, type FetchedBlocks, fetchBlocks, numbersBetween } from "./fetch-blocks.ts";
import { InvalidBlockError, readBlock } from "./read-block.ts";
import type { StoredChain } from "./stored-chain.ts";

/** Options of `backfill`. */
export interface BackfillOptions {
  readonly verification: Verification;
  /** Which signatures are verified. Default: a sample. */
  readonly senders?: "sample" | "all";
  readonly emit: Emit;
}

/** Adds blocks below the first stored one. */
export interface Backfill {
  /**
   * Adds the next blocks, in one transaction, down to a block. Those above one that is missing are kept.
   *
   * @param first First stored block.
   * @returns Whether there are more to add now.
   */
  run(from: number, first: BlockName, signal: AbortSignal): Promise<boolean>;
}

/** Delay after a node did not have a block: history that was pruned does not come back soon. */
const RETRY_MS = 10 * 60_000;

/**
 * Creates the backfill of a chain. Blocks are linked by hash to the first stored one. Nodes that lack
 * them are reported once and asked again later, while the chain is followed as before.
 */
export function backfill(
  chain: StoredChain,
  source: ChainSource,
  options: BackfillOptions,
): Backfill {
  let retryAt = 0;
  let reported: string | undefined;
  return {
    async run(from, first, signal) {
      if (first.number <= from || performance.now() < retryAt) {
        return false;
      }
      const start = Math.max(from, first.number - BATCH_SIZE);
      try {
        const numbers = numbersBetween(start, first.number).reverse();
        const { blocks, failure } = await fetchBlocks(source, numbers);
        const changes = await readBefore(chain, blocks, first.number, options);
        if (signal.aborted) {
          return false;
        }
        if (changes.length > 0) {
          await chain.prepend(changes, first);
        }
        for (const { transactions } of changes) {
          options.emit({ kind: "block", transactions: transactions.length });
        }
        if (failure) {
          throw failure.reason;
        }
        if (changes.length < numbers.length) {
          const missing = numbers[changes.length];
          throw new Error(`the node does not have block ${missing} with its receipts`);
        }
        return start > from;
      } catch (error) {
        const reason = (error as Error).message;
        retryAt = performance.now() + RETRY_MS;
        if (!signal.aborted && reason !== reported) {
          reported = reason;
          options.emit({ kind: "history unavailable", reason, from, first: first.number });
        }
        return false;
      }
    },
  };
}

/**
 * Reads and verifies the blocks before `end`, which is stored.
 *
 * @param blocks In descending order, up to the first that is missing.
 * @returns In ascending order.
 */
async function readBefore(
  chain: StoredChain,
  blocks: FetchedBlocks["blocks"],
  end: number,
  { verification, senders = "sample" }: BackfillOptions,
): Promise<BlockChange[]> {
  const changes: BlockChange[] = [];
  let expected = await chain.parentOf(end);
  for (const [at, block] of blocks.entries()) {
    if (!block) {
      break;
    }
    const number = end - 1 - at;
    const change = readBlock(block);
    if (change.block.number !== number || change.block.hash !== expected) {
      throw new InvalidBlockError(
        `block ${number} does not precede the stored block ${number + 1}`,
      );
    }
    verifyBlock(block, verification, { senders });
    changes.push(change);
    expected = change.block.parentHash;
    // Yields, so that the thread can be stopped.
    await setImmediate();
  }
  return changes.reverse();
}
