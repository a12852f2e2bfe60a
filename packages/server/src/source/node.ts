import { LRUCache } from "lru-cache";
import { toQuantity } from "../chain/abi.ts";
import { STATE_SYNC } from "../chain/block-formats.ts";
import type { BlockName, Hex } from "../chain/records.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { NodeMismatchError } from "../verify/verify.ts";
import type { RpcClient } from "./json-rpc.ts";
import { isBlock, receiptsInOrder } from "./parse-block.ts";
import { isMethodMissing, RpcCallError, type RpcResult } from "./rpc-call.ts";
import { parseJson, type RpcReply } from "./rpc-request.ts";

/** Reads the response to a batch of a block and its receipts, as `parseBlock` does; undefined if it cannot. */
export type ReadBody<Read> = (body: Uint8Array) => Promise<Read | undefined>;

export type ChainSource = ReturnType<typeof nodeSource>;

/** Number of blocks after which `eth_getBlockReceipts` is tried again, in case the node was replaced. */
const BLOCKS_UNTIL_RETRY = 500;
/** Number of blocks without receipts that are remembered. */
const MAX_REMEMBERED = 256;

/** What is left of a response that was read elsewhere. */
const READ_ELSEWHERE: readonly RpcReply[] = [
  { id: 0, result: null },
  { id: 1, result: null },
];

/** Creates a source that reads a chain from nodes. */
export function nodeSource(rpc: RpcClient) {
  /** Blocks left to read per transaction before `eth_getBlockReceipts` is tried again. */
  let withoutBlockReceipts = 0;

  /** Hashes of blocks of which the node had no receipts yet. */
  const lacking = new LRUCache<Hex, true>({ max: MAX_REMEMBERED });

  const receiptsByTransaction = async (block: RpcBlock) => {
    const each = await rpc.batch(
      block.transactions.map(({ hash }) => ({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })),
    );
    return receiptsInOrder(
      block,
      each.map((result) => (result.ok ? result.value : null)),
    );
  };
  const receiptsOf = async (block: RpcBlock, name: Hex, sent: RpcResult | undefined) => {
    if (block.transactions.length === 0) {
      return [];
    }
    // Retried once: that costs less than one call per transaction.
    const isPassing = sent?.ok === false && !isMethodMissing(sent);
    const call = { method: "eth_getBlockReceipts", params: [name] };
    const [all] = isPassing ? await rpc.batch([call]) : [sent];
    if (all?.ok === false && isMethodMissing(all)) {
      withoutBlockReceipts = BLOCKS_UNTIL_RETRY;
    }
    const value = all?.ok ? all.value : undefined;
    const receipts = receiptsInOrder(block, value);
    if (receipts) {
      return receipts;
    }
    // A node may have a block before its receipts. Only if that lasts are they read one by one.
    if (value === null && !lacking.has(block.hash)) {
      lacking.set(block.hash, true);
      return undefined;
    }
    const singly = await receiptsByTransaction(block);
    if (!singly && value != null && !Array.isArray(value)) {
      throw unexpected("eth_getBlockReceipts", value, "a list of receipts");
    }
    return singly;
  };
  /** Adds the encoding of a state sync: its hash is not made of the fields that nodes return. */
  const withEncoding = async (block: RpcBlock): Promise<RpcBlock> => {
    const { transactions } = block;
    const last = transactions.at(-1);
    if (Number(last?.type) !== STATE_SYNC || !last) {
      return block;
    }
    const call = { method: "eth_getRawTransactionByHash", params: [last.hash] };
    const [result] = await rpc.batch([call]);
    const raw = result?.ok ? (result.value as Hex | null) : null;
    return { ...block, transactions: [...transactions.slice(0, -1), { ...last, raw }] };
  };
  /** Returns the header of a block; undefined if the node does not have it. */
  const header = async (number: number) => {
    const name = toQuantity(number);
    return toBlock(await rpc.call<unknown>("eth_getBlockByNumber", name, false));
  };

  return {
    /** Returns the number of the head. @throws NodeMismatchError if the node returns no block number. */
    async head() {
      const value = await rpc.call<unknown>("eth_blockNumber");
      const head = /^0x[\da-f]+$/i.test(String(value)) ? Number(value) : Number.NaN;
      if (!Number.isSafeInteger(head)) {
        throw unexpected("eth_blockNumber", value, "a block number");
      }
      return head;
    },
    header,
    rate: rpc.rate,
    /** Returns whether another node has a block as well; undefined if there is no other. */
    isConfirmed: ({ number, hash }: BlockName) =>
      rpc.isConfirmed(
        { method: "eth_getBlockByNumber", params: [toQuantity(number), false] },
        (value) => (value as RpcBlock | null | undefined)?.hash === hash,
      ),
    /**
     * Returns a block with receipts; undefined if the node does not have all of it yet.
     *
     * @param read Reads the response elsewhere, e.g. in a thread, and returns what is needed of it, which is returned in
     *   place of the block. If it returns undefined, the response is read here.
     */
    async block<Read = never>(
      number: number,
      read?: ReadBody<Read>,
    ): Promise<RpcBlockWithReceipts | Read | undefined> {
      const name = toQuantity(number);
      let whole: Read | undefined;
      const parse = async (body: Uint8Array) => {
        whole = await read?.(body);
        return whole === undefined ? parseJson(body) : READ_ELSEWHERE;
      };
      const hasBlockReceipts = withoutBlockReceipts <= 0;
      withoutBlockReceipts -= 1;
      // In one request: reading the receipts afterwards would cost a second round trip.
      const [found, all] = await rpc.batch(
        [
          { method: "eth_getBlockByNumber", params: [name, true] },
          ...(hasBlockReceipts ? [{ method: "eth_getBlockReceipts", params: [name] }] : []),
        ],
        read && parse,
      );
      if (whole !== undefined) {
        return whole;
      }
      if (!found?.ok) {
        throw new RpcCallError(`eth_getBlockByNumber: ${found?.message}`);
      }
      const block = toBlock(found.value);
      const receipts = block ? await receiptsOf(block, name, all) : undefined;
      if (!block || !receipts) {
        return undefined;
      }
      return { block: await withEncoding(block), receipts };
    },
    /**
     * Reads the receipts of a block one by one, because those that the node returned together do not match it.
     *
     * @returns undefined if the node does not have all of them.
     */
    async withSingleReceipts(block: RpcBlock): Promise<RpcBlockWithReceipts | undefined> {
      const receipts = await receiptsByTransaction(block);
      return receipts && { block, receipts };
    },
  };
}

/** @returns undefined for null. @throws NodeMismatchError if it is not a block. */
function toBlock(value: unknown): RpcBlock | undefined {
  if (value === null) {
    return undefined;
  }
  if (!isBlock(value)) {
    throw unexpected("eth_getBlockByNumber", value, "a block");
  }
  return value;
}

function unexpected(method: string, value: unknown, expected: string): NodeMismatchError {
  const text = JSON.stringify(value)?.slice(0, 40);
  return new NodeMismatchError(`${method} returned ${text}; expected ${expected}`);
}
