import type { BlocksAhead } from "./blocks-ahead.ts";
import type { Emit } from "./events.ts";
import { MissingBlockError } from "./fetch-blocks.ts";
import { assertReorg } from "./reorg.ts";
import type { StoredChain } from "./stored-chain.ts";
import { type Checks, linkBlocks, UnlinkedBlockError, writeBlocks } from "./verified-blocks.ts";

export interface CatchUpOptions extends Checks {
  /** Oldest block of an empty store; undefined: the head. */
  readonly from: number | undefined;
  readonly emit: Emit;
}

type CatchUpResult =
  /** At the head of the node. */
  | "done"
  /** Stopped before the head, so that other work gets its turn. */
  | "more"
  /** A block does not follow the stored tip: there may be a reorganisation. */
  | "fork";

/** Blocks per call, after which the head of the node is read again. */
const ROUND_BLOCKS = 256;

/**
 * Adds the blocks of a node up to its head. The next blocks are fetched while others are written, also
 * those of the next call if there are more.
 *
 * @throws NodeMismatchError or InvalidBlockError if a block fails verification.
 */
export async function catchUp(
  chain: StoredChain,
  ahead: BlocksAhead,
  head: number,
  { from, verification, senders, isDevelopment, emit }: CatchUpOptions,
  signal: AbortSignal,
): Promise<CatchUpResult> {
  const tip = await chain.tip();
  const first = tip ? tip.number + 1 : (from ?? head);
  const end = Math.min(head + 1, first + ROUND_BLOCKS);
  const checks = { verification, isDevelopment, senders };
  let result: CatchUpResult = "done";
  try {
    const blocks = ahead.read(first, end, head, checks, signal);
    await writeBlocks(linkBlocks(blocks, "up", tip), async (changes) => {
      await chain.add(changes);
      for (const { transactions } of changes) {
        emit({ kind: "block", transactions: transactions.length });
      }
    });
    result = end <= head && !signal.aborted ? "more" : "done";
  } catch (error) {
    if (error instanceof UnlinkedBlockError) {
      await assertReorg(chain, ahead.source, error.block);
      result = "fork";
    } else if (!(error instanceof MissingBlockError)) {
      throw error;
    }
    // The node may report a head before it returns the block; the next round tries again.
  } finally {
    if (result === "done") {
      ahead.close();
    }
  }
  return result;
}
