import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { type DevChain, startDevChain } from "../src/dev/chain.ts";
import { catchUp } from "../src/ingest/catch-up.ts";
import { checkInThreads } from "../src/ingest/check-threads.ts";
import { blocksAhead } from "../src/ingest/fetch-blocks.ts";
import { storedChain } from "../src/ingest/stored-chain.ts";
import { checkBlock } from "../src/ingest/verified-blocks.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { type ChainSource, nodeSource } from "../src/source/node.ts";
import { NodeMismatchError } from "../src/verify/verify.ts";
import { someStores } from "./support/engines.ts";

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
  const block = await node().block(number);
  return block as RpcBlockWithReceipts;
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

test("a thread finds in a block what this one would", async () => {
  const tasks = countTasks();
  const check = checkInThreads();
  for (const number of [0, 3, 7]) {
    const block = await blockAt(number);
    expect(await check(block, CHECKS)).toEqual(checkBlock(block, CHECKS));
  }
  expect(tasks()).toBe(3);
  const { problem } = await check(forged(await blockAt(3)), CHECKS);
  expect(problem).toBeInstanceOf(NodeMismatchError);
});

test("more blocks than threads have room for are checked here, and so is what no thread takes", async () => {
  const tasks = countTasks();
  const check = checkInThreads();
  const block = await blockAt(5);
  const checked = await Promise.all(Array.from({ length: 40 }, () => check(block, CHECKS)));
  expect(checked).toEqual(checked.map(() => checkBlock(block, CHECKS)));
  expect(tasks()).toBeGreaterThan(0);
  expect(tasks()).toBeLessThan(40);
  // What cannot be passed to a thread is checked as well.
  const odd = { ...block, note: () => "a function" };
  expect((await check(odd, CHECKS)).problem).toBeUndefined();
});

test("old blocks are checked in threads, and stop at the first that is invalid", async () => {
  for (const store of await someStores()) {
    const tasks = countTasks();
    const source: ChainSource = {
      ...node(),
      block: async (number) =>
        number === 6 ? forged(await blockAt(number)) : node().block(number),
    };
    const head = await source.head();
    const options = { from: 0, verification: "ethereum", emit() {} } as const;
    const run = (from: ChainSource) =>
      catchUp(storedChain(store), blocksAhead(from), head, options, AbortSignal.timeout(60_000));
    await expect(run(source)).rejects.toThrow(NodeMismatchError);
    expect((await store.tip())?.number).toBe(5);
    expect(tasks()).toBeGreaterThan(0);
    expect(await run(node())).toBe("done");
    expect((await store.tip())?.number).toBe(head);
  }
});
