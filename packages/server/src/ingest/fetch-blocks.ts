import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";

/** Blocks in the order of their numbers, up to the first that is missing. */
export interface FetchedBlocks {
  readonly blocks: readonly (RpcBlockWithReceipts | undefined)[];
  /** Set if the last block is missing because a call has failed. */
  readonly failure: { readonly reason: unknown } | undefined;
}

/** Blocks that are fetched while those before them are in use. */
export interface BlockQueue {
  /** Waits for the next blocks. Those before one that is missing, or whose call fails, are kept. */
  take(count: number): Promise<FetchedBlocks>;
  /** Fetches more blocks, up to the one at `end`, unless one is missing. */
  extend(end: number): void;
  /** Fetches no more blocks; calls in flight are not awaited. */
  close(): void;
}

/** Ascending blocks that are fetched ahead, from one round to the next. */
export interface BlocksAhead {
  readonly source: ChainSource;
  /**
   * Waits for the next blocks, as `BlockQueue`.
   *
   * @param start Number of the first one. If it does not follow the previous ones, these are dropped.
   * @param end Number of the block up to which blocks may be fetched.
   */
  take(start: number, count: number, end: number): Promise<FetchedBlocks>;
  /** Drops all blocks that were not taken. */
  close(): void;
}

/** Outcome of one block. */
type Fetched = Pick<FetchedBlocks, "failure"> & {
  readonly block?: RpcBlockWithReceipts | undefined;
};

/** Blocks per transaction: enough for the bulk load of every store. */
export const BATCH_SIZE = 32;
/** Blocks that are fetched at once. */
const CONCURRENCY = 8;

/**
 * Fetches blocks in order, several at once, up to a batch ahead. A block is requested as soon as another
 * has arrived, so that the node never waits for the last one of a batch, or for the store.
 *
 * @param numberAt Number of each block.
 * @param length Number of blocks.
 */
export function queueBlocks(
  source: ChainSource,
  numberAt: (at: number) => number,
  length: number,
): BlockQueue {
  const ahead: Promise<Fetched>[] = [];
  let next = 0;
  let end = length;
  /** Position after which none is fetched, because it is missing or the queue is closed. */
  let last = Number.POSITIVE_INFINITY;
  let inFlight = 0;

  const fetchOne = async (at: number): Promise<Fetched> => {
    inFlight += 1;
    const fetched = await source.block(numberAt(at)).then(
      (block): Fetched => ({ block, failure: undefined }),
      (reason: unknown): Fetched => ({ failure: { reason } }),
    );
    inFlight -= 1;
    if (!fetched.block) {
      last = Math.min(last, at);
    }
    fetchMore();
    return fetched;
  };
  const fetchMore = () => {
    while (inFlight < CONCURRENCY && ahead.length < BATCH_SIZE && next < Math.min(end, last)) {
      ahead.push(fetchOne(next));
      next += 1;
    }
  };
  fetchMore();
  return {
    async take(count) {
      const blocks: FetchedBlocks["blocks"][number][] = [];
      while (blocks.length < count) {
        const first = ahead.shift();
        if (!first) {
          break;
        }
        const { block, failure } = await first;
        blocks.push(block);
        if (!block) {
          return { blocks, failure };
        }
        fetchMore();
      }
      return { blocks, failure: undefined };
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
    async take(start, count, end) {
      if (start !== expected) {
        close();
      }
      if (!queue) {
        first = start;
        queue = queueBlocks(source, (at) => start + at, end - start);
      }
      queue.extend(end - first);
      expected = start + count;
      return queue.take(count);
    },
    close,
  };
}

/** Fetches blocks, several at once. Blocks before one that is missing, or whose call fails, are kept. */
export function fetchBlocks(
  source: ChainSource,
  numbers: readonly number[],
): Promise<FetchedBlocks> {
  return queueBlocks(source, (at) => numbers[at] as number, numbers.length).take(numbers.length);
}

/** Returns the numbers from `start` to the one before `end`. */
export function numbersBetween(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}
