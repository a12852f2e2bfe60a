import type { BlockName, Hex } from "../chain/records.ts";
import type { ChainSource } from "../source/node.ts";
import { checkHere, MANY_BLOCKS } from "./blocks-ahead.ts";
import { checkInThreads } from "./check-threads.ts";
import type { Emit } from "./events.ts";
import { blocksInFlight, blocksOf, queueBlocks } from "./fetch-blocks.ts";
import type { StoredChain } from "./stored-chain.ts";
import { type Checks, linkBlocks, MAX_BLOCKS, writeBlocks } from "./verified-blocks.ts";

/** Delay after a node did not have a block: history that was pruned does not come back soon. */
const RETRY_MS = 10 * 60_000;

/**
 * Creates the backfill of a chain. Blocks are linked by hash to the oldest stored one. Nodes that lack
 * them are reported once and asked again later, while the chain is followed as before.
 *
 * @returns Function that adds the next blocks, in one transaction, down to a block. Those above one that is missing or
 *   invalid are kept. Resolves with whether there are more to add now.
 */
export function backfill(
  chain: StoredChain,
  source: ChainSource,
  { emit, verification, senders, isDevelopment }: Checks & { readonly emit: Emit },
) {
  const checks: Checks = { verification, senders, isDevelopment };
  const flight = blocksInFlight(source);
  const readOld = checkInThreads();
  let retryAt = 0;
  let reported: string | undefined;
  return async (from: number, oldest: BlockName, signal: AbortSignal): Promise<boolean> => {
    if (oldest.number <= from || performance.now() < retryAt) {
      return false;
    }
    const start = Math.max(from, oldest.number - MAX_BLOCKS);
    let written = oldest;
    try {
      const hash = (await chain.parentOf(oldest.number)) as Hex;
      const areMany = oldest.number - from > MANY_BLOCKS;
      const queue = queueBlocks(
        source,
        (at) => oldest.number - 1 - at,
        oldest.number - start,
        (block) => checkHere(source, block, checks),
        { flight, readWith: () => (areMany ? readOld(() => checks) : undefined) },
      );
      const linked = linkBlocks(blocksOf(queue), "down", { number: oldest.number - 1, hash });
      await writeBlocks(linked, async (changes) => {
        if (signal.aborted) {
          return;
        }
        await chain.prepend(changes.toReversed(), written);
        written = changes.at(-1)?.block ?? written;
        for (const { transactions } of changes) {
          emit({ kind: "block", transactions: transactions.length });
        }
      });
      return start > from && !signal.aborted;
    } catch (error) {
      const reason = (error as Error).message;
      retryAt = performance.now() + RETRY_MS;
      if (!signal.aborted && reason !== reported) {
        reported = reason;
        emit({ kind: "history unavailable", reason, from, oldest: written.number });
      }
      return false;
    }
  };
}
