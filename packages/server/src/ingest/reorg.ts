import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { ChainSource } from "../source/node.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { Tell } from "./events.ts";
import type { KeptChain } from "./kept-chain.ts";

/** The chain has changed so deep that it cannot be followed any more. */
export class ChainHaltedError extends Error {
  override readonly name = "ChainHaltedError";
}

/** How deep reorganisations are followed, and who is told. */
export interface ReorgOptions {
  /** A reorganisation of more blocks than this halts the chain. */
  readonly maxReorg: number;
  readonly tell: Tell;
}

/**
 * A block that does not follow the newest one is the sign of a reorganisation, unless the node still
 * has that one as well.
 *
 * @throws NodeMismatchError if it has.
 */
export async function refuseStray(
  chain: KeptChain,
  source: ChainSource,
  { block }: RpcBlockWithReceipts,
): Promise<void> {
  const tip = await chain.tip();
  if (tip && (await source.hashOf(tip.number)) === tip.hash) {
    const again = await source.block(tip.number + 1);
    if (again && again.block.parentHash !== tip.hash) {
      throw new NodeMismatchError(
        `block ${Number(block.number)} does not follow the one before it`,
      );
    }
  }
}

/**
 * A node that does not have a block may have announced it and be about to have it.
 *
 * @throws NodeMismatchError if it is behind.
 */
async function refuseLag(chain: KeptChain, source: ChainSource, number: number): Promise<void> {
  const head = await source.head();
  if (head < number && (await source.hashOf(head)) === (await chain.hashOf(head))) {
    throw new NodeMismatchError(`the node is behind block ${number}, which is served already`);
  }
}

/**
 * Takes away the blocks that the chain does not have any more.
 *
 * @returns Whether it is known that the newest block that is kept is one of the chain.
 */
export async function dropOrphans(
  chain: KeptChain,
  source: ChainSource,
  { maxReorg, tell }: ReorgOptions,
): Promise<boolean> {
  const tip = await chain.tip();
  let number = tip?.number;
  let kept = tip?.hash;
  while (tip && number !== undefined) {
    kept = await chain.hashOf(number);
    if (!kept) {
      throw new ChainHaltedError(
        `the chain has changed before block ${number + 1}, the first that is kept`,
      );
    }
    const hash = await source.hashOf(number);
    if (hash === kept) {
      break;
    }
    if (hash === undefined) {
      await refuseLag(chain, source, number);
      return false;
    }
    number -= 1;
    if (tip.number - number > maxReorg) {
      throw new ChainHaltedError(
        `the chain has changed by more than ${maxReorg} blocks; nothing is undone`,
      );
    }
  }
  if (tip && kept && number !== undefined && number < tip.number) {
    const startedAt = performance.now();
    await chain.rollbackTo({ number, hash: kept });
    const seconds = (performance.now() - startedAt) / 1000;
    tell({ kind: "reorg", depth: tip.number - number, seconds });
  }
  return true;
}
