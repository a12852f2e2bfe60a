import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import { InvalidBlockError } from "./verified-blocks.ts";

/** The source does not have a block. */
export class MissingBlockError extends Error {
  override readonly name = "MissingBlockError";

  constructor(number: number) {
    super(`the node does not have block ${number} with its receipts`);
  }
}

/** Blocks that are fetched while those before them are in use. */
export interface BlockQueue {
  /**
   * Waits for the next block.
   *
   * @returns undefined after the last one.
   * @throws MissingBlockError if the source lacks it. @throws The error of its call.
   * @throws InvalidBlockError if the source returned another block.
   */
  next(): Promise<RpcBlockWithReceipts | undefined>;
  /** Fetches more blocks, up to the one at `end`, unless one is missing. */
  extend(end: number): void;
  /** Fetches no more blocks; calls in flight are not awaited. */
  close(): void;
}

/** Ascending blocks that are fetched ahead, from one round to the next. */
export interface BlocksAhead {
  readonly source: ChainSource;
  /**
   * Yields the blocks from `start` to the one before `end`. If `start` does not follow the blocks of the
   * previous call, those that were fetched ahead are dropped.
   *
   * @param limit Number of the block up to which blocks may be fetched.
   * @throws As `BlockQueue.next`.
   */
  read(start: number, end: number, limit: number): AsyncGenerator<RpcBlockWithReceipts>;
  /** Drops all blocks that were not read. */
  close(): void;
}

/** Outcome of one call. */
interface Fetched {
  readonly number: number;
  readonly block?: RpcBlockWithReceipts | undefined;
  readonly failure?: { readonly reason: unknown };
}

/** Blocks that wait to be used. */
const MAX_WAITING = 32;
/** Blocks that are fetched at once. */
const CONCURRENCY = 8;

/**
 * Fetches blocks in order, several at once, some of them ahead. A block is requested as soon as another has
 * arrived, so that the node never waits for the store.
 *
 * @param numberAt Number of each block.
 * @param length Number of blocks.
 */
export function queueBlocks(
  source: ChainSource,
  numberAt: (at: number) => number,
  length: number,
): BlockQueue {
  const waiting: Promise<Fetched>[] = [];
  let next = 0;
  let end = length;
  /** Position after which none is fetched, because it is missing or the queue is closed. */
  let last = Number.POSITIVE_INFINITY;
  let inFlight = 0;

  const fetchOne = async (at: number): Promise<Fetched> => {
    const number = numberAt(at);
    inFlight += 1;
    const fetched = await source.block(number).then(
      (block): Fetched => ({ number, block }),
      (reason: unknown): Fetched => ({ number, failure: { reason } }),
    );
    inFlight -= 1;
    if (!fetched.block) {
      last = Math.min(last, at);
    }
    fetchMore();
    return fetched;
  };
  const fetchMore = () => {
    while (inFlight < CONCURRENCY && waiting.length < MAX_WAITING && next < Math.min(end, last)) {
      waiting.push(fetchOne(next));
      next += 1;
    }
  };
  fetchMore();
  return {
    async next() {
      const first = waiting.shift();
      if (!first) {
        return undefined;
      }
      const { number, block, failure } = await first;
      if (failure) {
        throw failure.reason;
      }
      if (!block) {
        throw new MissingBlockError(number);
      }
      fetchMore();
      const found = Number(block.block.number);
      if (found !== number) {
        throw new InvalidBlockError(`the node returned block ${found} instead of block ${number}`);
      }
      return block;
    },
    extend(to) {
      end = Math.max(end, to);
      fetchMore();
    },
    close() {
      last = next;
    },
  };
}

/** Fetches ascending blocks ahead, so that a node does not wait between two rounds either. */
export function blocksAhead(source: ChainSource): BlocksAhead {
  let queue: BlockQueue | undefined;
  let first = 0;
  let expected = 0;
  const close = () => {
    queue?.close();
    queue = undefined;
  };
  return {
    source,
    async *read(start, end, limit) {
      if (start !== expected) {
        close();
      }
      if (!queue) {
        first = start;
        queue = queueBlocks(source, (at) => start + at, limit - start);
      }
      queue.extend(limit - first);
      for (expected = start; queue && expected < end; ) {
        const block = await queue.next();
        expected += 1;
        if (!block) {
          return;
        }
        yield block;
      }
    },
    close,
  };
}

/** Yields the blocks with these numbers. @throws As `BlockQueue.next`. */
export async function* fetchBlocks(
  source: ChainSource,
  numbers: readonly number[],
): AsyncGenerator<RpcBlockWithReceipts> {
  const queue = queueBlocks(source, (at) => numbers[at] as number, numbers.length);
  try {
    for (let block = await queue.next(); block; block = await queue.next()) {
      yield block;
    }
  } finally {
    queue.close();
  }
}

/** Returns the numbers from `start` to the one before `end`. */
export function numbersBetween(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}
