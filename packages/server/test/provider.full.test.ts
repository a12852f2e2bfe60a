import { describe, expect, test } from "vitest";
import { refresh } from "../src/balances/refresh.ts";
import { profileOf } from "../src/chain/profiles.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { findMissingMethods } from "../src/source/needed-methods.ts";
import { assertChainIds } from "../src/source/rpc-node.ts";
import { emptyStore } from "./support/engines.ts";
import {
  caughtUp,
  contents,
  followedStore,
  followNodes,
  takeBlocks,
  troubleOf,
  undisturbed,
  until,
} from "./support/ingest.ts";
import {
  type Backend,
  blockBackend,
  fakeProvider,
  type Manners,
  nodeBackend,
} from "./support/provider.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { realBlocks, withData } from "./support/real-blocks.ts";
import { times } from "./support/thorough.ts";

/** Selectors of contract calls. */
const [BALANCE_OF, NAME, TOKEN_URI] = ["0x70a08231", "0x06fdde03", "0xc87b56dd"];

const computeUnits = (method: string) => (method === "eth_call" ? 26 : 20);

/** Fewer calls than there are balances, so that some are refused however slow the machine is. */
const FEW = { limit: 60, burst: 20 };
const LIMITS: readonly (readonly [string, Manners])[] = [
  ["429", FEW],
  ["429 by compute units", { limit: 1_500, burst: 500, cost: computeUnits }],
];

describe("behind a provider that limits calls", () => {
  // At once, because they mostly wait.
  test("everything is served eventually, however it refuses", async () => {
    const chain = await quietChain();
    const expected = await undisturbed(chain);
    const tryLimit = async ([name, manners]: (typeof LIMITS)[number]) => {
      const provider = await fakeProvider(nodeBackend(chain.rpcUrl), manners);
      const store = await emptyStore();
      const follower = followNodes(store, [provider.url]);
      // Names of collections come after the balances.
      await caughtUp(store, chain);
      expect(provider.refused, name).toBeGreaterThan(0);
      expect(follower.troubles, name).toEqual([]);
      expect(await contents(store, chain), name).toEqual(expected);
    };
    await Promise.all(LIMITS.map(tryLimit));
  });

  test("a known rate includes what is asked at startup", async () => {
    const hash = `0x${"ab".repeat(32)}`;
    const provider = await fakeProvider(
      ({ method }) => ({ result: method === "eth_getBlockByNumber" ? { hash } : "0x1" }),
      { limit: 5 },
    );
    const options = { rate: 5, chainId: 1 };
    await assertChainIds("ethereum", [provider.url], 1);
    await findMissingMethods("ethereum", [provider.url], options);
    const rpc = createRpcClient([provider.url], undefined, options);
    await rpc.batch(Array.from({ length: 9 }, () => ({ method: "eth_gasPrice", params: [] })));
    expect(provider.refused).toBe(0);
    expect(provider.served).toMatchObject({ eth_chainId: 2, eth_gasPrice: 9, eth_getLogs: 1 });
  });

  test("a known rate also limits the comparison of heads", async () => {
    const backend: Backend = ({ method }) => ({
      result: method === "eth_blockNumber" ? "0x5" : {},
    });
    const providers = [
      await fakeProvider(backend, { limit: 30 }),
      await fakeProvider(backend, { limit: 30 }),
    ];
    const urls = providers.map(({ url }) => url);
    const alone = createRpcClient(urls.slice(1));
    await alone.leaveIfBehind();
    expect(alone.takeUsage()).toEqual({});
    const rpc = createRpcClient(urls, undefined, { rate: 20 });
    await Promise.all(Array.from({ length: 40 }, () => rpc.leaveIfBehind()));
    expect(providers.map(({ refused }) => refused)).toEqual([0, 0]);
    expect(rpc.takeUsage()).toEqual({ eth_blockNumber: 80 });
    Object.assign(providers[1]?.manners ?? {}, { head: "0x9" });
    await rpc.leaveIfBehind();
    expect(rpc.takeUsage()).toEqual({ eth_blockNumber: 2, eth_getBlockByNumber: 1 });
  });

  test("balances are read before the names of new tokens", async () => {
    const chain = await quietChain({ history: 8 });
    const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
    const methods: string[] = [];
    provider.manners.outcome = ({ method, params }) => {
      const [call] = params as { readonly data: string }[];
      methods.push(method === "eth_call" ? String(call?.data).slice(0, 10) : method);
      return undefined;
    };
    const store = await emptyStore();
    const rpc = createRpcClient([provider.url]);
    await takeBlocks(store, rpc);
    methods.length = 0;
    while (await refresh(store, rpc)) {}
    const order = methods.filter((method, at) => methods[at - 1] !== method);
    const [code, balances, ...facts] = order;
    expect([code, balances]).toEqual(["eth_getCode", BALANCE_OF]);
    expect(facts).toEqual(expect.arrayContaining([NAME, TOKEN_URI, "eth_getBlockByNumber"]));
    expect(facts.indexOf(NAME)).toBeLessThan(facts.indexOf(TOKEN_URI));
    expect(facts).not.toContain(BALANCE_OF);
  });
});

