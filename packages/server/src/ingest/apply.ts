import type { Verification } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { tokenEvents } from "../source/events.ts";
import { blockRecord, transactionRecords } from "../source/normalise.ts";
import type { BlockChange, ChainStore } from "../store/chain-store.ts";
import type { Port } from "../store/port.ts";
import { type VerifyOptions, verifyBlock } from "../verify/verify.ts";

/** What came of a block that was to be added. */
export type Applied = "added" | "known";

/** A block that does not fit what is kept. */
export class WrongBlock extends Error {
  override readonly name = "WrongBlock";
}

/**
 * Reads a block, checks that it fits, and adds it in one transaction.
 *
 * @param verification How much of it its own hashes can vouch for.
 * @param options How closely it is looked at.
 * @throws LyingNode if its hashes do not vouch for it.
 * @throws WrongBlock if its receipts are not its own, its parent is another block than the one kept,
 *   or a later block is kept already.
 */
export async function applyBlock(
  store: Port<ChainStore>,
  source: RpcBlockWithReceipts,
  verification: Verification,
  options?: VerifyOptions,
): Promise<Applied> {
  const change = readBlock(source);
  const { number, hash, parentHash } = change.block;
  const kept = await store.getBlock(number);
  if (kept) {
    if (kept.hash === hash) {
      return "known";
    }
    throw new WrongBlock(`block ${number} is kept already, with another hash`);
  }
  const latest = await store.getLatestBlock();
  if (latest && latest.number > number) {
    throw new WrongBlock(`block ${number} comes after block ${latest.number}; import in order`);
  }
  const parent = await store.getBlock(number - 1);
  if (parent && parent.hash !== parentHash) {
    throw new WrongBlock(`block ${number} does not follow the block ${number - 1} that is kept`);
  }
  verifyBlock(source, verification, options);
  await store.addBlock(change);
  return "added";
}

function readBlock(source: RpcBlockWithReceipts): BlockChange {
  try {
    return {
      block: blockRecord(source.block),
      transactions: transactionRecords(source),
      ...tokenEvents(source.receipts),
    };
  } catch (error) {
    throw new WrongBlock((error as Error).message, { cause: error });
  }
}
