import { toHex } from "../chain/abi.ts";
import { type BlockFormat, STATE_SYNC } from "../chain/block-formats.ts";
import type { Hex } from "../chain/records.ts";
import {
  hasStateRoot,
  type RpcBlock,
  type RpcLog,
  type RpcReceipt,
  type RpcTransaction,
} from "../chain/rpc-types.ts";
import { findDerivedMismatch } from "./derived.ts";
import { encodeReceipt } from "./encode.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { data, keccak256 } from "./rlp.ts";
import type { Fail } from "./transactions.ts";

/** Transactions and receipts that the roots of a block cover. */
interface RootedBlock {
  readonly block: RpcBlock;
  readonly transactions: readonly RpcTransaction[];
  readonly receipts: readonly RpcReceipt[];
}

/** Verifies receipts against `receiptsRoot`, and the fields that follow from their transactions. */
export function checkReceipts(rooted: RootedBlock, format: BlockFormat, fail: Fail): void {
  const { block, transactions, receipts } = rooted;
  // The status of a failed transaction, zero, is encoded like one that is missing.
  const withoutStatus = receipts.findIndex(({ status }) => status == null);
  if (withoutStatus >= 0 && format.outcome !== "stateRoot") {
    fail(`receipt ${withoutStatus} has no status`);
  }
  // Since Helicon, the root covers the receipts of the earlier blocks that the block settles.
  if (format.header === "coreth" && block.settledHeight != null) {
    return;
  }
  const typeAt = (at: number) => Number(transactions[at]?.type ?? "0x0");
  const leaves = receipts.map((receipt, at) => encodeReceipt(receipt, typeAt(at), format));
  if (
    !isRootOf(leaves, block.receiptsRoot) &&
    !(lacksStateRoots(receipts, format) && hasTotals(block, receipts))
  ) {
    fail("the receipts are not those of receiptsRoot");
  }
  const totals = { gas: 0n, logs: 0 };
  for (const [at, receipt] of receipts.entries()) {
    checkTotals(receipt, at, totals, format, fail);
    const transaction = transactions[at];
    const field = transaction && findDerivedMismatch(block, transaction, receipt, format);
    if (field) {
      fail(`${field} of receipt ${at} does not follow from its transaction`);
    }
  }
}

/**
 * Whether a root is that of receipts. bor encodes a type that it does not list as the type alone, and its list has no
 * state sync, while PIP-74 has its whole receipt in the root: the chain has one form, whichever that is.
 */
function isRootOf(leaves: readonly Uint8Array[], root: Hex): boolean {
  if (toHex(orderedTrieRoot(leaves)) === root) {
    return true;
  }
  const isStateSync = leaves.at(-1)?.[0] === STATE_SYNC;
  const typeAlone = [...leaves.slice(0, -1), Uint8Array.of(STATE_SYNC)];
  return isStateSync && toHex(orderedTrieRoot(typeAlone)) === root;
}

/** Whether nodes have replaced the state roots before Byzantium, which cannot be computed, by a status. */
function lacksStateRoots(receipts: readonly RpcReceipt[], { outcome }: BlockFormat): boolean {
  return outcome === "stateRoot" && !receipts.some(hasStateRoot);
}

/** Whether receipts have the gas and the bloom filter of the header. */
function hasTotals({ gasUsed, logsBloom }: RpcBlock, receipts: readonly RpcReceipt[]): boolean {
  const logs = receipts.flatMap((receipt) => receipt.logs);
  const gas = BigInt(receipts.at(-1)?.cumulativeGasUsed ?? "0x0");
  return gas === BigInt(gasUsed) && bloomOf(logs) === logsBloom.toLowerCase();
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
  { outcome }: BlockFormat,
  fail: Fail,
): void {
  // The root covers only the cumulative gas, which before Nitro leaves out that for the parent chain.
  totals.gas += BigInt(gasUsed);
  if (outcome !== "zero" && totals.gas !== BigInt(cumulativeGasUsed)) {
    fail(`the gas of receipt ${at} does not add up`);
  }
  for (const { logIndex } of logs) {
    if (Number(logIndex) !== totals.logs) {
      fail(`the logs of receipt ${at} are not in order`);
    }
    totals.logs += 1;
  }
}

const BYTES = 256;
/** Bits that each value sets. */
const BITS = 3;

/** Computes the bloom filter of logs, as in `logsBloom`. */
function bloomOf(logs: readonly RpcLog[]): Hex {
  const bloom = new Uint8Array(BYTES);
  for (const value of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const digest = Buffer.from(keccak256(Buffer.from(data(value), "hex")));
    for (let at = 0; at < BITS; at += 1) {
      const bit = digest.readUInt16BE(at * 2) % (BYTES * 8);
      const index = BYTES - 1 - Math.floor(bit / 8);
      bloom[index] = (bloom[index] ?? 0) | (1 << (bit % 8));
    }
  }
  return toHex(bloom);
}
