import type { Verification } from "../chain/profiles.ts";
import type { BlockName, BlockRecord, Hex, TransactionRecord } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { tokenEvents } from "../source/events.ts";
import { blockRecord, transactionRecords } from "../source/normalise.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import { verifyBlock } from "../verify/verify.ts";

/** How blocks are verified. */
export interface Checks {
  readonly verification: Verification;
  /** Which signatures are verified. Default: a sample. */
  readonly senders?: "sample" | "all" | undefined;
  /** Whether accounts may be impersonated, as on a development chain. */
  readonly isDevelopment?: boolean | undefined;
}

/** A block that was parsed and verified. */
export interface CheckedBlock extends BlockName {
  /** Where it comes from, for error messages. */
  readonly file?: string;
  /** Absent if it cannot be parsed. */
  readonly change?: BlockChange;
  /** Why it must not be stored. */
  readonly problem?: unknown;
}

/** Block that cannot be added to the chain. */
export class InvalidBlockError extends Error {
  override readonly name = "InvalidBlockError";
}

/** A block does not link to the one before it. */
export class UnlinkedBlockError extends InvalidBlockError {
  /** Its number. */
  readonly block: number;

  constructor(message: string, block: number) {
    super(message);
    this.block = block;
  }
}

/**
 * Parses a block into the records to store.
 *
 * @param verification Chain whose formats the block has.
 * @param size Its size in bytes if it was computed; default: as reported.
 * @throws InvalidBlockError if its receipts belong to another block.
 */
export function readBlock(
  source: RpcBlockWithReceipts,
  verification: Verification,
  size?: number,
): BlockChange {
  try {
    return {
      block: blockRecord(source.block, verification, size),
      transactions: transactionRecords(source, verification).map((record) => ({
        record,
        participants: participants(record),
      })),
      ...tokenEvents(source.receipts),
    };
  } catch (error) {
    throw new InvalidBlockError((error as Error).message, { cause: error });
  }
}

/** Returns the addresses that take part in a transaction: sender, recipient and created contract. */
function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">): readonly Hex[] {
  return [...new Set([from, to, contractAddress].filter((address) => address !== null))];
}

/** Parses and verifies a block. Depends on no other block, so that threads can share the work. */
export function checkBlock(
  source: RpcBlockWithReceipts,
  { verification, senders, isDevelopment }: Checks,
): CheckedBlock {
  const checked = { number: Number(source.block.number), hash: source.block.hash };
  let size: number | undefined;
  let mismatch: unknown;
  try {
    size = verifyBlock(source, verification, { senders, isDevelopment });
  } catch (error) {
    mismatch = error;
  }
  try {
    const change = readBlock(source, verification, size);
    return { ...checked, change, problem: mismatch };
  } catch (problem) {
    return { ...checked, problem };
  }
}

/** Order in which blocks are linked: `up`, each to its parent; `down`, each as the parent of the one before. */
type Direction = "up" | "down";

/** What the next block links to. Up: its parent. Down: the block itself. */
type Seam = BlockName;

/** How blocks of a direction link to each other. */
interface Link {
  fits(block: BlockRecord, seam: Seam): boolean;
  next(block: BlockRecord): Seam;
  describe(seam: Seam): string;
  /** Numbers of the first and the last block that are missing between a block and the seam, if any. */
  gap(number: number, seam: Seam): readonly [first: number, last: number];
}

const LINKS: Readonly<Record<Direction, Link>> = {
  up: {
    fits: ({ number, parentHash }, parent) =>
      number === parent.number + 1 && parentHash === parent.hash,
    next: ({ number, hash }) => ({ number, hash }),
    describe: (parent) => `follow the stored block ${parent.number}`,
    gap: (number, parent) => [parent.number + 1, number - 1],
  },
  down: {
    fits: ({ number, hash }, expected) => number === expected.number && hash === expected.hash,
    next: ({ number, parentHash }) => ({ number: number - 1, hash: parentHash }),
    describe: (expected) => `precede the stored block ${expected.number + 1}`,
    gap: (number, expected) => [number + 1, expected.number],
  },
};

/** Says which blocks are missing; undefined if none is. */
function describeGap([first, last]: readonly [number, number]): string | undefined {
  if (first > last) {
    return undefined;
  }
  return first === last
    ? `block ${first} is missing, add it first`
    : `blocks ${first} to ${last} are missing, add them first`;
}

/**
 * Yields blocks that link to each other and are verified.
 *
 * @param start Undefined if any block may be the first.
 * @throws UnlinkedBlockError if a block does not link to the one before it.
 * @throws The problem of the first block that is invalid.
 */
export async function* linkBlocks(
  blocks: AsyncIterable<CheckedBlock> | Iterable<CheckedBlock>,
  direction: Direction,
  start: Seam | undefined,
): AsyncGenerator<BlockChange> {
  const { fits, next, describe, gap } = LINKS[direction];
  let seam = start;
  for await (const { file, number, change, problem } of blocks) {
    if (change && seam && !fits(change.block, seam)) {
      const place = file === undefined ? "" : `${file}: `;
      const missing = describeGap(gap(number, seam));
      const reason = missing === undefined ? describe(seam) : `${describe(seam)}: ${missing}`;
      throw new UnlinkedBlockError(`${place}block ${number} does not ${reason}`, number);
    }
    if (!change || problem !== undefined) {
      throw problem;
    }
    seam = next(change.block);
    yield change;
  }
}

/** Limits of a transaction. */
export const MAX_BLOCKS = 32;
const MAX_TRANSACTIONS = 10_000;

/** Writes blocks in batches. Those before a failure are valid, and are written as well. */
export async function writeBlocks(
  blocks: AsyncIterable<BlockChange>,
  write: (changes: readonly BlockChange[]) => Promise<void>,
): Promise<void> {
  let batch: BlockChange[] = [];
  let transactions = 0;
  const flush = async () => {
    const changes = batch;
    batch = [];
    transactions = 0;
    if (changes.length > 0) {
      await write(changes);
    }
  };
  try {
    for await (const change of blocks) {
      batch.push(change);
      transactions += change.transactions.length;
      if (batch.length >= MAX_BLOCKS || transactions >= MAX_TRANSACTIONS) {
        await flush();
      }
    }
  } finally {
    await flush();
  }
}
