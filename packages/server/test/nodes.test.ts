import { expect, test } from "vitest";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, contents, followNodes, until } from "./support/ingest.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

/** Faults of a node; what is stored must equal the data of a good node. */
async function followThrough(changes: Changes, hasGoodNode: boolean) {
  const chain = await quietChain({ history: 13 });
  const faulty = await faultyNode(chain.rpcUrl, changes);
  const store = await emptyStore();
  const follower = followNodes(store, hasGoodNode ? [faulty, chain.rpcUrl] : [faulty]);
  const good = async () => {
    const fresh = await emptyStore();
    followNodes(fresh, [chain.rpcUrl]);
    await caughtUp(fresh, chain);
    return contents(fresh, chain);
  };
  return { chain, store, follower, good };
}

const RECEIPTS = ["eth_getBlockReceipts", "eth_getTransactionReceipt"];

/** Changes each receipt, together or single. */
const changeReceipts =
  (change: object): NonNullable<Changes["result"]> =>
  ({ method }, result) => {
    if (!RECEIPTS.includes(method) || !result) {
      return result;
    }
    const changed = (receipt: object) => ({ ...receipt, ...change });
    return Array.isArray(result) ? result.map(changed) : changed(result);
  };

const LIES: Readonly<Record<string, NonNullable<Changes["result"]>>> = {
  "another status": changeReceipts({ status: "0x0" }),
  "another sender": (call, result) => {
    if (call.method !== "eth_getBlockByNumber" || !call.params[1]) {
      return result;
    }
    const change = (each: object) => ({ ...each, from: `0x${"12".repeat(20)}` });
    return result && { ...result, transactions: result.transactions.map(change) };
  },
};

for (const [lie, result] of Object.entries(LIES)) {
  test(`drops a node that returns ${lie}, and keeps none of its data`, async () => {
    const { chain, store, follower, good } = await followThrough({ result }, true);
    await caughtUp(store, chain);
    expect(follower.left).not.toEqual([]);
    expect(await contents(store, chain)).toEqual(await good());
  });
}

test("stores nothing from a faulty node that is the only one", async () => {
  const { store, follower } = await followThrough(
    { result: (call, result) => LIES["another status"]?.(call, result) },
    false,
  );
  await until("it is in trouble", () => follower.status().trouble !== undefined);
  expect(follower.status().trouble).toMatch(/receipts/);
  const kept = (await store.tip())?.number ?? -1;
  // The genesis block has no receipts to forge.
  expect(kept).toBeLessThan(1);
});

test("suspends a node that limits requests for as long as it specifies", async () => {
  let asked = 0;
  const refuse = () => {
    asked += 1;
    return asked > 5 ? { status: 429, headers: { "retry-after": "60" } } : undefined;
  };
  const { chain, store, follower, good } = await followThrough({ refuse }, true);
  await caughtUp(store, chain);
  expect(follower.left.join()).toMatch(/too many requests/);
  expect(await contents(store, chain)).toEqual(await good());
  const before = asked;
  await chain.act();
  await caughtUp(store, chain);
  expect(asked).toBe(before);
});

test("drops a node that is far behind another one", async () => {
  const result: Changes["result"] = ({ method }, value) =>
    method === "eth_blockNumber" ? "0x2" : value;
  const { chain, store, follower } = await followThrough({ result }, true);
  await caughtUp(store, chain);
  expect(follower.left.join()).toMatch(/is at block 2/);
});

test.each([200, 400, 413])(
  "sends single calls after a batch is refused with %i",
  async (status) => {
    const error = { code: -32600, message: "batches are not supported" };
    const refuse: Changes["refuse"] = (_, isBatch) =>
      isBatch ? { status, body: { jsonrpc: "2.0", id: null, error } } : undefined;
    const { chain, store, follower, good } = await followThrough({ refuse }, false);
    await caughtUp(store, chain);
    expect(follower.left).toEqual([]);
    expect(await contents(store, chain)).toEqual(await good());
  },
);

test("an announced block may not be available yet", async () => {
  const asked = new Map<unknown, number>();
  const result: Changes["result"] = ({ method, params }, value) => {
    if (!/getBlockByNumber|getBlockReceipts/.test(method)) {
      return value;
    }
    const key = method + JSON.stringify(params);
    const count = (asked.get(key) ?? 0) + 1;
    asked.set(key, count);
    return count < 3 ? null : value;
  };
  const { chain, store, follower, good } = await followThrough({ result }, false);
  await caughtUp(store, chain);
  expect(follower.troubles).toEqual([]);
  expect(await contents(store, chain)).toEqual(await good());
});

test("replaces a node without the state of the latest block", async () => {
  const error: Changes["error"] = ({ method }) =>
    method === "eth_call" ? { code: -32000, message: "missing trie node" } : undefined;
  const { chain, store, follower, good } = await followThrough({ error }, true);
  await caughtUp(store, chain);
  expect(follower.left.join()).toMatch(/state/);
  expect(await contents(store, chain)).toEqual(await good());
});

test("verifies every sender at the head, and finds a single forged one", async () => {
  const chain = await quietChain({ history: 0 });
  const [from, to] = chain.accounts;
  await chain.send("evm_setAutomine", false);
  for (let count = 0; count < 80; count += 1) {
    await chain.send("eth_sendTransaction", { from, to, value: "0x1" });
  }
  await chain.send("evm_mine");
  const result: Changes["result"] = ({ method, params }, value) => {
    if (method !== "eth_getBlockByNumber" || !params[1] || value?.transactions.length < 80) {
      return value;
    }
    const [first, ...others] = value.transactions;
    return { ...value, transactions: [{ ...first, from: to }, ...others] };
  };
  const store = await emptyStore();
  const follower = followNodes(store, [await faultyNode(chain.rpcUrl, { result })]);
  await until("it is in trouble", () => follower.status().trouble !== undefined);
  expect(follower.status().trouble).toMatch(/the sender of transaction 0, .* did not sign it/);
});
