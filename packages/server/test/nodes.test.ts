import { expect, onTestFinished, test, vi } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { IngestEvent } from "../src/ingest/events.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { emptyStore } from "./support/engines.ts";
import { forgingNode } from "./support/forging-node.ts";
import {
  caughtUp,
  contents,
  followedStore,
  followNodes,
  random,
  troubleOf,
  undisturbed,
  until,
} from "./support/ingest.ts";
import { type Changes, failingCalls, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

const UNAUTHENTICATED = { code: -32600, message: "Must be authenticated!" };
const OLDEST_KEPT = 10;

function instead(methods: RegExp, value: unknown): Changes {
  return { result: (call, result) => (methods.test(call.method) ? value : result) };
}

/** Changes each receipt, together or single. */
function changeReceipts(change: object): Changes {
  const changed = (receipt: object) => ({ ...receipt, ...change });
  return {
    result: ({ method }, result) =>
      /Receipts?$/.test(method) && result ? [result].flat().map(changed) : result,
  };
}

/** A node that has pruned its first blocks. */
const PRUNED: Changes = {
  result: ({ method, params }, result) =>
    /eth_getBlock(ByNumber|Receipts)/.test(method) && Number(params[0]) < OLDEST_KEPT
      ? null
      : result,
};

/** A node that lacks state. */
const STATELESS = failingCalls(() => ({ code: -32000, message: "missing trie node" }));

/** Manners of a node that is left for another one, and the reason. */
const LEFT: Readonly<Record<string, readonly [Changes, RegExp]>> = {
  "returns another status": [changeReceipts({ status: "0x0" }), /receipts/],
  "is far behind": [instead(/^eth_blockNumber$/, "0x2"), /is at block 2/],
  "has no state of the latest block": [STATELESS, /state/],
  "fails every call": [{ error: () => ({ code: -32603, message: "Internal error" }) }, /Internal/],
  "knows no key": [
    { refuse: () => ({ status: 401, body: { error: UNAUTHENTICATED } }) },
    /Must be/,
  ],
  "has no block": [instead(/^eth_getBlockByNumber$/, {}), /returned {}; expected a block/],
  "has no receipts": [instead(/Receipts?$/, {}), /returned {}; expected a list/],
  "gives each reply the same id": [{ id: () => 0 }, /no response/],
};

test.each(Object.entries(LEFT))("a node is left that %s", async (_, [changes, reason]) => {
  const chain = await quietChain({ history: 20 });
  const faulty = await faultyNode(chain.rpcUrl, changes);
  const { store, follower } = await followedStore(chain, [faulty, chain.rpcUrl], { stuckMs: 100 });
  expect(follower.left.join()).toMatch(reason);
  expect(await contents(store, chain)).toEqual(await undisturbed(chain));
});

/** Does something for the first requests of each kind. */
function atFirst<Done>(times: number, done: Done): (request: unknown) => Done | undefined {
  const counts = new Map<string, number>();
  return (request) => {
    const key = JSON.stringify(request);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= times ? done : undefined;
  };
}

/** Manners of a node that is followed all the same. */
const BORNE: Readonly<Record<string, () => Changes>> = {
  "announces blocks before it has them": () => {
    const lacks = atFirst(2, true);
    return {
      result: ({ method, params }, value) =>
        /getBlockByNumber|getBlockReceipts/.test(method) && lacks([method, params]) ? null : value,
    };
  },
  "announces blocks before it has their state": () => {
    const fail = atFirst(1, { code: -32000, message: "header not found" });
    return failingCalls((_, block) => fail(block));
  },
  "returns ids as texts": () => ({ id: String }),
};

test.each(Object.entries(BORNE))("a node is followed that %s", async (_, manner) => {
  const chain = await quietChain({ history: 6 });
  const { store, follower } = await followedStore(chain, [
    await faultyNode(chain.rpcUrl, manner()),
  ]);
  await chain.act();
  await caughtUp(store, chain);
  expect([follower.troubles, follower.left]).toEqual([[], []]);
  expect(await contents(store, chain)).toEqual(await undisturbed(chain));
});

test("suspends a node that limits requests for as long as it specifies", async () => {
  let asked = 0;
  const refuse = () => {
    asked += 1;
    return asked > 5 ? { status: 429, headers: { "retry-after": "60" } } : undefined;
  };
  const chain = await quietChain({ history: 13 });
  const store = await emptyStore();
  const faulty = await faultyNode(chain.rpcUrl, { refuse });
  const follower = followNodes(store, [faulty, chain.rpcUrl]);
  await caughtUp(store, chain);
  expect(follower.left.join()).toMatch(/too many requests/);
  const before = asked;
  await chain.act();
  await caughtUp(store, chain);
  expect(asked).toBe(before);
});

test("verifies every sender at the head, and finds a single forged one", async () => {
  const { url } = await forgingNode();
  const follower = followNodes(await emptyStore(), [url]);
  expect(await troubleOf(follower)).toMatch(/the sender of transaction 0, .* did not sign it/);
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

test("a trouble that lasts is reported once, not with each block", async () => {
  const chain = await quietChain({ history: 4 });
  const store = await emptyStore();
  const node = await faultyNode(chain.rpcUrl, STATELESS);
  const follower = followNodes(store, [node], { behindMs: 50 });
  for (let block = 0; block < 3; block += 1) {
    await chain.act();
    const head = Number(await chain.send<string>("eth_blockNumber"));
    const isTold = () => follower.status().trouble?.includes(`state of block ${head} `) ?? false;
    await until(`it is in trouble at block ${head}`, isTold);
  }
  expect(follower.troubles).toHaveLength(1);
});

test.each([
  ["API key disabled", /^eth_chainId fails: API key disabled$/],
  [{ message: "x".repeat(20_000) }, /^eth_chainId fails: x{300}$/],
  [{}, /^eth_chainId fails: error without a message$/],
])("a node that responds with the error %o is quoted", async (error, message) => {
  const url = await faultyNode("", { refuse: () => ({ status: 200, body: { error } }) });
  await expect(createRpcClient([url]).call("eth_chainId")).rejects.toThrow(message);
});
