import { setImmediate } from "node:timers/promises";
import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import type { BlockChange } from "../store/chain-store.ts";
import { verifyBlock } from "../verify/verify.ts";
import type { Tell } from "./events.ts";
import type { KeptChain } from "./kept-chain.ts";
import { InvalidBlockError, readBlock } from "./read-block.ts";
import { refuseStray } from "./reorg.ts";

/** How blocks are added. */
export interface CatchUpOptions {
  /** The block to begin with in an empty store; absent: the newest one. */
  readonly from: number | undefined;
  readonly verification: Verification;
  /** Signatures that are checked in blocks far from the head; default: a sample. */
  readonly senders?: "sample" | "all";
  readonly tell: Tell;
}

/** Why catching up ended. */
type CaughtUp =
  /** The node has no more blocks now. */
  | "there"
  /** There are more; it only ends to let others have their turn. */
  | "behind"
  /** A block came that does not follow the newest one: the chain may have changed. */
  | "stray";

/** Blocks that are read, and then written, together. */
const READ_AHEAD = 8;
/** At so few blocks from the head there is time to check every signature. */
const NEAR = 16;
/** Blocks that are added before the head of the node is looked at again. */
const MAX_BLOCKS = 256;

/**
 * Adds the blocks of a node up to its head. The next ones are on their way while some are written.
 *
 * @throws NodeMismatchError or InvalidBlockError if a block is not what it claims to be.
 */
export async function catchUp(
  chain: KeptChain,
  source: ChainSource,
  head: number,
  options: CatchUpOptions,
  signal: AbortSignal,
): Promise<CaughtUp> {
  const tip = await chain.tip();
  const first = tip ? tip.number + 1 : (options.from ?? head);
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
    const stray = await addBlocks(chain, blocks, head, options, signal);
    if (stray) {
      await refuseStray(chain, source, stray);
      return "stray";
    }
    // A block just announced may not be there yet; the next round asks again.
    if (signal.aborted || blocks.includes(undefined)) {
      return "there";
    }
  }
  return end > head ? "there" : "behind";
}

/**
 * Adds blocks in one transaction, up to the first one that is missing or does not fit.
 *
 * @returns The block that does not follow the one before it.
 */
async function addBlocks(
  chain: KeptChain,
  blocks: readonly (RpcBlockWithReceipts | undefined)[],
  head: number,
  { verification, senders = "sample", tell }: CatchUpOptions,
  signal: AbortSignal,
): Promise<RpcBlockWithReceipts | undefined> {
  const changes: BlockChange[] = [];
  let tip: BlockName | undefined = await chain.tip();
  try {
    for (const source of blocks) {
      if (!source || signal.aborted) {
        break;
      }
      const change = readBlock(source);
      const { number, parentHash } = change.block;
      if (tip && tip.hash !== parentHash) {
        return source;
      }
      if (tip && tip.number !== number - 1) {
        throw new InvalidBlockError(`block ${number} names block ${tip.number} as its parent`);
      }
      verifyBlock(source, verification, { senders: head - number < NEAR ? "all" : senders });
      changes.push(change);
      tip = change.block;
      // Lets the blocks that are on their way come in.
      await setImmediate();
    }
  } finally {
    // Those before one that does not fit are good.
    await chain.add(changes);
    for (const { transactions } of changes) {
      tell({ kind: "block", transactions: transactions.length });
    }
  }
  return undefined;
}
