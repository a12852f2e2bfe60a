import { randomInt } from "node:crypto";
import { toHex } from "../chain/abi.ts";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcTransaction } from "../chain/rpc-types.ts";
import { notDerived } from "./derived.ts";
import {
  encodeReceipt,
  encodeTransaction,
  type TransactionParts,
  transactionParts,
} from "./encode.ts";
import { hasOwnHash } from "./header.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { hash } from "./rlp.ts";
import { type RootedPart, rootedPart } from "./rooted.ts";
import { recoverSender, signedMessage } from "./sender.ts";
import type { SenderThreads } from "./sender-threads.ts";

/** A block of a node does not match its hashes. */
export class NodeMismatchError extends Error {
  override readonly name = "NodeMismatchError";
}

/** How closely a block is looked at. */
export interface VerifyOptions {
  /**
   * Whose signatures are checked: those of all transactions, or of a few, picked at random, which
   * finds out a node that makes up senders before long, at a fraction of the cost.
   */
  readonly senders?: "all" | "sample";
}

type Fail = (what: string) => never;

/** So many signatures of a block are checked in a sample. */
const SAMPLE = 8;

/**
 * Checks by the hashes of a block that its header, its transactions and its receipts are what they
 * claim to be, and by signatures that the senders are. Together with the parent hash this leaves a
 * node little to make up: the size and the total difficulty of a block, the fees for a parent chain,
 * and what `Verification` names.
 *
 * Transactions of a type that is not known here are taken as they come, if receipts that the block
 * vouches for say that there are some.
 *
 * @param verification How the blocks of the chain are made.
 * @throws NodeMismatchError naming what does not fit.
 * @example
 * verifyBlock(source, profileOf("ethereum").verification, { senders: "all" });
 */
export function verifyBlock(
  source: RpcBlockWithReceipts,
  verification: Verification,
  { senders = "sample" }: VerifyOptions = {},
): void {
  const fail = failureOf(source);
  const { signed, finish } = checkRoots(source, verification, fail);
  for (const { at, transaction, parts } of pick(signed, senders)) {
    if (recoverSender(transaction, parts) !== transaction.from.toLowerCase()) {
      failAsUnsigned(at, transaction, fail);
    }
  }
  finish();
}

/**
 * Does the same with the senders of all transactions, which are checked in other threads.
 *
 * @throws NodeMismatchError naming what does not fit.
 */
export async function verifyBlockInThreads(
  source: RpcBlockWithReceipts,
  verification: Verification,
  threads: SenderThreads,
): Promise<void> {
  const fail = failureOf(source);
  const { signed, finish } = checkRoots(source, verification, fail);
  const claims = signed.map(({ at, transaction, parts }) => {
    const message = signedMessage(transaction, parts) ?? failAsUnsigned(at, transaction, fail);
    return { ...message, from: Buffer.from(transaction.from.slice(2), "hex") };
  });
  const wrong = signed[await threads.check(claims)];
  if (wrong) {
    failAsUnsigned(wrong.at, wrong.transaction, fail);
  }
  finish();
}

/** A transaction with a signature. */
interface Signed {
  readonly at: number;
  readonly transaction: RpcTransaction;
  readonly parts: TransactionParts;
}

function failureOf({ block }: RpcBlockWithReceipts): Fail {
  return (what) => {
    throw new NodeMismatchError(`block ${Number(block.number)}: ${what}`);
  };
}

function failAsUnsigned(at: number, { hash: named }: RpcTransaction, fail: Fail): never {
  return fail(`the sender of transaction ${at}, ${named}, did not sign it`);
}

/** What is left to check of a block. */
interface Unfinished {
  readonly signed: readonly Signed[];
  /** Checks the receipts, some fields of which follow from the senders. */
  finish(): void;
}

/** Checks the header and the transactions but for their senders. */
function checkRoots(
  source: RpcBlockWithReceipts,
  verification: Verification,
  fail: Fail,
): Unfinished {
  if (verification === "parent") {
    return { signed: [], finish() {} };
  }
  const { block } = source;
  if (!hasOwnHash(block, verification)) {
    fail("the hash is not that of the header");
  }
  const rooted = rootedPart(source, verification);
  const { transactions, hasReceiptsRoot } = rooted;
  const parts = transactions.map(transactionParts);
  checkTransactions(transactions, parts, block.transactionsRoot, fail);
  const signed = transactions.flatMap((transaction, at) => {
    const own = parts[at];
    return own?.signature.length ? [{ at, transaction, parts: own }] : [];
  });
  return {
    signed,
    finish() {
      if (hasReceiptsRoot) {
        checkReceipts(block, rooted, parts, fail);
      }
    },
  };
}

function pick(signed: readonly Signed[], senders: "all" | "sample"): readonly Signed[] {
  const picked = [...signed];
  while (senders === "sample" && picked.length > SAMPLE) {
    picked.splice(randomInt(picked.length), 1);
  }
  return picked;
}

function checkTransactions(
  transactions: readonly RpcTransaction[],
  parts: readonly (TransactionParts | undefined)[],
  root: string,
  fail: Fail,
): void {
  const encoded = parts.map((each) => each && encodeTransaction(each));
  for (const [at, bytes] of encoded.entries()) {
    if (bytes && hash(bytes) !== transactions[at]?.hash) {
      fail(`the hash of transaction ${at} is not its own`);
    }
  }
  const known = encoded.filter((bytes) => bytes !== undefined);
  if (known.length === encoded.length && toHex(orderedTrieRoot(known)) !== root) {
    fail("the transactions are not those of transactionsRoot");
  }
}

function checkReceipts(
  block: RpcBlock,
  { transactions, receipts }: RootedPart,
  parts: readonly (TransactionParts | undefined)[],
  fail: Fail,
): void {
  const typeAt = (at: number) => Number(transactions[at]?.type ?? "0x0");
  const leaves = receipts.map((receipt, at) => encodeReceipt(receipt, typeAt(at)));
  if (toHex(orderedTrieRoot(leaves)) !== block.receiptsRoot) {
    fail("the receipts are not those of receiptsRoot");
  }
  let gas = 0n;
  let logs = 0;
  for (const [at, receipt] of receipts.entries()) {
    // The root holds the sum only.
    gas += BigInt(receipt.gasUsed);
    if (gas !== BigInt(receipt.cumulativeGasUsed)) {
      fail(`the gas of receipt ${at} does not add up`);
    }
    for (const { logIndex } of receipt.logs) {
      if (Number(logIndex) !== logs) {
        fail(`the logs of receipt ${at} are not in order`);
      }
      logs += 1;
    }
    const transaction = transactions[at];
    const wrong = transaction && parts[at] && notDerived(block, transaction, receipt);
    if (wrong) {
      fail(`${wrong} of receipt ${at} does not follow from its transaction`);
    }
  }
}
