import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Verification } from "../chains/profiles.ts";
import type { Hex } from "../handlers/reader.ts";
import type { RpcBlockWithReceipts } from "../source/rpc-types.ts";
import { encodeHeader, encodeReceipt, encodeTransaction } from "./encode.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";

/** What a node tells does not add up. */
export class LyingNode extends Error {
  override readonly name = "LyingNode";
}

/**
 * Checks by the hashes of a block that its header, its transactions and its receipts are what they
 * claim to be, for a chain whose blocks are made as those of Ethereum. Together with the parent hash
 * this leaves a node nothing to make up but the senders, which would cost a signature check each.
 *
 * Transactions of a type that is not known here are taken as they come; their receipts are not.
 *
 * @throws LyingNode naming what does not fit.
 */
export function verifyBlock(
  { block, receipts }: RpcBlockWithReceipts,
  verification: Verification,
): void {
  if (verification === "parent") {
    return;
  }
  const fail = (what: string): never => {
    throw new LyingNode(`block ${Number(block.number)}: ${what}`);
  };
  if (verification === "header" && hexOf(keccak_256(encodeHeader(block))) !== block.hash) {
    fail("the hash is not that of the header");
  }
  const encoded = block.transactions.map(encodeTransaction);
  for (const [at, bytes] of encoded.entries()) {
    if (bytes && hexOf(keccak_256(bytes)) !== block.transactions[at]?.hash) {
      fail(`the hash of transaction ${at} is not its own`);
    }
  }
  const known = encoded.filter((bytes) => bytes !== undefined);
  if (known.length === encoded.length && hexOf(orderedTrieRoot(known)) !== block.transactionsRoot) {
    fail("the transactions are not those of transactionsRoot");
  }
  if (hexOf(orderedTrieRoot(receipts.map(encodeReceipt))) !== block.receiptsRoot) {
    fail("the receipts are not those of receiptsRoot");
  }
  let total = 0n;
  for (const [at, { gasUsed, cumulativeGasUsed }] of receipts.entries()) {
    // The root holds the sum only.
    total += BigInt(gasUsed);
    if (total !== BigInt(cumulativeGasUsed)) {
      fail(`the gas of receipt ${at} does not add up`);
    }
  }
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
