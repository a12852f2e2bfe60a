import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { IngestEvent } from "../src/ingest/events.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { nodeSource } from "../src/source/node.ts";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, contents, followNodes, random, until } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

const UNAUTHENTICATED = { code: -32600, message: "Must be authenticated!" };
const OLDEST_KEPT = 10;

function instead(methods: RegExp, value: unknown): Changes {
  return { result: (call, result) => (methods.test(call.method) ? value : result) };
}

/** A node that has pruned its first blocks. */
const PRUNED: Changes = {
  result: ({ method, params }, result) =>
    /eth_getBlock(ByNumber|Receipts)/.test(method) && Number(params[0]) < OLDEST_KEPT
      ? null
      : result,
};

describe("a node is left for another one", () => {
  test.each<readonly [string, Changes, RegExp]>([
    [
      "fails every call",
      { error: () => ({ code: -32603, message: "Internal error" }) },
      /Internal/,
    ],
    [
      "knows no key",
      { refuse: () => ({ status: 401, body: { error: UNAUTHENTICATED } }) },
      /Must be/,
    ],
    ["has no block", instead(/^eth_getBlockByNumber$/, {}), /returned {}; expected a block/],
    ["has no receipts", instead(/Receipts?$/, {}), /returned {}; expected a list/],
    ["gives each reply the same id", { id: () => 0 }, /no response/],
    ["has pruned the first blocks", PRUNED, /block \d+ as latest, but does not return block 0/],
  ])("that %s", async (_, changes, reason) => {
    const chain = await quietChain({ history: 20 });
    const faulty = await faultyNode(chain.rpcUrl, changes);
    const store = await emptyStore();
    const follower = followNodes(store, [faulty, chain.rpcUrl], { stuckMs: 100 });
    await caughtUp(store, chain);
    expect(follower.left.join()).toMatch(reason);
  });
});

test("a node is left for another one even if the clock has been set back", async () => {
  const chain = await quietChain({ history: 20 });
  const asked = Promise.withResolvers<void>();
  const faulty = await faultyNode(chain.rpcUrl, {
    result(call, result) {
      const value = PRUNED.result?.(call, result);
      if (value === null) {
        asked.resolve();
      }
      return value;
    },
  });
  const store = await emptyStore();
  const follower = followNodes(store, [faulty, chain.rpcUrl], { stuckMs: 1_000 });
  await asked.promise;
  vi.setSystemTime(Date.now() - 86_400_000);
  onTestFinished(() => void vi.useRealTimers());
  await until(
    "all blocks are stored",
    async () => (await store.tip())?.number === Number(await chain.send("eth_blockNumber")),
  );
  expect(follower.left.join()).toMatch(/does not return block 0/);
});

test("the state of the latest block may not be available yet", async () => {
  const chain = await quietChain({ history: 4 });
  const seen = new Set<string>();
  const error: Changes["error"] = ({ method, params = [] }) => {
    const block = JSON.stringify(params[1]);
    const isFirst = method === "eth_call" && !seen.has(block);
    seen.add(block);
    return isFirst ? { code: -32000, message: "header not found" } : undefined;
  };
  const store = await emptyStore();
  const follower = followNodes(store, [await faultyNode(chain.rpcUrl, { error })]);
  await caughtUp(store, chain);
  await chain.act();
  await caughtUp(store, chain);
  expect([follower.troubles, follower.left]).toEqual([[], []]);
});

