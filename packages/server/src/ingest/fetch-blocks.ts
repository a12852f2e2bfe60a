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
  /** Fetches no more blocks; calls in flight are not awaited. */
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
 */
export function queueBlocks(source: ChainSource, numbers: readonly number[]): BlockQueue {
  const ahead: Promise<Fetched>[] = [];
  let next = 0;
  let end = numbers.length;
  let inFlight = 0;

  const fetchOne = async (at: number): Promise<Fetched> => {
    inFlight += 1;
    const fetched = await source.block(numbers[at] as number).then(
      (block): Fetched => ({ block, failure: undefined }),
      (reason: unknown): Fetched => ({ failure: { reason } }),
    );
    inFlight -= 1;
    if (!fetched.block) {
      end = Math.min(end, at);
    }
    fetchMore();
    return fetched;
  };
  const fetchMore = () => {
    while (inFlight < CONCURRENCY && ahead.length < BATCH_SIZE && next < end) {
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
    close() {
      end = next;
    },
  };
}

/** Fetches blocks, several at once. Blocks before one that is missing, or whose call fails, are kept. */
export function fetchBlocks(
  source: ChainSource,
  numbers: readonly number[],
): Promise<FetchedBlocks> {
  return queueBlocks(source, numbers).take(numbers.length);
}

/** Returns the numbers from `start` to the one before `end`. */
export function numbersBetween(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at);
}
