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

/** Reads blocks 1 to 3 through a faulty node. @returns What came, and the methods of each request. */
async function readThrough(changes: Changes) {
  const chain = await quietChain();
  const requests: string[] = [];
  const url = await faultyNode(chain.rpcUrl, {
    ...changes,
    refuse(calls) {
      requests.push(calls.map(({ method }) => method).join());
      return undefined;
    },
  });
  const source = nodeSource(createRpcClient([url]));
  const blocks = [];
  for (const number of [1, 2, 3]) {
    blocks.push(await source.block(number));
  }
  return { blocks, requests };
}

const [BOTH, RECEIPTS] = ["eth_getBlockByNumber,eth_getBlockReceipts", "eth_getBlockReceipts"];

test.each([
  ["in one request", 0, [BOTH, BOTH, BOTH]],
  ["though eth_getBlockReceipts fails once", 1, [BOTH, RECEIPTS, BOTH, BOTH]],
])("reads a block and its receipts, %s", async (_, failures, expected) => {
  let left = failures;
  const { blocks, requests } = await readThrough({
    error({ method }) {
      left -= method === RECEIPTS ? 1 : 0;
      return method === RECEIPTS && left >= 0 ? { code: -32000, message: "not found" } : undefined;
    },
  });
  expect(blocks.map((each) => [Number(each?.block.number), each?.receipts.length])).toEqual([
    ...[1, 2, 3].map((number) => [number, 1]),
  ]);
  expect(requests).toEqual(expected);
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
        return method === RECEIPTS ? result.toReversed() : result;
      },
    });
    const head = Number(await chain.send("eth_blockNumber"));
    const block = await nodeSource(createRpcClient([url])).block(head);
    const order = block?.receipts.map(({ transactionIndex }) => transactionIndex);
    expect([order, methods.join()]).toEqual([["0x0", "0x1", "0x2"], BOTH]);
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
