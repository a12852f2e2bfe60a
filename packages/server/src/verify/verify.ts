import { randomInt } from "node:crypto";
import { toHex } from "../chain/abi.ts";
import type { Verification } from "../chain/profiles.ts";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../chain/rpc-types.ts";
import { findDerivedMismatch } from "./derived.ts";
import {
  encodeReceipt,
  encodeTransaction,
  type TransactionParts,
  transactionParts,
} from "./encode.ts";
import { hasValidHash } from "./header.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { hash } from "./rlp.ts";
import { type RootedPart, rootedPart } from "./rooted.ts";
import { recoverSender } from "./sender.ts";

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
  readonly senders?: "all" | "sample";
}

type Fail = (reason: string) => never;

/** Signatures per block in a sample. */
const SAMPLE = 8;

/**
 * Verifies header, transactions and receipts of a block against its hashes, and senders against their
 * signatures. Together with the parent hash, this leaves unverified only the size and total difficulty
 * of a block, the fees for a parent chain, and what `Verification` lists.
 *
 * Transactions of unsupported types are accepted if verified receipts prove that they exist.
 *
 * @param verification Block format of the chain.
 * @throws NodeMismatchError naming the mismatch.
 * @example
 * verifyBlock(source, profileOf("ethereum").verification, { senders: "all" });
 */
export function verifyBlock(
  source: RpcBlockWithReceipts,
  verification: Verification,
  { senders = "sample" }: VerifyOptions = {},
): void {
  const fail = createFail(source);
  const { signed, finish } = checkRoots(source, verification, fail);
  for (const { at, transaction, parts } of pick(signed, senders)) {
    if (recoverSender(transaction, parts) !== transaction.from.toLowerCase()) {
      failSender(at, transaction, fail);
    }
  }
  finish();
}

/** Signed transaction with its position. */
interface SignedTransaction {
  readonly at: number;
  readonly transaction: RpcTransaction;
  readonly parts: TransactionParts;
}

function createFail({ block }: RpcBlockWithReceipts): Fail {
  return (reason) => {
    throw new NodeMismatchError(`block ${Number(block.number)}: ${reason}`);
  };
}

function failSender(at: number, { hash: transactionHash }: RpcTransaction, fail: Fail): never {
  return fail(`the sender of transaction ${at}, ${transactionHash}, did not sign it`);
}

/** Remaining checks of a block. */
interface RemainingChecks {
  readonly signed: readonly SignedTransaction[];
  /** Verifies the receipts, some of whose fields are derived from the senders. */
  finish(): void;
}

/** Verifies the header, and the transactions except for their senders. */
function checkRoots(
  source: RpcBlockWithReceipts,
  verification: Verification,
  fail: Fail,
): RemainingChecks {
  if (verification === "parent") {
    return { signed: [], finish() {} };
  }
  const { block } = source;
  if (!hasValidHash(block, verification)) {
    fail("the hash is not that of the header");
  }
  const rooted = rootedPart(source, verification);
  const { transactions, hasReceiptsRoot } = rooted;
  const parts = transactions.map(transactionParts);
  checkTransactions(transactions, parts, block.transactionsRoot, fail);
  const signed = transactions.flatMap((transaction, at) => {
    const encoded = parts[at];
    return encoded?.signature.length ? [{ at, transaction, parts: encoded }] : [];
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

function pick(
  signed: readonly SignedTransaction[],
  senders: "all" | "sample",
): readonly SignedTransaction[] {
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
  const totals = { gas: 0n, logs: 0 };
  for (const [at, receipt] of receipts.entries()) {
    checkTotals(receipt, at, totals, fail);
    const transaction = transactions[at];
    const field = transaction && parts[at] && findDerivedMismatch(block, transaction, receipt);
    if (field) {
      fail(`${field} of receipt ${at} does not follow from its transaction`);
    }
  }
}

/**
 * Verifies gas and log indexes of a receipt. Not in the loop of its block: V8 would optimize the loop and
 * discard that at its end, for each block.
 *
 * @param totals Of the receipts before, to which this one is added.
 */
function checkTotals(
  { gasUsed, cumulativeGasUsed, logs }: RpcReceipt,
  at: number,
  totals: { gas: bigint; logs: number },
  fail: Fail,
): void {
  // The root covers only the cumulative gas.
  totals.gas += BigInt(gasUsed);
  if (totals.gas !== BigInt(cumulativeGasUsed)) {
    fail(`the gas of receipt ${at} does not add up`);
  }
  for (const { logIndex } of logs) {
    if (Number(logIndex) !== totals.logs) {
      fail(`the logs of receipt ${at} are not in order`);
    }
    totals.logs += 1;
  }
}
