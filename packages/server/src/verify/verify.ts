import { randomInt } from "node:crypto";
import { formatOf } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { encodedHeader, hasValidWithdrawals } from "./header.ts";
import { checkReceipts } from "./receipts.ts";
import { recoverSender } from "./sender.ts";
import { blockSize } from "./size.ts";
import { omitStateSync } from "./state-sync.ts";
import { checkTransactions } from "./transactions.ts";

/** The data of a node does not match its hashes. */
export class NodeMismatchError extends Error {
  override readonly name = "NodeMismatchError";
}

/** Options of `verifyBlock`. */
export interface VerifyOptions {
  /**
   * Which signatures are verified: all, or a random sample, which soon detects a node that forges
   * senders, at a fraction of the cost. Default: `sample`.
   */
  readonly senders?: "all" | "sample" | undefined;
}

/** Signatures per block in a sample. */
const SAMPLE = 8;

/**
 * Verifies header, transactions and receipts of a block against its hashes, and senders against their
 * signatures. What no hash covers is taken from the node; the README lists it for each chain.
 *
 * @param verification Chain whose formats the block has.
 * @returns The size of the block in bytes, which no hash covers, computed from what was verified; undefined
 *   if it can only be taken from the node.
 * @throws NodeMismatchError naming the mismatch.
 * @example
 * verifyBlock(source, profileOf("ethereum").verification, { senders: "all" });
 */
export function verifyBlock(
  source: RpcBlockWithReceipts,
  verification: Verification,
  { senders = "sample" }: VerifyOptions = {},
): number | undefined {
  if (verification === "parent") {
    return undefined;
  }
  const { block } = source;
  const fail = (reason: string): never => {
    throw new NodeMismatchError(`block ${Number(block.number)}: ${reason}`);
  };
  const format = formatOf(verification, block);
  const header = encodedHeader(block, format.header) ?? fail("the hash is not that of the header");
  if (hasWithdrawals(verification) && !hasValidWithdrawals(block)) {
    fail("the withdrawals are not those of withdrawalsRoot");
  }
  const { transactions, receipts } = omitStateSync(source, format, fail);
  const { signed, leaves } = checkTransactions(transactions, block, format, fail);
  for (const { at, transaction, parts } of senders === "all" ? signed : sampleOf(signed)) {
    if (recoverSender(transaction, parts) !== transaction.from.toLowerCase()) {
      fail(`the sender of transaction ${at}, ${transaction.hash}, did not sign it`);
    }
  }
  // Last, because some fields of receipts are derived from the senders.
  checkReceipts({ block, transactions, receipts }, format, fail);
  return blockSize(block, { header, transactions: leaves }, verification, format);
}

/** Whether the header covers withdrawals. The OP stack has another root in their place. */
function hasWithdrawals(verification: Verification): boolean {
  return verification === "ethereum" || verification === "bsc";
}

function sampleOf<Item>(items: readonly Item[]): readonly Item[] {
  const picked = [...items];
  while (picked.length > SAMPLE) {
    picked.splice(randomInt(picked.length), 1);
  }
  return picked;
}
