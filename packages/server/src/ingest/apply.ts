import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { InvalidBlockError, readBlock } from "./read-block.ts";
import type { StoredChain } from "./stored-chain.ts";

/** Outcome of adding a block. */
export type Applied = "added" | "known";

/**
 * Parses a block, checks that it extends the stored chain, and adds it in one transaction.
 *
 * @param verified Resolves when the hashes and signatures of the block are verified.
 * @throws InvalidBlockError if the receipts belong to another block, the parent is not the stored
 *   block, or a later block is already stored.
 * @throws The reason with which `verified` rejects.
 */
export async function applyBlock(
  chain: StoredChain,
  source: RpcBlockWithReceipts,
  verified: Promise<void>,
): Promise<Applied> {
  const change = readBlock(source);
  const { number, hash, parentHash } = change.block;
  const tip = await chain.tip();
  if (tip && number <= tip.number) {
    const stored = await chain.hashOf(number);
    if (stored === hash) {
      return "known";
    }
    throw new InvalidBlockError(
      stored === undefined
        ? `block ${number} comes after block ${tip.number}; import in order`
        : `block ${number} is already stored with another hash`,
    );
  }
  if (tip?.number === number - 1 && tip.hash !== parentHash) {
    throw new InvalidBlockError(`block ${number} does not follow the stored block ${tip.number}`);
  }
  await verified;
  await chain.add([change]);
  return "added";
}
