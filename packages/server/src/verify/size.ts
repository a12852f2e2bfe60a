import type { BlockFormat } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { RpcBlock } from "../chain/rpc-types.ts";
import { withdrawalItems } from "./header.ts";
import { data, encode, hash, isList, quantity, withPrefix } from "./rlp.ts";

/** Length of a list without items. */
const EMPTY_LIST = 1;
/** Hash of a list without uncles. */
const NO_UNCLES = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";

/** What the roots of a block cover, encoded as hashed. */
interface EncodedBlock {
  readonly header: Uint8Array;
  readonly transactions: readonly Uint8Array[];
}

/**
 * Computes the size of a block: the length of its encoding, as nodes report it.
 *
 * @returns Size in bytes; undefined if the node does not return all that the encoding contains: the
 *   headers of uncles, withdrawals, or transactions before Nitro, which are stored in another form.
 */
export function blockSize(
  block: RpcBlock,
  { header, transactions }: EncodedBlock,
  verification: Verification,
  format: BlockFormat,
): number | undefined {
  const rest = format.header === "coreth" ? coreth(block) : withdrawals(block, verification);
  if (block.sha3Uncles !== NO_UNCLES || format.outcome === "zero" || rest === undefined) {
    return undefined;
  }
  const length = transactions.reduce((total, each) => total + transactionLength(each), 0);
  return withPrefix(header.length + withPrefix(length) + EMPTY_LIST + rest);
}

/** Length of a transaction in a block, where all types except 0 are strings. */
function transactionLength(encoded: Uint8Array): number {
  return isList(encoded) ? encoded.length : withPrefix(encoded.length);
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
  return block.withdrawals == null ? undefined : encode(withdrawalItems(block)).length;
}

/** Length of what Avalanche adds: a version, which is 0, and atomic transactions. */
function coreth(block: RpcBlock): number | undefined {
  const content = encode(data(block.blockExtraData));
  const isVerified = hash(content) === block.extDataHash;
  const version = encode(quantity("0x0"));
  return isVerified && block.settledHeight == null ? version.length + content.length : undefined;
}
