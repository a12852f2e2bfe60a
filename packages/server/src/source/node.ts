import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcReceipt } from "../chain/rpc-types.ts";
import { quantity, type RpcClient, type RpcResult } from "./json-rpc.ts";

/** What is read of a chain. */
export interface ChainSource {
  head(): Promise<number>;
  hashOf(number: number): Promise<Hex | undefined>;
  /** undefined: the node does not have it yet, or not all of it. */
  block(number: number): Promise<RpcBlockWithReceipts | undefined>;
}

const METHOD_NOT_FOUND = -32601;
/** How nodes without the method word it under other codes. */
const NO_METHOD =
  /(method|eth_getBlockReceipts).*\b(not|unsupported|unknown)\b|unsupported method/i;

/** Reads a chain from nodes. */
export function nodeSource(rpc: RpcClient): ChainSource {
  let hasBlockReceipts = true;

  const receiptsOneByOne = async ({ transactions }: RpcBlock) => {
    const each = await rpc.batch(
      transactions.map(({ hash }) => ({ method: "eth_getTransactionReceipt", params: [hash] })),
    );
    const found = each.flatMap((result) => (result.ok && result.value ? [result.value] : []));
    return found.length === each.length ? (found as RpcReceipt[]) : undefined;
  };

  const receiptsOf = async (block: RpcBlock, all: RpcResult | undefined) => {
    if (block.transactions.length === 0) {
      return [];
    }
    if (!all?.ok) {
      if (all && isMissing(all)) {
        hasBlockReceipts = false;
      }
      return receiptsOneByOne(block);
    }
    const receipts = all.value as readonly RpcReceipt[] | null;
    // Between the two answers the chain may have changed.
    return receipts?.every(({ blockHash }) => blockHash === block.hash) ? receipts : undefined;
  };

  return {
    head: async () => Number(await rpc.call<Hex>("eth_blockNumber")),
    async hashOf(number) {
      const name = quantity(number);
      return (await rpc.call<RpcBlock | null>("eth_getBlockByNumber", name, false))?.hash;
    },
    async block(number) {
      const name = quantity(number);
      // Both at once: to ask for the receipts when the block is there would cost a second journey.
      const [found, all] = await rpc.batch([
        { method: "eth_getBlockByNumber", params: [name, true] },
        ...(hasBlockReceipts ? [{ method: "eth_getBlockReceipts", params: [name] }] : []),
      ]);
      if (!found?.ok) {
        throw new Error(`eth_getBlockByNumber: ${found?.message}`);
      }
      const block = found.value as RpcBlock | null;
      const receipts = block ? await receiptsOf(block, all) : undefined;
      return block && receipts ? { block, receipts } : undefined;
    },
  };
}

function isMissing({ code, message }: RpcResult & { readonly ok: false }): boolean {
  return code === METHOD_NOT_FOUND || NO_METHOD.test(message);
}
