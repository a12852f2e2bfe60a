import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import type { KeptChain } from "./kept-chain.ts";
import { InvalidBlockError, readBlock } from "./read-block.ts";

/** Outcome of adding a block. */
export type Applied = "added" | "known";

/**
 * Reads a block, checks that it fits, and adds it in one transaction.
 *
 * @param verified Resolves when its hashes and signatures have been checked; if it rejects, so does this.
 * @throws InvalidBlockError if its receipts are not its own, its parent is another block than the one
 *   kept, or a later block is kept already.
 */
export async function applyBlock(
  chain: KeptChain,
  source: RpcBlockWithReceipts,
  verified: Promise<void>,
): Promise<Applied> {
  const change = readBlock(source);
  const { number, hash, parentHash } = change.block;
  const tip = await chain.tip();
  if (tip && number <= tip.number) {
    const kept = await chain.hashOf(number);
    if (kept === hash) {
      return "known";
    }
    throw new InvalidBlockError(
      kept === undefined
        ? `block ${number} comes after block ${tip.number}; import in order`
        : `block ${number} is kept already, with another hash`,
    );
  }
  if (tip?.number === number - 1 && tip.hash !== parentHash) {
    throw new InvalidBlockError(
      `block ${number} does not follow the block ${tip.number} that is kept`,
    );
  }
  await verified;
  await chain.add([change]);
  return "added";
}
