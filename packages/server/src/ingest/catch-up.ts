import { setImmediate } from "node:timers/promises";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { Port } from "../store/port.ts";
import { applyBlock } from "./apply.ts";
import type { Tell } from "./events.ts";
import { refuseStray } from "./reorg.ts";

/** How blocks are added. */
export interface CatchUpOptions {
  /** The block to begin with in an empty store; absent: the newest one. */
  readonly from: number | undefined;
  readonly verification: Verification;
  readonly tell: Tell;
}

/** How catching up came to an end. */
type CaughtUp =
  /** There are no more blocks to be had now. */
  | "there"
  /** There are more; it only ends to let others have their turn. */
  | "behind"
  /** A block came that does not follow the newest one: the chain may have changed. */
  | "stray";

/** Blocks that are read at once. */
const READ_AHEAD = 8;
/** At so few blocks from the head there is time to check every signature. */
const NEAR = 16;
/** Blocks that are added before the head of the node is looked at again. */
const MAX_BLOCKS = 256;

/**
 * Adds the blocks of a node up to its head. The next ones are on their way while some are written.
 *
 * @throws LyingNode or WrongBlock if a block is not what it claims to be.
 */
export async function catchUp(
  store: Port<ChainStore>,
  source: ChainSource,
  head: number,
  { from, verification, tell }: CatchUpOptions,
  signal: AbortSignal,
): Promise<CaughtUp> {
  const first = await nextNumber(store, head, from);
  const end = Math.min(head + 1, first + MAX_BLOCKS);
  const read = (start: number) => {
    const count = Math.max(0, Math.min(READ_AHEAD, end - start));
    const blocks = Promise.all(Array.from({ length: count }, (_, at) => source.block(start + at)));
    // Whoever awaits it hears of a failure; if nobody does any more, nobody needs to.
    blocks.catch(() => {});
    return blocks;
  };
  let coming = read(first);
  for (let start = first; start < end; start += READ_AHEAD) {
    const blocks = await coming;
    coming = read(start + READ_AHEAD);
    for (const block of blocks) {
      // A block just announced may not be there yet; the next round asks again.
      if (!block || signal.aborted) {
        return "there";
      }
      if (!(await followsTip(store, block))) {
        await refuseStray(store, source, block);
        return "stray";
      }
      const isNear = head - Number(block.block.number) < NEAR;
      await applyBlock(store, block, verification, { senders: isNear ? "all" : "sample" });
      tell({ kind: "block", transactions: block.block.transactions.length });
      // Lets the blocks that are on their way come in.
      await setImmediate();
    }
  }
  return end > head ? "there" : "behind";
}

async function nextNumber(
  store: Port<ChainStore>,
  head: number,
  from: number | undefined,
): Promise<number> {
  const latest = await store.getLatestBlock();
  return latest ? latest.number + 1 : (from ?? head);
}

async function followsTip(
  store: Port<ChainStore>,
  { block }: RpcBlockWithReceipts,
): Promise<boolean> {
  const latest = await store.getLatestBlock();
  return !latest || latest.hash === block.parentHash;
}
