import type { BlockName } from "../chain/records.ts";
import type { ChainSource } from "../source/node.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import type { Emit } from "./events.ts";
import { type BlocksAhead, blocksAhead, MissingBlockError } from "./fetch-blocks.ts";
import { assertReorg } from "./reorg.ts";
import type { StoredChain } from "./stored-chain.ts";
import {
  type Checks,
  linkBlocks,
  MAX_BLOCKS,
  UnlinkedBlockError,
  writeBlocks,
} from "./verified-blocks.ts";

export interface AddOptions extends Checks {
  /** Oldest block to add; undefined: the head, if the store is empty. */
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
  options: AddOptions,
  signal: AbortSignal,
): Promise<CatchUpResult> {
  const tip = await chain.tip();
  const first = tip ? tip.number + 1 : (options.from ?? head);
  try {
    const blocks = ahead.read(first, ROUND_BLOCKS, head, checksOf(options), signal);
    await writeBlocks(linkBlocks(blocks, "up", tip), async (changes) => {
      await chain.add(changes);
      announce(changes, options.emit);
    });
    return first + ROUND_BLOCKS <= head && !signal.aborted ? "more" : "done";
  } catch (error) {
    if (error instanceof UnlinkedBlockError) {
      await assertReorg(chain, ahead.source, error.block);
      return "fork";
    }
    if (!(error instanceof MissingBlockError)) {
      throw error;
    }
    // The node may report a head before it returns the block; the next round tries again.
    return "done";
  }
}

/** Delay after a node did not have a block: history that was pruned does not come back soon. */
const RETRY_MS = 10 * 60_000;

/**
 * Creates the backfill of a chain. Blocks are linked by hash to the oldest stored one. Nodes that lack
 * them are reported once and asked again later, while the chain is followed as before.
 *
 * @returns Function that adds the next blocks, in one transaction, down to a block. Those above one that is missing or
 *   invalid are kept. Resolves with whether there are more to add now.
 */
export function backfill(chain: StoredChain, source: ChainSource) {
  const ahead = blocksAhead(source, -1);
  let retryAt = 0;
  let reported: string | undefined;
  return async (
    from: number,
    oldest: BlockName,
    options: AddOptions,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (oldest.number <= from || performance.now() < retryAt) {
      return false;
    }
    let written = oldest;
    try {
      const parent = await chain.parentOf(oldest);
      const blocks = ahead.read(parent.number, MAX_BLOCKS, from, checksOf(options), signal);
      await writeBlocks(linkBlocks(blocks, "down", parent), async (changes) => {
        await chain.prepend(changes.toReversed(), written);
        written = changes.at(-1)?.block ?? written;
        announce(changes, options.emit);
      });
      return written.number > from && !signal.aborted;
    } catch (error) {
      const reason = (error as Error).message;
      retryAt = performance.now() + RETRY_MS;
      if (!signal.aborted && reason !== reported) {
        reported = reason;
        options.emit({ kind: "history unavailable", reason, from, oldest: written.number });
      }
      return false;
    }
  };
}

/** Without what cannot be sent to a thread. */
function checksOf({ verification, senders, isDevelopment }: Checks): Checks {
  return { verification, senders, isDevelopment };
}

function announce(changes: readonly BlockChange[], emit: Emit): void {
  for (const { transactions } of changes) {
    emit({ kind: "block", transactions: transactions.length });
  }
}