test("nodes behind one address that are blocks apart are no trouble within ten seconds", async () => {
  const chain = await quietChain({ history: 4 });
  const pick = random(7);
  const isBehind = () => pick(2) === 0;
  const node = await faultyNode(chain.rpcUrl, {
    error({ method }) {
      // One that is behind lacks the state, for many rounds in a row.
      const lacksState = method === "eth_call" && Date.now() % 500 < 300;
      return lacksState ? { code: -32000, message: "header not found" } : undefined;
    },
    result({ method, params }, result) {
      const height = Number(result);
      if (method === "eth_blockNumber" && isBehind()) {
        return toQuantity(Math.max(0, height - 1 - pick(2)));
      }
      const isOfBlock = method === "eth_getBlockByNumber" || method === "eth_getBlockReceipts";
      return isOfBlock && Number(params[0]) > 5 && isBehind() ? null : result;
    },
  });
  const store = await emptyStore();
  const follower = followNodes(store, [node], { pollMs: 5 });
  for (let block = 0; block < 12; block += 1) {
    await chain.act();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await caughtUp(store, chain);
  expect(follower.troubles).toEqual([]);
});

test("blocks that a node has pruned are a trouble until they are found", async () => {
  const chain = await quietChain({ history: 4 });
  await chain.send("anvil_mine", "0x80");
  const changes = { ...PRUNED };
  const store = await emptyStore();
  const url = await faultyNode(chain.rpcUrl, changes);
  const kinds: string[] = [];
  const emit = ({ kind }: IngestEvent) => void kinds.push(kind);
  const follower = followNodes(store, [url], { stuckMs: 100, pollMs: 5, emit });
  const trouble = /but does not return block 0: it may have pruned older blocks$/;
  await until("it is told", () => trouble.test(follower.status().trouble ?? ""));
  // Several more rounds.
  await until("it is tried again", () => follower.left.length > 3);
  expect(follower.status().trouble).toMatch(trouble);
  delete changes.result;
  await caughtUp(store, chain);
  expect(kinds.filter((kind) => /trouble|recovered/.test(kind))).toEqual(["trouble", "recovered"]);
});

test("a node that fails each request once is not in trouble", async () => {
  const chain = await quietChain({ history: 4 });
  const seen = new Set<string>();
  let chainIdCalls = 0;
  const refuse: Changes["refuse"] = (calls) => {
    if (calls[0]?.method === "eth_chainId") {
      chainIdCalls += 1;
      return undefined;
    }
    const request = JSON.stringify(calls);
    const isFirst = !seen.has(request);
    seen.add(request);
    return isFirst ? { status: 502 } : undefined;
  };
  const store = await emptyStore();
  const chainId = Number(await chain.send<string>("eth_chainId"));
  const node = await faultyNode(chain.rpcUrl, { refuse });
  const follower = followNodes(store, [node], { rpc: { chainId } });
  await caughtUp(store, chain);
  expect(follower.troubles).toEqual([]);
  expect(chainIdCalls).toBe(1);
});

test("a node that fails each request of one block adds the blocks before it", async () => {
  const chain = await quietChain({ history: 4 });
  const refuse: Changes["refuse"] = ([call]) =>
    call?.params[0] === "0x3" ? { status: 502 } : undefined;
  const store = await emptyStore();
  const follower = followNodes(store, [await faultyNode(chain.rpcUrl, { refuse })]);
  await until("it is in trouble", () => follower.status().trouble !== undefined);
  expect(follower.status().trouble).toMatch(/HTTP status 502$/);
  expect((await store.tip())?.number).toBe(2);
});

test("ids may be returned as texts", async () => {
  const chain = await quietChain({ history: 4 });
  const node = await faultyNode(chain.rpcUrl, { id: String });
  const [store, expected] = [await emptyStore(), await emptyStore()];
  followNodes(store, [node]);
  followNodes(expected, [chain.rpcUrl]);
  await Promise.all([store, expected].map((each) => caughtUp(each, chain)));
  expect(await contents(store, chain)).toEqual(await contents(expected, chain));
});

test("responses with the same id belong to no call", async () => {
  const chain = await quietChain({ history: 0 });
  const rpc = createRpcClient([await faultyNode(chain.rpcUrl, { id: () => 0 })]);
  const calls = ["eth_chainId", "eth_blockNumber"].map((method) => ({ method, params: [] }));
  const none = expect.objectContaining({ ok: false, message: "no response" });
  expect(await rpc.batch(calls)).toEqual([none, none]);
});

test("receipts that are null are not available yet", async () => {
  const chain = await quietChain({ history: 4 });
  const node = await faultyNode(chain.rpcUrl, instead(/Receipts?$/, [null]));
  expect(await nodeSource(createRpcClient([node])).block(3)).toBeUndefined();
});

test("a trouble that lasts is reported once, not with each block", async () => {
  const chain = await quietChain({ history: 4 });
  const error: Changes["error"] = ({ method }) =>
    method === "eth_call" ? { code: -32000, message: "missing trie node" } : undefined;
  const store = await emptyStore();
  const node = await faultyNode(chain.rpcUrl, { error });
  const follower = followNodes(store, [node], { behindMs: 50 });
  for (let block = 0; block < 3; block += 1) {
    await chain.act();
    const head = Number(await chain.send<string>("eth_blockNumber"));
    const isTold = () => follower.status().trouble?.includes(`state of block ${head} `) ?? false;
    await until(`it is in trouble at block ${head}`, isTold);
  }
  expect(follower.troubles).toHaveLength(1);
});

describe("an error of a node", () => {
  const callOf = async (refusal: ReturnType<NonNullable<Changes["refuse"]>>) =>
    createRpcClient([await faultyNode("", { refuse: () => refusal })]).call("eth_chainId");

  test("may be a text", async () => {
    const body = { error: "API key disabled" };
    await expect(callOf({ status: 200, body })).rejects.toThrow(
      "eth_chainId fails: API key disabled",
    );
  });

  test("is shortened", async () => {
    const body = { error: { code: -32000, message: "x".repeat(20_000) } };
    await expect(callOf({ status: 200, body })).rejects.toThrow(/^eth_chainId fails: x{300}$/);
  });

  test("names the host of a redirect, which is not followed", async () => {
    const headers = { location: "https://other.example/secret" };
    await expect(callOf({ status: 307, headers, body: "" })).rejects.toThrow(
      /HTTP status 307 to https:\/\/other\.example; redirects are not followed$/,
    );
  });

  test("says that a page is not a response", async () => {
    await expect(callOf({ status: 200, body: "Welcome" })).rejects.toThrow(
      "HTTP status 200, but no JSON-RPC response",
    );
  });
});
