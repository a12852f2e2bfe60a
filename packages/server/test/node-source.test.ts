import { expect, test } from "vitest";
import type { RpcTransaction } from "../src/chain/rpc-types.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { madhugiri } from "./support/chain-blocks.ts";
import { quietChain } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";

/** Reads blocks 1 to 3 through a faulty node. @returns What came, and which methods were called. */
async function readThrough(changes: Changes) {
  const chain = await quietChain();
  const methods: string[] = [];
  const url = await faultyNode(chain.rpcUrl, {
    ...changes,
    result(call, result) {
      methods.push(call.method);
      return changes.result ? changes.result(call, result) : result;
    },
  });
  const source = nodeSource(createRpcClient([url]));
  const blocks = [];
  for (const number of [1, 2, 3]) {
    blocks.push(await source.block(number));
  }
  const count = (method: string) => methods.filter((each) => each === method).length;
  return { blocks, count };
}

test("reads a block and its receipts in one request", async () => {
  let requests = 0;
  const { blocks, count } = await readThrough({
    refuse() {
      requests += 1;
      return undefined;
    },
  });
  expect(blocks.map((each) => Number(each?.block.number))).toEqual([1, 2, 3]);
  expect(blocks.every((each) => each?.receipts.length === 1)).toBe(true);
  expect(requests).toBe(3);
  expect(count("eth_getTransactionReceipt")).toBe(0);
});

test("one failure of eth_getBlockReceipts does not count as unsupported", async () => {
  let failed = 0;
  const { blocks, count } = await readThrough({
    error({ method }) {
      if (method !== "eth_getBlockReceipts" || failed > 0) {
        return undefined;
      }
      failed += 1;
      return { code: -32000, message: "receipts not found" };
    },
  });
  expect(blocks.every((each) => each?.receipts.length === 1)).toBe(true);
  expect(count("eth_getTransactionReceipt")).toBe(0);
});

test("rejects receipts of another block", async () => {
  const blockHash = `0x${"12".repeat(32)}`;
  const { blocks } = await readThrough({
    result: ({ method }, result) =>
      method === "eth_getBlockReceipts"
        ? result.map((receipt: object) => ({ ...receipt, blockHash }))
        : result,
  });
  expect(blocks).toEqual([undefined, undefined, undefined]);
});

test("reads the encoding of a state sync, without which its block is refused", async () => {
  const source = await madhugiri();
  const { raw, ...sync } = source.block.transactions.at(-1) as RpcTransaction;
  const told = { ...source.block, transactions: [...source.block.transactions.slice(0, -1), sync] };
  const read = async (encoding: unknown) => {
    const { blocks } = await readThrough({
      result({ method, params }, result) {
        const results: Record<string, unknown> = {
          eth_getBlockByNumber: told,
          eth_getBlockReceipts: source.receipts,
          eth_getRawTransactionByHash: params[0] === sync.hash ? encoding : undefined,
        };
        return results[method] ?? result;
      },
    });
    return blocks[0] as typeof source;
  };
  verifyBlock(await read(raw), "polygon");
  for (const nothing of [null, "0x", "0x7f"]) {
    const block = await read(nothing);
    expect(() => verifyBlock(block, "polygon")).toThrow(/transaction 1/);
  }
});
