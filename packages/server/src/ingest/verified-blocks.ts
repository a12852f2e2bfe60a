import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { tokenEvents } from "../source/events.ts";
import { blockRecord, transactionRecords } from "../source/normalise.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import { type VerifyOptions, verifyBlock } from "../verify/verify.ts";

/** How blocks are verified. */
export interface Checks extends VerifyOptions {
  readonly verification: Verification;
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
      transactions: transactionRecords(source, verification),
      ...tokenEvents(source.receipts.flatMap(({ logs }) => logs)),
    };
  } catch (error) {
    throw new InvalidBlockError((error as Error).message, { cause: error });
  }
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

/** Says which blocks are missing, if any. */
function describeGap(first: number, last: number): string {
  if (first > last) {
    return "";
  }
  return first === last
    ? `: block ${first} is missing, add it first`
    : `: blocks ${first} to ${last} are missing, add them first`;
}

/**
 * Yields blocks that link to each other and are verified.
 *
 * @param direction `up`, each block to its parent; `down`, each as the parent of the one before.
 * @param start What the first block links to: up, its parent; down, the block itself. Undefined if it may be any.
 * @throws UnlinkedBlockError if a block does not link to the one before it.
 * @throws The problem of the first block that is invalid.
 */
export async function* linkBlocks(
  blocks: AsyncIterable<CheckedBlock> | Iterable<CheckedBlock>,
  direction: "up" | "down",
  start: BlockName | undefined,
): AsyncGenerator<BlockChange> {
  const isUp = direction === "up";
  let seam = start;
  for await (const { file, number, change, problem } of blocks) {
    const expected = seam && (isUp ? seam.number + 1 : seam.number);
    const linked = isUp ? change?.block.parentHash : change?.block.hash;
    if (change && seam && (change.block.number !== expected || linked !== seam.hash)) {
      const place = file === undefined ? "" : `${file}: `;
      const reason = isUp
        ? `follow the stored block ${seam.number}${describeGap(seam.number + 1, number - 1)}`
        : `precede the stored block ${seam.number + 1}${describeGap(number + 1, seam.number)}`;
      throw new UnlinkedBlockError(`${place}block ${number} does not ${reason}`, number);
    }
    if (!change || problem !== undefined) {
      throw problem;
    }
    const { block } = change;
    seam = isUp ? block : { number: block.number - 1, hash: block.parentHash };
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
