import { toHex } from "../chain/abi.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { orderedTrieRoot } from "./ordered-trie.ts";
import { data, encode, type Item, list, quantity, type Raw } from "./rlp.ts";

/** Returns the withdrawals of a block as they are encoded. */
export function withdrawalItems(block: RpcBlock): readonly Item[] {
  return list(block.withdrawals).map((each) => {
    const { index, validatorIndex, address, amount } = each as Raw;
    return [quantity(index), quantity(validatorIndex), data(address), quantity(amount)];
  });
}

/** Returns whether the withdrawals of a block are those of its header, or are not part of the response. */
export function hasValidWithdrawals(block: RpcBlock): boolean {
  if (block.withdrawals == null || block.withdrawalsRoot == null) {
    return true;
  }
  const leaves = withdrawalItems(block).map((each) => encode(each));
  return toHex(orderedTrieRoot(leaves)) === block.withdrawalsRoot;
}
