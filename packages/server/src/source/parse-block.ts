import { STATE_SYNC } from "../chain/block-formats.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcReceipt } from "../chain/rpc-types.ts";
import { parseJson, type RpcReply, repliesById } from "./rpc-request.ts";

/**
 * Parses the response to a batch of a block and its receipts.
 *
 * @returns undefined if it has not all of it, or if further calls are due: for the encoding of a state sync.
 */
export function parseBlock(body: Uint8Array): RpcBlockWithReceipts | undefined {
  const replies = parseJson(body);
  if (!Array.isArray(replies)) {
    return undefined;
  }
  const replyOf = repliesById(replies);
  const [block, all] = [resultOf(replyOf(0)), resultOf(replyOf(1))];
  if (!isBlock(block) || Number(block.transactions.at(-1)?.type) === STATE_SYNC) {
    return undefined;
  }
  const receipts = receiptsInOrder(block, all);
  return receipts && { block, receipts };
}

function resultOf(reply: RpcReply | null | undefined): unknown {
  return reply?.error ? undefined : reply?.result;
}

/**
 * Returns the receipts of a block in the order of its transactions, which not every node keeps.
 *
 * @returns undefined if one is missing, or belongs to another block: the chain may have changed meanwhile.
 */
export function receiptsInOrder(
  block: RpcBlock,
  value: unknown,
): readonly RpcReceipt[] | undefined {
  if (!Array.isArray(value) || value.length !== block.transactions.length) {
    return undefined;
  }
  const isOfBlock = (receipt: Partial<RpcReceipt> | null): receipt is RpcReceipt =>
    receipt?.blockHash === block.hash && Array.isArray(receipt.logs);
  if (!value.every(isOfBlock)) {
    return undefined;
  }
  const at = (receipt: RpcReceipt) => Number(receipt.transactionIndex);
  const ordered = value.toSorted((one, other) => at(one) - at(other));
  const isWhole = ordered.every(
    ({ transactionHash }, index) => transactionHash === block.transactions[index]?.hash,
  );
  return isWhole ? ordered : undefined;
}

/** Whether a value has what names a block; the rest is checked when it is read. */
export function isBlock(value: unknown): value is RpcBlock {
  const block = value as Partial<RpcBlock> | null | undefined;
  return typeof block?.hash === "string" && Array.isArray(block.transactions);
}
