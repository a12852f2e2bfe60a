import { toHex } from "../chain/abi.ts";
import type { BlockFormat } from "../chain/block-formats.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcTransaction } from "../chain/rpc-types.ts";
import { STATE_SYNC } from "../chain/transaction-types.ts";
import { encodeTransaction, type TransactionParts, transactionParts } from "./encode.ts";
import { findUnexpected } from "./implied.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { hash } from "./rlp.ts";
import { encodedStateSync, isStateSyncHash, STATE_SYNC_IMPLIED } from "./state-sync.ts";

/** Signed transaction with its position. */
export interface SignedTransaction {
  readonly at: number;
  readonly transaction: RpcTransaction;
  readonly parts: TransactionParts;
}

type Fail = (reason: string) => never;

/**
 * Verifies transactions against `transactionsRoot` and their hashes, except for their senders.
 *
 * @returns The signed ones, and all of them encoded.
 */
export function checkTransactions(
  transactions: readonly RpcTransaction[],
  { number, transactionsRoot }: RpcBlock,
  format: BlockFormat,
  fail: Fail,
): { readonly signed: readonly SignedTransaction[]; readonly leaves: readonly Uint8Array[] } {
  const signed: SignedTransaction[] = [];
  const leaves = transactions.map((transaction, at) => {
    const type = Number(transaction.type ?? "0x0");
    if (!format.types.includes(type)) {
      fail(`transaction ${at} has type ${transaction.type}, which this block cannot have`);
    }
    const parts = transactionParts(transaction);
    const isSigned = parts !== undefined && hasSignature(parts, format);
    if (isSigned) {
      signed.push({ at, transaction, parts });
    }
    const leaf = parts ? encodeTransaction(parts) : encodedStateSync(transaction);
    if (!leaf) {
      return fail(`transaction ${at} needs its encoding, from eth_getRawTransactionByHash`);
    }
    // Before Nitro, the hash of a message from the parent chain is not made of its fields.
    const isMessage = format.outcome === "zero" && !isSigned;
    if (!isMessage && !isHashOf(transaction.hash, leaf, type)) {
      fail(`the hash of transaction ${at} is not its own`);
    }
    const field = findUnexpected(transaction, parts ? (parts.implied ?? {}) : STATE_SYNC_IMPLIED);
    if (field) {
      fail(`${field} of transaction ${at} does not follow from its type`);
    }
    return leaf;
  });
  // Some development nodes give a genesis another root than that of no transactions, which it always has.
  const isGenesis = Number(number) === 0 && transactions.length === 0;
  if (!isGenesis && toHex(orderedTrieRoot(leaves)) !== transactionsRoot) {
    fail("the transactions are not those of transactionsRoot");
  }
  return { signed, leaves };
}

/** Whether somebody signed a transaction. Before Nitro, messages have a signature of zeros. */
function hasSignature({ signature }: TransactionParts, { outcome }: BlockFormat): boolean {
  return outcome === "zero" ? signature.some((each) => each !== "") : signature.length > 0;
}

function isHashOf(expected: Hex, leaf: Uint8Array, type: number): boolean {
  return type === STATE_SYNC ? isStateSyncHash(expected, leaf) : hash(leaf) === expected;
}
