import { describe, expect, test } from "vitest";
import { encodeWord } from "../src/chain/abi.ts";
import type { Hex } from "../src/chain/records.ts";
import type { RpcTransaction } from "../src/chain/rpc-types.ts";
import type { DevChain } from "../src/dev/chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { madhugiri } from "./support/chain-blocks.ts";
import { contents, followedStore, undisturbed } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

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

describe("receipts of a block that the node returns together", () => {
  const wrong: readonly (readonly [what: string, change: (receipts: object[]) => unknown])[] = [
    ["lack one", (receipts) => receipts.slice(1)],
    ["are none", () => []],
    ["are null", () => null],
    ["are no list", () => ({})],
    ["have null for one", (receipts) => [null, ...receipts.slice(1)]],
    ["have no list of logs", ([first, ...rest]) => [{ ...first, logs: null }, ...rest]],
    ["have logs left out", (receipts) => receipts.map((each) => ({ ...each, logs: [] }))],
    ["have another status", (receipts) => receipts.map((each) => ({ ...each, status: "0x0" }))],
    ["name another block", (receipts) => receipts.map((each) => ({ ...each, blockHash: "0x12" }))],
  ];

  test("may be wrong: single ones are read, once per block", async () => {
    const chain = await blockOfThree();
    const expected = await undisturbed(chain);
    for (const [what, change] of wrong) {
      let singles = 0;
      const url = await faultyNode(chain.rpcUrl, {
        result({ method }, result) {
          singles += method === "eth_getTransactionReceipt" ? 1 : 0;
          return method === "eth_getBlockReceipts" && result.length > 1 ? change(result) : result;
        },
      });
      const { store, follower } = await followedStore(chain, [url]);
      expect(await contents(store, chain), what).toEqual(expected);
      expect([what, follower.troubles, singles]).toEqual([what, [], 3]);
      await follower.stop();
    }
  });

  test("may be in another order, which needs no second request", async () => {
    const chain = await blockOfThree();
    const methods: string[] = [];
    const url = await faultyNode(chain.rpcUrl, {
      result({ method }, result) {
        methods.push(method);
        return method === "eth_getBlockReceipts" ? result.toReversed() : result;
      },
    });
    const head = Number(await chain.send("eth_blockNumber"));
    const block = await nodeSource(createRpcClient([url])).block(head);
    expect(block?.receipts.map(({ transactionIndex }) => transactionIndex)).toEqual([
      ...["0x0", "0x1", "0x2"],
    ]);
    expect(methods).toEqual(["eth_getBlockByNumber", "eth_getBlockReceipts"]);
  });
});

/** A chain whose head has three transactions with logs. */
async function blockOfThree(): Promise<DevChain> {
  const chain = await quietChain({ history: 2 });
  const { accounts, contracts, send } = chain;
  const data = `0x40c10f19${encodeWord(BigInt(accounts[1] as Hex))}${encodeWord(5n)}`;
  await send("evm_setAutomine", false);
  for (let count = 0; count < 3; count += 1) {
    const fields = { from: accounts[0], to: contracts.coin.address, data, gas: "0x30000" };
    await send("eth_sendTransaction", fields);
  }
  await send("evm_mine");
  return chain;
}

test("rejects receipts of another block", async () => {
  const blockHash = `0x${"12".repeat(32)}`;
  const changed = (result: object | object[]) =>
    Array.isArray(result)
      ? result.map((each) => ({ ...each, blockHash }))
      : { ...result, blockHash };
  const { blocks } = await readThrough({
    result: ({ method }, result) => (/Receipts?$/.test(method) ? changed(result) : result),
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
