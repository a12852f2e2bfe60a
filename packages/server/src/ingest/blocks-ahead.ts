import { setImmediate } from "node:timers/promises";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import { checkInThreads } from "./check-threads.ts";
import { type BlockQueue, blocksInFlight, numberOf, queueBlocks } from "./fetch-blocks.ts";
import { type CheckedBlock, type Checks, checkBlock } from "./verified-blocks.ts";

/** Ascending blocks that are fetched and checked ahead, from one round to the next. */
export type BlocksAhead = ReturnType<typeof blocksAhead>;

/** Within this distance from the head, every signature is verified. */
const NEAR_HEAD = 16;
/** Beyond this distance from the head there are enough blocks for threads to check them. */
export const MANY_BLOCKS = 32;

/** Fetches and checks ascending blocks ahead, so that a node does not wait between two rounds either. */
export function blocksAhead(source: ChainSource) {
  const readOld = checkInThreads();
  const flight = blocksInFlight(source);
  let queue: BlockQueue<CheckedBlock> | undefined;
  let first = 0;
  let expected = 0;
  let latest: { readonly head: number; readonly checks: Checks };
  const distanceOf = (number: number) => latest.head - number;
  const readWith = (number: number) =>
    distanceOf(number) < MANY_BLOCKS ? undefined : readOld(() => latest.checks);
  /** Drops all blocks that were not read. */
  const close = () => {
    queue?.close();
    queue = undefined;
  };
  const check = (block: RpcBlockWithReceipts | CheckedBlock): Promise<CheckedBlock> => {
    const isNear = distanceOf(numberOf(block)) < NEAR_HEAD;
    return checkHere(source, block, isNear ? { ...latest.checks, senders: "all" } : latest.checks);
  };
  return {
    source,
    /**
     * Yields the blocks from `start` to the one before `end`, or to the head. If `start` does not follow the blocks
     * of the previous call, those that were fetched ahead are dropped.
     *
     * @param head Number of the block up to which blocks may be fetched.
     * @throws As `BlockQueue.next`.
     */
    async *read(
      start: number,
      end: number,
      head: number,
      checks: Checks,
      signal?: AbortSignal,
    ): AsyncGenerator<CheckedBlock> {
      latest = { head, checks };
      const limit = head + 1;
      if (start !== expected) {
        close();
      }
      if (!queue) {
        first = start;
        queue = queueBlocks(source, (at) => start + at, limit - start, check, {
          flight,
          readWith,
        });
      }
      queue.extend(limit - first);
      for (expected = start; queue && expected < Math.min(end, limit); ) {
        const block = await queue.next();
        expected += 1;
        if (!block || signal?.aborted) {
          return;
        }
        yield block;
      }
    },
    close,
  };
}

/**
 * Checks a block here, unless it was checked in a thread. Receipts that do not match their block are read again, one by
 * one: some nodes fail to return those of a whole block, and have each of them. On a development chain, these are
 * accepted as they are: ganache computes their root in its own way.
 */
export async function checkHere(
  source: ChainSource,
  block: RpcBlockWithReceipts | CheckedBlock,
  checks: Checks,
): Promise<CheckedBlock> {
  if (!("receipts" in block)) {
    return block;
  }
  // After the responses of further blocks were received.
  await setImmediate();
  const checked = checkBlock(block, checks);
  const again = hasBadReceipts(checked) ? await source.withSingleReceipts(block.block) : undefined;
  if (!again) {
    return checked;
  }
  const rechecked = checkBlock(again, checks);
  return checks.isDevelopment && rechecked.change && hasBadReceipts(rechecked)
    ? { ...rechecked, problem: undefined }
    : rechecked;
}

function hasBadReceipts({ problem }: CheckedBlock): boolean {
  return problem instanceof NodeMismatchError && problem.isOfReceipts;
}
