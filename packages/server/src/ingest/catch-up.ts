import { setImmediate } from "node:timers/promises";
import type { Verification } from "../chain/profiles.ts";
import type { BlockName } from "../chain/records.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { BlockChange } from "../store/chain-writer.ts";
import { verifyBlock } from "../verify/verify.ts";
import type { Emit } from "./events.ts";
import { BATCH_SIZE, type BlocksAhead } from "./fetch-blocks.ts";
import { InvalidBlockError, readBlock } from "./read-block.ts";
import { assertReorg } from "./reorg.ts";
import type { StoredChain } from "./stored-chain.ts";

/** Options of `catchUp`. */
export interface CatchUpOptions {
  /** First block of an empty store; undefined: the latest block. */
  readonly from: number | undefined;
  readonly verification: Verification;
  /** Which signatures are verified in blocks far from the head. Default: a sample. */
  readonly senders?: "sample" | "all";
  readonly emit: Emit;
}

/** Outcome of catching up. */
type CatchUpResult =
  /** At the head of the node. */
  | "done"
  /** Stopped before the head, so that other work gets its turn. */
  | "more"
  /** A block does not follow the stored tip: there may be a reorganisation. */
  | "fork";

/** Within this distance from the head, every signature is verified. */
const NEAR_HEAD = 16;
/** Blocks per call, after which the head of the node is read again. */
const MAX_BLOCKS = 256;

/**
 * Adds the blocks of a node up to its head. The next blocks are fetched while others are written, also
 * those of the next call if there are more.
 *
 * @param ahead Blocks of the node.
 * @throws NodeMismatchError or InvalidBlockError if a block fails verification.
 */
export async function catchUp(
  chain: StoredChain,
  ahead: BlocksAhead,
  head: number,
  options: CatchUpOptions,
  signal: AbortSignal,
): Promise<CatchUpResult> {
  const tip = await chain.tip();
  const first = tip ? tip.number + 1 : (options.from ?? head);
  const end = Math.min(head + 1, first + MAX_BLOCKS);
  let result: CatchUpResult = "done";
  try {
    for (let start = first; start < end; start += BATCH_SIZE) {
      const count = Math.min(BATCH_SIZE, end - start);
      const { blocks, failure } = await ahead.take(start, count, head + 1);
      const fork = await addBlocks(chain, blocks, head, options, signal);
      if (fork) {
        await assertReorg(chain, ahead.source, fork);
        return "fork";
      }
      if (failure) {
        throw failure.reason;
      }
      // The node may report a head before it returns the block; the next round tries again.
      if (signal.aborted || blocks.includes(undefined)) {
        return "done";
      }
    }
    result = end > head ? "done" : "more";
  } finally {
    if (result === "done") {
      ahead.close();
    }
  }
  return result;
}

/**
 * Adds blocks in one transaction, up to the first that is missing, invalid or on another fork.
 *
 * @returns The block whose parent is not the previous block; undefined if there is none.
 */
async function addBlocks(
  chain: StoredChain,
  blocks: readonly (RpcBlockWithReceipts | undefined)[],
  head: number,
  { verification, senders = "sample", emit }: CatchUpOptions,
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
        throw new InvalidBlockError(`block ${number} has block ${tip.number} as its parent`);
      }
      verifyBlock(source, verification, { senders: head - number < NEAR_HEAD ? "all" : senders });
      changes.push(change);
      tip = change.block;
      // Yields, so that the responses of the next batch are received.
      await setImmediate();
    }
  } finally {
    // The blocks before an invalid one are valid.
    await chain.add(changes);
    for (const { transactions } of changes) {
      emit({ kind: "block", transactions: transactions.length });
    }
  }
  return undefined;
}
