import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { catchUp } from "../src/ingest/add-blocks.ts";
import { checkInThreads } from "../src/ingest/check-threads.ts";
import { blocksAhead } from "../src/ingest/fetch-blocks.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import { checkBlock } from "../src/ingest/verified-blocks.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../src/source/node.ts";
import { NodeMismatchError } from "../src/verify/verify.ts";
import { someStores } from "./support/engines.ts";
import { followedStore, followNodes, until } from "./support/ingest.ts";
import { faultyNode } from "./support/proxy.ts";

const CHECKS = { verification: "ethereum" } as const;

/** A chain with so many blocks above its first ones that those are checked in threads. */
let chain: DevChain;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0, history: 8 });
  await chain.send("anvil_mine", "0xa0");
});
afterAll(() => chain.close());

const node = (): ChainSource => nodeSource(createRpcClient([chain.rpcUrl]));

async function blockAt(number: number): Promise<RpcBlockWithReceipts> {
  return (await node().block(number)) as RpcBlockWithReceipts;
}

/** The block with a field that its hash does not have. */
function forged({ block, receipts }: RpcBlockWithReceipts): RpcBlockWithReceipts {
  return { block: { ...block, gasUsed: "0x1" }, receipts };
}

/** Counts the tasks of threads. */
function countTasks() {
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => sent.mockRestore());
  return () => sent.mock.calls.filter(([task]) => task !== undefined).length;
}

/** The response to the batch that asks for a block. */
function responseWith({ block, receipts }: RpcBlockWithReceipts, ...more: object[]): Uint8Array {
  const replies = [{ id: 1, result: receipts }, { id: 0, result: block }, ...more];
  return new TextEncoder().encode(JSON.stringify(replies));
}

test("a thread finds in a response what this one would in its block", async () => {
  const tasks = countTasks();
  const check = checkInThreads()(() => CHECKS);
  const blocks = await Promise.all([3, 0, 7].map(blockAt));
  // At once: the replies are in the order of the tasks.
  expect(await Promise.all(blocks.map((block) => check(responseWith(block))))).toEqual(
    blocks.map((block) => checkBlock(block, CHECKS)),
  );
  expect(tasks()).toBe(3);
});

test("a thread returns nothing of a response that is wrong, or not all that is needed", async () => {
  const check = checkInThreads()(() => CHECKS);
  const block = await blockAt(3);
  const [first = expect.fail()] = block.block.transactions;
  const responses = {
    forged: responseWith(forged(block)),
    "without receipts": responseWith({ ...block, receipts: [] }),
    "two replies of one id": responseWith(block, { id: 0, result: block.block }),
    "with an error": responseWith(block, { id: 0, error: { code: -32603 } }),
    "with a state sync": responseWith({
      ...block,
      block: { ...block.block, transactions: [{ ...first, type: "0x7f" }] },
    }),
    "one reply": new TextEncoder().encode('{"error":{"code":-32600}}'),
    "no JSON": new TextEncoder().encode("<html>"),
  };
  for (const [name, body] of Object.entries(responses)) {
    expect(await check(body), name).toBeUndefined();
  }
});

test("what no thread takes, or the thread fails at, is left to this one", async () => {
  const error = new Error("out of memory");
  const sent = vi.spyOn(Worker.prototype, "postMessage").mockThrowOnce(error);
  onTestFinished(() => sent.mockRestore());
  sent.mockImplementation(function (this: Worker) {
    queueMicrotask(() => this.emit("error", error));
  });
  const check = checkInThreads()(() => CHECKS);
  const body = responseWith(await blockAt(3));
  expect([await check(body), await check(body)]).toEqual([undefined, undefined]);
});

test("old blocks are checked in threads, and stop at the first that is invalid", async () => {
  for (const store of await someStores()) {
    const tasks = countTasks();
    const url = await faultyNode(chain.rpcUrl, {
      result: ({ method, params: [number] }, result) =>
        method === "eth_getBlockByNumber" && number === "0x6"
          ? { ...result, gasUsed: "0x1" }
          : result,
    });
    const source = nodeSource(createRpcClient([url]));
    const head = await source.head();
    const options = { from: 0, verification: "ethereum", emit() {} } as const;
    const run = (from: ChainSource) =>
      catchUp(storedChain(store), blocksAhead(from), head, options, AbortSignal.timeout(60_000));
    await expect(run(source)).rejects.toThrow(NodeMismatchError);
    expect((await store.tip())?.number).toBe(5);
    expect(tasks()).toBeGreaterThan(5);
    expect(await run(node())).toBe("done");
    expect((await store.tip())?.number).toBe(head);
  }
});

test("older blocks are checked in threads as well", async () => {
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  onTestFinished(() => sent.mockRestore());
  const head = await node().head();
  const development = { detectsDevelopment: true };
  const { store, follower } = await followedStore(chain, undefined, { from: head, ...development });
  await follower.stop();
  followNodes(store, [chain.rpcUrl], { from: 0, ...development });
  await until("older blocks are added", async () => (await store.oldest())?.number === 0);
  expect(sent.mock.results.filter(({ type }) => type === "return").length).toBeGreaterThan(5);
});