describe("a node with wrong data", () => {
  const { chainId } = profileOf("ethereum");

  test("is not used as a backup if it serves another chain", async () => {
    const [chain, other] = [await quietChain(), await quietChain({ history: 60 })];
    const backup = await fakeProvider(nodeBackend(other.rpcUrl), { chainId: 56 });
    const main = await fakeProvider(nodeBackend(chain.rpcUrl), { chainId: 1 });
    const { store, follower } = await followedStore(chain, [main.url, backup.url], {
      rpc: { chainId },
    });
    main.manners.outcome = () => ({ error: { code: 429, message: "too many requests" } });
    const isNamed = (each: string) => /^127\S+ the node has chain id 56; expected 1$/.test(each);
    await until("the backup was tried", () => follower.left.some(isNamed));
    expect(follower.reorgs).toEqual([]);
    delete main.manners.outcome;
    await chain.act();
    await caughtUp(store, chain);
    expect(await contents(store, chain)).toEqual(await undisturbed(chain));
  });

  test("is suspended if its head is nonsense, without a flood of requests", async () => {
    const chain = await quietChain({ history: 2 });
    for (const head of ["latest", {}, null, `0x${"f".repeat(20)}`]) {
      const provider = await fakeProvider(nodeBackend(chain.rpcUrl), { head });
      const follower = followNodes(await emptyStore(), [provider.url]);
      expect(await troubleOf(follower)).toMatch(/eth_blockNumber/);
      const before = provider.requests;
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(provider.requests - before).toBeLessThan(30);
      await follower.stop();
    }
  });

  /** What a node says of the blocks from a number on: their hashes are made up. */
  const renamed = (from: number): NonNullable<Changes["result"]> => {
    const made = (number: number) => `0x${String(number).padStart(64, "7")}`;
    return ({ method, params: [name] }, block) => {
      const number = Number(name);
      const parent = number > from ? { parentHash: made(number - 1) } : {};
      return method === "eth_getBlockByNumber" && number >= from
        ? { ...block, ...parent, hash: made(number) }
        : block;
    };
  };

  test("removes no block by hashes that no header has", async () => {
    const chain = await quietChain();
    const lies: Changes = {};
    const { store, follower } = await followedStore(chain, [await faultyNode(chain.rpcUrl, lies)]);
    const tip = await store.tip();
    lies.result = renamed((tip?.number ?? 0) - 17);
    expect(await troubleOf(follower)).toMatch(/reports another chain, but the hash of block/);
    expect(follower.reorgs).toEqual([]);
    expect(await store.tip()).toEqual(tip);
  });

  test("needs a second node to remove blocks if headers are not verified", async () => {
    const chain = await quietChain({ history: 8 });
    const lies: Changes = {};
    const urls = [await faultyNode(chain.rpcUrl, lies), chain.rpcUrl];
    const { store, follower } = await followedStore(chain, urls, { verification: "parent" });
    const tip = await store.tip();
    lies.result = renamed((tip?.number ?? 0) - 1);
    await until("it is left", () => follower.left.length > 0);
    expect(follower.left[0]).toMatch(/another chain, which no other node confirms$/);
    expect(follower.reorgs).toEqual([]);
    expect(await store.tip()).toEqual(tip);
    delete lies.result;
    await chain.send("anvil_reorg", 2, []);
    await chain.act();
    await caughtUp(store, chain);
    expect(follower.reorgs.length).toBeGreaterThan(0);
  });

  test("may reorganise the oldest stored block, so that the chain starts over", async () => {
    const chain = await quietChain({ history: 4 });
    const store = await emptyStore();
    const head = Number(await chain.send<string>("eth_blockNumber"));
    const follower = followNodes(store, [chain.rpcUrl], { from: head });
    await caughtUp(store, chain);
    expect((await store.oldest())?.number).toBe(head);
    await chain.send("anvil_reorg", 3, []);
    await chain.act();
    await caughtUp(store, chain);
    expect(follower.status().trouble).toBeUndefined();
    expect(follower.reorgs.length).toBeGreaterThan(0);
  });
});

withData("an ordinary block of Ethereum costs few calls", async () => {
  const blocks = (await realBlocks(/^176861/)).slice(0, times(7, 12));
  const state = blockBackend(blocks);
  const last = state.head;
  const provider = await fakeProvider(state.backend);
  const first = Number(blocks[0]?.block.number);
  state.head = first;
  const store = await emptyStore();
  followNodes(store, [provider.url], { from: first, pollMs: 200 });
  const idle = async () =>
    (await store.tip())?.number === state.head && (await store.counts()).pending === 0;
  const costs: number[] = [];
  for (; state.head <= last; state.head += 1) {
    await until(`block ${state.head} is settled`, idle);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { eth_blockNumber: polls = 0, ...others } = provider.served;
    costs.push(Object.values(others).reduce((sum, calls) => sum + calls, 0));
    expect(polls).toBeGreaterThan(0);
    provider.reset();
  }
  const settled = costs.slice(2);
  console.info(`calls per block without polls: ${costs.join(" ")}`);
  expect(Math.max(...settled)).toBeLessThanOrEqual(25);
});
