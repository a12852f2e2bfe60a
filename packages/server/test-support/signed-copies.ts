import { pointFromScalar, signRecoverable } from "tiny-secp256k1";
import { toHex, toQuantity } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import type { RpcBlockWithReceipts, RpcReceipt, RpcTransaction } from "../src/chain/rpc-types.ts";
import { contractOf } from "../src/verify/derived.ts";
import {
  encodeTransaction,
  type TransactionParts,
  transactionParts,
} from "../src/verify/encode.ts";
import { encodeHeader } from "../src/verify/header.ts";
import { orderedTrieRoot } from "../src/verify/ordered-trie.ts";
import { hash, keccak256 } from "../src/verify/rlp.ts";
import { signedMessage } from "../src/verify/sender.ts";

export type { RpcBlockWithReceipts };

/** The members of a signature that name the parity of its point. */
const PARITIES = ["v", "yParity"] as const;

/**
 * Makes a chain of copies of Ethereum's blocks: the same transactions, receipts and logs, signed anew by
 * other senders, one for each sender and copy. All hashes, roots and signatures of the copies are right.
 *
 * @param blocks Blocks in the order in which they are copied.
 * @param copies Number of copies of each.
 * @param first Number of the first block of the chain.
 * @returns Blocks in order, each the parent of the next one.
 */
export function* signedCopies(
  blocks: readonly RpcBlockWithReceipts[],
  copies: number,
  first: number,
): Generator<RpcBlockWithReceipts> {
  let number = first;
  let parentHash: Hex = `0x${"00".repeat(32)}`;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { block, receipts } of blocks) {
      const signed = block.transactions.map((each) => signAnew(each, copy));
      const root = orderedTrieRoot(signed.map(({ bytes }) => bytes));
      const header = {
        ...block,
        number: toQuantity(number),
        parentHash,
        transactionsRoot: toHex(root),
      };
      const place = {
        blockNumber: header.number,
        blockHash: hash(encodeHeader(header, "ethereum")),
      };
      const transactions = signed.map(({ transaction }) => ({ ...transaction, ...place }));
      yield {
        block: { ...header, hash: place.blockHash, transactions },
        receipts: receipts.map((receipt, at) => ({
          ...receiptOf(receipt, transactions[at] as RpcTransaction),
          ...place,
        })),
      };
      number += 1;
      parentHash = place.blockHash;
    }
  }
}

function signAnew(original: RpcTransaction, copy: number) {
  const [message, , parity] = known(
    signedMessage(original, known(transactionParts(original), original)),
    original,
  );
  const secret = keccak256(Buffer.from(`${copy} ${original.from}`));
  const { signature, recoveryId } = signRecoverable(message, secret);
  const digits = Buffer.from(signature).toString("hex");
  const raw = original as unknown as Readonly<Record<string, Hex | undefined>>;
  const parities = PARITIES.flatMap((name) => {
    const value = raw[name];
    const moved = () => BigInt(value as Hex) + BigInt(recoveryId - parity);
    return value === undefined ? [] : [[name, toQuantity(moved())]];
  });
  const transaction = {
    ...original,
    from: addressOf(secret),
    r: toQuantity(BigInt(`0x${digits.slice(0, 64)}`)),
    s: toQuantity(BigInt(`0x${digits.slice(64)}`)),
    ...Object.fromEntries(parities),
  };
  const bytes = encodeTransaction(transactionParts(transaction) as TransactionParts);
  return { transaction: { ...transaction, hash: hash(bytes) }, bytes };
}

function receiptOf(receipt: RpcReceipt, transaction: RpcTransaction): RpcReceipt {
  return {
    ...receipt,
    from: transaction.from,
    transactionHash: transaction.hash,
    contractAddress: receipt.contractAddress ? contractOf(transaction, receipt) : null,
  } as RpcReceipt;
}

function addressOf(secret: Uint8Array): Hex {
  const key = pointFromScalar(secret, false) as Uint8Array;
  return toHex(keccak256(key.subarray(1)).subarray(-20));
}

function known<Value>(value: Value | undefined, { hash: of }: RpcTransaction): Value {
  if (value === undefined) {
    throw new Error(`transaction ${of} is not signed in a way that is known`);
  }
  return value;
}
