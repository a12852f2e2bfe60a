import { toHex } from "../chain/abi.ts";
import { type BlockFormat, STATE_SYNC } from "../chain/block-formats.ts";
import { type Hex, ZERO_ADDRESS } from "../chain/records.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcTransaction } from "../chain/rpc-types.ts";
import { findUnexpected, type Implied } from "./derived.ts";
import { encodeTransaction, type TransactionParts, transactionParts } from "./encode.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { hash, wrapInList } from "./rlp.ts";

export interface SignedTransaction {
  readonly at: number;
  readonly transaction: RpcTransaction;
  readonly parts: TransactionParts;
}

/** Throws an error that names the block. */
export type Fail = (reason: string) => never;

/**
 * Verifies transactions against `transactionsRoot` and their hashes, except for their senders.
 *
 * @param isDevelopment Whether hashes may be made up, see `VerifyOptions`; nothing proves the transactions of such a block.
 * @returns The signed ones, all of them encoded, and whether the root covers them.
 */
export function checkTransactions(
  transactions: readonly RpcTransaction[],
  { number, transactionsRoot }: RpcBlock,
  format: BlockFormat,
  isDevelopment: boolean,
  fail: Fail,
): {
  readonly signed: readonly SignedTransaction[];
  readonly leaves: readonly Uint8Array[];
  readonly isProven: boolean;
} {
  const signed: SignedTransaction[] = [];
  let isProven = true;
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
      if (!isDevelopment) {
        fail(`the hash of transaction ${at} is not its own${hintOf(transaction)}`);
      }
      isProven = false;
    }
    const field = findUnexpected(transaction, parts ? (parts.implied ?? {}) : STATE_SYNC_IMPLIED);
    if (field) {
      fail(`${field} of transaction ${at} does not follow from its type`);
    }
    return leaf;
  });
  // Some development nodes give a genesis another root than that of no transactions, which it always has.
  const isGenesis = Number(number) === 0 && transactions.length === 0;
  if (isProven && !isGenesis && toHex(orderedTrieRoot(leaves)) !== transactionsRoot) {
    fail("the transactions are not those of transactionsRoot");
  }
  return { signed, leaves, isProven };
}

/** Whether somebody signed a transaction. Before Nitro, messages have a signature of zeros. */
function hasSignature({ signature }: TransactionParts, { outcome }: BlockFormat): boolean {
  return outcome === "zero" ? signature.some((each) => each !== "") : signature.length > 0;
}

/** Says what to do if a signature is made up, as those of impersonated accounts are. */
export function hintOf(transaction: RpcTransaction): string {
  const { r, s } = transaction as { readonly r?: unknown; readonly s?: unknown };
  return r !== undefined && r === s
    ? ": a development node has impersonated it, which --trust accepts"
    : "";
}

/** Whether a hash is that of a transaction. Bor hashes the events of a state sync in a list of one, Erigon as they are. */
function isHashOf(expected: Hex, leaf: Uint8Array, type: number): boolean {
  const nested = () => Buffer.concat([Uint8Array.of(STATE_SYNC), wrapInList(leaf.subarray(1))]);
  return hash(leaf) === expected || (type === STATE_SYNC && hash(nested()) === expected);
}

const ZERO = ZERO_ADDRESS.slice(2);
/** A state sync has no fields but its events, which nodes do not return. */
const STATE_SYNC_IMPLIED: Implied = {
  from: ZERO,
  to: ZERO,
  input: "",
  value: "",
  nonce: "",
  gas: "",
  gasPrice: "",
  maxFeePerGas: "",
  maxPriorityFeePerGas: "",
};
const RECEIPT_IMPLIED: Implied = {
  status: "01",
  gasUsed: "",
  effectiveGasPrice: "",
  contractAddress: "",
};

/**
 * Omits a state sync from before Madhugiri, which no root covers. Its hash, place and fields follow from
 * the block; that there is one, and its logs, are taken from the node.
 *
 * @returns The transactions and receipts that the roots cover.
 */
export function omitStateSync(
  source: RpcBlockWithReceipts,
  format: BlockFormat,
  fail: Fail,
): Pick<RpcBlockWithReceipts, "receipts"> & Pick<RpcBlock, "transactions"> {
  const { block, receipts } = source;
  const { transactions } = block;
  const last = transactions.at(-1);
  const mayBeLast = format.sprint !== undefined && Number(block.number) % format.sprint === 0;
  if (!last || !mayBeLast || last.hash !== derivedHash(block)) {
    return { transactions, receipts };
  }
  const receipt = receipts.at(-1) ?? {};
  const field =
    findUnexpected(last, { ...STATE_SYNC_IMPLIED, type: "" }) ??
    findUnexpected(receipt, RECEIPT_IMPLIED);
  if (field) {
    fail(`${field} of the state sync is not that of a state sync`);
  }
  return { transactions: transactions.slice(0, -1), receipts: receipts.slice(0, -1) };
}

/** Computes the hash of a state sync from before it became a transaction type. */
function derivedHash(block: RpcBlock): Hex {
  const key = Buffer.from("matic-bor-receipt-");
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(block.number));
  return hash(Buffer.concat([key, number, Buffer.from(block.hash.slice(2), "hex")]));
}

/** Returns the encoding of a state sync since Madhugiri; undefined if the node has not returned it. */
function encodedStateSync({ raw }: RpcTransaction): Uint8Array | undefined {
  const bytes = raw == null ? undefined : Buffer.from(raw.slice(2), "hex");
  return bytes?.[0] === STATE_SYNC ? bytes : undefined;
}
