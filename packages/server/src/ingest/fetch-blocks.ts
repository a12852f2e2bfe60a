import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource, ReadBody } from "../source/node.ts";
import { InvalidBlockError } from "./verified-blocks.ts";

/** The source does not have a block. */
export class MissingBlockError extends Error {
  override readonly name = "MissingBlockError";

  constructor(number: number) {
    super(`the node does not have block ${number} with its receipts`);
  }
}

/** Blocks that are fetched while those before them are in use. */
export interface BlockQueue<Block> {
  /**
   * Waits for the next block.
   *
   * @returns undefined after the last one.
   * @throws MissingBlockError if the source lacks it. @throws The error of its call.
   * @throws InvalidBlockError if the source returned another block.
   */
  next(): Promise<Block | undefined>;
  /** Fetches more blocks, up to the one at `end`, unless one is missing. */
  extend(end: number): void;
  /** Fetches no more blocks; calls in flight are not awaited. */
  close(): void;
}

/** A block that is requested, or waits to be used. */
interface Waiting<Block> {
  readonly block: Promise<Block>;
  /** Whether the node has responded. */
  hasArrived: boolean;
}

/** Blocks that wait to be used. */
const MAX_WAITING = 32;
/** Bounds of the number of blocks that are requested at once. */
const [MIN_IN_FLIGHT, MAX_IN_FLIGHT] = [8, 24];
const CALLS_PER_BLOCK = 2;

/**
 * Creates the number of blocks that are requested at once: more while blocks are waited for, as a distant node takes
 * longer for each, half as many after a failure, and no more than the node allows in a second.
 */
export function blocksInFlight(source: Pick<ChainSource, "rate">) {
  let most = MIN_IN_FLIGHT;
  return {
    limit: () =>
      Math.max(MIN_IN_FLIGHT, Math.min(most, Math.floor(source.rate() / CALLS_PER_BLOCK))),
    /** Records that a block was waited for while as many were requested as the limit allows. */
    noteWait() {
      most = Math.min(MAX_IN_FLIGHT, most + 2);
    },
    /** Records that the node did not return a block. */
    noteFailure() {
      most = Math.max(MIN_IN_FLIGHT, Math.floor(most / 2));
    },
  };
}

interface QueueOptions<Read> {
  /** Default: as many as the source allows. */
  readonly flight?: ReturnType<typeof blocksInFlight>;
  /** Returns how the response with a block is read elsewhere; undefined: it is read here. */
  readonly readWith?: (number: number) => ReadBody<Read> | undefined;
}

/**
 * Fetches blocks in order, several at once, some of them ahead. A block is requested as soon as another has
 * arrived, so that the node never waits for the store.
 *
 * @param use What is done with a block as soon as it has arrived, before those before it.
 */
export function queueBlocks<Block, Read extends BlockName = never>(
  source: ChainSource,
  numberAt: (at: number) => number,
  length: number,
  use: (fetched: RpcBlockWithReceipts | NoInfer<Read>) => Block | Promise<Block>,
  { flight = blocksInFlight(source), readWith }: QueueOptions<Read> = {},
): BlockQueue<Block> {
  const waiting: Waiting<Block>[] = [];
  let next = 0;
  let end = length;
  /** Position after which none is fetched, because it is missing or the queue is closed. */
  let last = Number.POSITIVE_INFINITY;
  let inFlight = 0;

  const fetchOne = async (at: number, entry: { hasArrived: boolean }): Promise<Block> => {
    const number = numberAt(at);
    const noteArrival = () => {
      if (!entry.hasArrived) {
        entry.hasArrived = true;
        inFlight -= 1;
        fetchMore();
      }
    };
    const read = readWith?.(number);
    const readArrived = (readBody: ReadBody<Read>) => (body: Uint8Array) => {
      noteArrival();
      return readBody(body);
    };
    try {
      const block = await source.block(number, read && readArrived(read));
      if (!block) {
        throw new MissingBlockError(number);
      }
      const found = numberOf(block);
      if (found !== number) {
        throw new InvalidBlockError(`the node returned block ${found} instead of block ${number}`);
      }
      noteArrival();
      return await use(block);
    } catch (error) {
      last = Math.min(last, at);
      if (!(error instanceof MissingBlockError)) {
        flight.noteFailure();
      }
      noteArrival();
      throw error;
    }
  };
  const fetchMore = () => {
    while (
      inFlight < flight.limit() &&
      waiting.length < MAX_WAITING &&
      next < Math.min(end, last)
    ) {
      const entry = { hasArrived: false };
      inFlight += 1;
      const block = fetchOne(next, entry);
      // Awaited when it is its turn; this prevents an unhandled rejection.
      block.catch(() => {});
      waiting.push(Object.assign(entry, { block }));
      next += 1;
    }
  };
  fetchMore();
  return {
    async next() {
      const first = waiting.shift();
      if (first && !first.hasArrived && inFlight >= flight.limit()) {
        flight.noteWait();
      }
      const block = await first?.block;
      fetchMore();
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

/** Yields the blocks of a queue. @throws As `BlockQueue.next`. */
export async function* blocksOf<Block>(queue: BlockQueue<Block>): AsyncGenerator<Block> {
  try {
    for (let block = await queue.next(); block; block = await queue.next()) {
      yield block;
    }
  } finally {
    queue.close();
  }
}

export function numberOf(block: RpcBlockWithReceipts | BlockName): number {
  return "receipts" in block ? Number(block.block.number) : block.number;
}
