import { randomInt } from "node:crypto";
import { type BlockFormat, formatOf } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { encodedHeader, hasValidWithdrawals, withdrawalItems } from "./header.ts";
import { checkReceipts } from "./receipts.ts";
import { data, encode, hash, isList, withPrefix } from "./rlp.ts";
import { recoverSender } from "./sender.ts";
import {
  checkTransactions,
  hintOf,
  omitStateSync,
  type SignedTransaction,
} from "./transactions.ts";

/** The data of a node does not match its hashes. */
export class NodeMismatchError extends Error {
  override readonly name = "NodeMismatchError";
  /** Whether only the receipts of a block do not match it. */
  readonly isOfReceipts: boolean;

  constructor(message: string, { isOfReceipts = false } = {}) {
    super(message);
    this.isOfReceipts = isOfReceipts;
  }
}

export interface VerifyOptions {
  /**
   * Which signatures are verified: all, or a random sample, which soon detects a node that forges
   * senders, at a fraction of the cost. Default: `sample`.
   */
  readonly senders?: "all" | "sample" | undefined;
  /**
   * Whether the chain is one for development, whose node sends transactions of accounts without their keys:
   * their hashes and signatures are made up, and no sender is verified. Default: it is not.
   */
  readonly isDevelopment?: boolean | undefined;
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
  { senders = "sample", isDevelopment = false }: VerifyOptions = {},
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
  if (WITH_WITHDRAWALS.includes(verification) && !hasValidWithdrawals(block)) {
    fail("the withdrawals are not those of withdrawalsRoot");
  }
  const { transactions, receipts } = omitStateSync(source, format, fail);
  const checked = checkTransactions(transactions, block, format, isDevelopment, fail);
  if (!isDevelopment) {
    checkSenders(senders === "all" ? checked.signed : sampleOf(checked.signed), fail);
  }
  // Last, because some fields of receipts are derived from the senders.
  checkReceipts({ block, transactions, receipts }, format, (reason) => {
    throw new NodeMismatchError(`block ${Number(block.number)}: ${reason}`, { isOfReceipts: true });
  });
  return checked.isProven
    ? blockSize(block, header, checked.leaves, verification, format)
    : undefined;
}

function checkSenders(signed: readonly SignedTransaction[], fail: (reason: string) => never): void {
  for (const { at, transaction, parts } of signed) {
    if (recoverSender(transaction, parts) !== transaction.from.toLowerCase()) {
      fail(
        `the sender of transaction ${at}, ${transaction.hash}, did not sign it${hintOf(transaction)}`,
      );
    }
  }
}

/** Chains whose header covers withdrawals. The OP stack has another root in their place. */
const WITH_WITHDRAWALS: readonly Verification[] = ["ethereum", "bsc"];

function sampleOf<Item>(items: readonly Item[]): readonly Item[] {
  const picked = [...items];
  while (picked.length > SAMPLE) {
    picked.splice(randomInt(picked.length), 1);
  }
  return picked;
}

const EMPTY_LIST = 1;
/** Hash of a list without uncles. */
const NO_UNCLES = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

/**
 * Computes the size of a block: the length of its encoding, as nodes report it.
 *
 * @returns Size in bytes; undefined if the node does not return all that the encoding contains: the
 *   headers of uncles, withdrawals, or transactions before Nitro, which are stored in another form.
 */
function blockSize(
  block: RpcBlock,
  header: Uint8Array,
  transactions: readonly Uint8Array[],
  verification: Verification,
  format: BlockFormat,
): number | undefined {
  const rest = format.header === "coreth" ? coreth(block) : withdrawals(block, verification);
  if (block.sha3Uncles !== NO_UNCLES || format.outcome === "zero" || rest === undefined) {
    return undefined;
  }
  const length = transactions.reduce((total, each) => total + transactionLength(each), 0);
  return withPrefix(header.length + withPrefix(length) + EMPTY_LIST + rest);
}

/** Length of a transaction in a block, where all types except 0 are strings. */
function transactionLength(encoded: Uint8Array): number {
  return isList(encoded) ? encoded.length : withPrefix(encoded.length);
}

/** Length of the withdrawals of a block; undefined if they are missing. */
function withdrawals(block: RpcBlock, verification: Verification): number | undefined {
  if (block.withdrawalsRoot == null) {
    return 0;
  }
  // The OP stack has a list without items, and another root.
  if (verification === "base") {
    return EMPTY_LIST;
  }
  return block.withdrawals == null ? undefined : encode(withdrawalItems(block)).length;
}

/** Length of what Avalanche adds: a byte with the version, and atomic transactions. */
function coreth(block: RpcBlock): number | undefined {
  const content = encode(data(block.blockExtraData));
  const isVerified = hash(content) === block.extDataHash;
  return isVerified && block.settledHeight == null ? 1 + content.length : undefined;
}
