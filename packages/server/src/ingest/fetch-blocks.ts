import { setImmediate } from "node:timers/promises";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource, ReadBody } from "../source/node.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import { checkInThreads } from "./check-threads.ts";
import {
  type CheckedBlock,
  type Checks,
  checkBlock,
  InvalidBlockError,
} from "./verified-blocks.ts";

/** The source does not have a block. */
export class MissingBlockError extends Error {
  override readonly name = "MissingBlockError";

  constructor(number: number) {
    super(`the node does not have block ${number} with its receipts`);
  }
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
function blocksInFlight(source: Pick<ChainSource, "rate">) {
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

/** Blocks that are requested one after the other. */
interface Run<Block> {
  readonly waiting: Waiting<Block>[];
  /** Number of the block that is requested next. */
  next: number;
  inFlight: number;
  /** Whether no more are requested, because one is missing, or nobody waits for them any more. */
  hasEnded: boolean;
}

/** Reads blocks, see `blockReader`. */
type ReadBlocks<Block> = (
  start: number,
  most: number,
  last: number,
  signal?: AbortSignal,
) => AsyncGenerator<Block>;

/**
 * Creates a reader of blocks in order. Several are fetched at once, some of them ahead, also those of the next call: a
 * block is requested as soon as another has arrived, so that the node never waits for the store. If a call does not
 * follow the one before, or that has ended early, what was fetched ahead is dropped.
 *
 * @param use What is done with a block as soon as it has arrived, before those before it.
 * @param step 1: each block follows the one before it; -1: it precedes it.
 * @param readWith Returns how the response with a block is read elsewhere; undefined: it is read here.
 * @returns Generator of blocks from `start` on: `most` of them, or up to the block `last`. It throws MissingBlockError if
 *   the source lacks one, InvalidBlockError if it returned another one, and the error of a call.
 */
export function blockReader<Block, Read extends BlockName = never>(
  source: ChainSource,
  use: (fetched: RpcBlockWithReceipts | NoInfer<Read>) => Block | Promise<Block>,
  step: 1 | -1 = 1,
  readWith: (number: number) => ReadBody<Read> | undefined = () => undefined,
): ReadBlocks<Block> {
  const flight = blocksInFlight(source);
  let run: Run<Block> | undefined;
  let expected = 0;
  let limit = 0;

  const fetchOne = async (number: number, noteArrival: () => void): Promise<Block> => {
    const read = readWith(number);
    const readArrived = (body: Uint8Array) => {
      noteArrival();
      return (read as ReadBody<Read>)(body);
    };
    const block = await source.block(number, read && readArrived);
    if (!block) {
      throw new MissingBlockError(number);
    }
    const found = numberOf(block);
    if (found !== number) {
      throw new InvalidBlockError(`the node returned block ${found} instead of block ${number}`);
    }
    noteArrival();
    return use(block);
  };
  const fetchMore = (own: Run<Block>) => {
    while (
      !own.hasEnded &&
      own.inFlight < flight.limit() &&
      own.waiting.length < MAX_WAITING &&
      (limit - own.next) * step >= 0
    ) {
      const noteArrival = () => {
        if (!entry.hasArrived) {
          entry.hasArrived = true;
          own.inFlight -= 1;
          fetchMore(own);
        }
      };
      const entry = { hasArrived: false, block: fetchOne(own.next, noteArrival) };
      own.inFlight += 1;
      own.next += step;
      own.waiting.push(entry);
      // The failure is thrown when it is its turn.
      entry.block.catch((error) => {
        own.hasEnded = true;
        if (!(error instanceof MissingBlockError)) {
          flight.noteFailure();
        }
        noteArrival();
      });
    }
  };
  return async function* read(start, most, last, signal) {
    limit = last;
    if (!run || start !== expected) {
      run = { waiting: [], next: start, inFlight: 0, hasEnded: false };
    }
    const own = run;
    // Kept if this call comes to its end.
    run = undefined;
    fetchMore(own);
    const count = Math.min(most, (last - start) * step + 1);
    try {
      for (let taken = 0; taken < count; taken += 1) {
        const first = own.waiting.shift() as Waiting<Block>;
        if (!first.hasArrived && own.inFlight >= flight.limit()) {
          flight.noteWait();
        }
        const block = await first.block;
        fetchMore(own);
        if (signal?.aborted) {
          return;
        }
        yield block;
      }
      expected = start + count * step;
      run = own;
    } finally {
      own.hasEnded = run === undefined;
    }
  };
}

function numberOf(block: RpcBlockWithReceipts | BlockName): number {
  return "receipts" in block ? Number(block.block.number) : block.number;
}

/** Blocks that are fetched and checked ahead, from one round to the next. */
export type BlocksAhead = ReturnType<typeof blocksAhead>;

/** Within this distance from the head, every signature is verified. */
const NEAR_HEAD = 16;
/** Beyond this distance from the last one there are enough blocks for threads to check them. */
const MANY_BLOCKS = 32;

/**
 * Creates a reader of blocks that checks them ahead.
 *
 * @param step As for `blockReader`: 1 up to the head, -1 down.
 */
export function blocksAhead(source: ChainSource, step: 1 | -1 = 1) {
  const readOld = checkInThreads();
  let latest: { readonly last: number; readonly checks: Checks };
  const distanceOf = (number: number) => (latest.last - number) * step;
  const readBlocks = blockReader<CheckedBlock, CheckedBlock>(
    source,
    (block) => {
      const isNearHead = step > 0 && distanceOf(numberOf(block)) < NEAR_HEAD;
      const { checks } = latest;
      return checkHere(source, block, isNearHead ? { ...checks, senders: "all" } : checks);
    },
    step,
    (number) => (distanceOf(number) < MANY_BLOCKS ? undefined : readOld(() => latest.checks)),
  );
  return {
    source,
    read(start: number, most: number, last: number, checks: Checks, signal?: AbortSignal) {
      latest = { last, checks };
      return readBlocks(start, most, last, signal);
    },
  };
}

/**
 * Checks a block here, unless it was checked in a thread. Receipts that do not match their block are read again, one by
 * one: some nodes fail to return those of a whole block, and have each of them. On a development chain, these are
 * accepted as they are: ganache computes their root in its own way.
 */
async function checkHere(
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
