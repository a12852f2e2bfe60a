import type { Hex } from "../handlers/reader.ts";
import { quantity, type RpcClient } from "./json-rpc.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcReceipt } from "./rpc-types.ts";

/** What is read of a chain. */
export interface ChainSource {
  head(): Promise<number>;
  hashOf(number: number): Promise<Hex | undefined>;
  /** undefined: the node does not have it yet, or not all of it. */
  block(number: number): Promise<RpcBlockWithReceipts | undefined>;
}

/** Reads a chain from nodes. */
export function nodeSource(rpc: RpcClient): ChainSource {
  let hasBlockReceipts = true;

  const receiptsOf = async (block: RpcBlock): Promise<readonly RpcReceipt[] | undefined> => {
    if (block.transactions.length === 0) {
      return [];
    }
    if (hasBlockReceipts) {
      const [all] = await rpc.batch([{ method: "eth_getBlockReceipts", params: [block.number] }]);
      if (all?.ok) {
        return (all.value as readonly RpcReceipt[] | null) ?? undefined;
      }
      hasBlockReceipts = !/not|unsupported|unknown/i.test(all?.message ?? "");
    }
    const each = await rpc.batch(
      block.transactions.map(({ hash }) => ({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })),
    );
    const found = each.flatMap((result) => (result.ok && result.value ? [result.value] : []));
    return found.length === each.length ? (found as RpcReceipt[]) : undefined;
  };

  return {
    head: async () => Number(await rpc.call<Hex>("eth_blockNumber")),
    async hashOf(number) {
      const block = await rpc.call<RpcBlock | null>(
        "eth_getBlockByNumber",
        quantity(number),
        false,
      );
      return block?.hash;
    },
    async block(number) {
      const block = await rpc.call<RpcBlock | null>("eth_getBlockByNumber", quantity(number), true);
      const receipts = block ? await receiptsOf(block) : undefined;
      return block && receipts ? { block, receipts } : undefined;
    },
  };
}
