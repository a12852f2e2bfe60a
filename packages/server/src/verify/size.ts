import { type BlockFormat, formatOf } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlock, RpcTransaction } from "../chain/rpc-types.ts";
import { type TransactionParts, transactionParts } from "./encode.ts";
import { encodedHeader, withdrawalItems } from "./header.ts";
import { data, encode, encodedLength, hash, quantity, withPrefix } from "./rlp.ts";
import { encodedStateSync, endsWithStateSync } from "./state-sync.ts";

/** Length of a list without items. */
const EMPTY_LIST = 1;
/** Hash of a list without uncles. */
const NO_UNCLES = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

/**
 * Computes the size of a block: the length of its encoding, as nodes report it.
 *
 * @returns Size in bytes; undefined if the node does not return all that the encoding contains: the
 *   headers of uncles, withdrawals, or a block of unknown format.
 */
export function blockSize(block: RpcBlock, verification: Verification): number | undefined {
  if (verification === "parent" || block.sha3Uncles !== NO_UNCLES) {
    return undefined;
  }
  const format = formatOf(verification, block);
  const header = encodedHeader(block, format.header);
  const transactions = transactionsLength(block, format);
  const rest = format.header === "coreth" ? coreth(block) : withdrawals(block, verification);
  if (!header || transactions === undefined || rest === undefined) {
    return undefined;
  }
  return withPrefix(header.length + withPrefix(transactions) + EMPTY_LIST + rest);
}

/** Length of the transactions that the roots cover. Those before Nitro are stored in another form. */
function transactionsLength(block: RpcBlock, format: BlockFormat): number | undefined {
  if (format.outcome === "zero") {
    return undefined;
  }
  const count = block.transactions.length - (endsWithStateSync(block, format) ? 1 : 0);
  const lengths = block.transactions.slice(0, count).map(transactionLength);
  return lengths.reduce(
    (total, each) => (total === undefined || each === undefined ? undefined : total + each),
    0,
  );
}

/** Length of a transaction in a block, where all types except 0 are strings. */
function transactionLength(transaction: RpcTransaction): number | undefined {
  const parts = transactionParts(transaction);
  const length = parts ? lengthOf(parts) : encodedStateSync(transaction)?.length;
  return length === undefined || parts?.type === 0 ? length : withPrefix(length);
}

function lengthOf({ type, fields, signature }: TransactionParts): number {
  return (type === 0 ? 0 : 1) + encodedLength([...fields, ...signature]);
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
  return block.withdrawals == null ? undefined : encodedLength(withdrawalItems(block));
}

/** Length of what Avalanche adds: a version, which is 0, and atomic transactions. */
function coreth(block: RpcBlock): number | undefined {
  const content = data(block.blockExtraData);
  const isVerified = hash(encode(content)) === block.extDataHash;
  return isVerified && block.settledHeight == null
    ? encodedLength(quantity("0x0")) + encodedLength(content)
    : undefined;
}
