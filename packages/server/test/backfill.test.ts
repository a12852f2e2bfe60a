import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { IngestEvent } from "../src/ingest/events.ts";
import type { FollowOptions } from "../src/ingest/follow.ts";
import type { ChainWriter } from "../src/store/chain-writer.ts";
import { emptyStore, someEngines, untilEnd } from "./support/engines.ts";
import { forgingNode } from "./support/forging-node.ts";
import {
  caughtUp,
  contents,
  followedStore,
  followNodes,
  troubleOf,
  undisturbed,
  until,
} from "./support/ingest.ts";
import { fakeProvider, nodeBackend } from "./support/provider.ts";
import { type Changes, faultyNode } from "./support/proxy.ts";
import { quietChain } from "./support/quiet-chain.ts";

const isComplete = async (store: ChainWriter, first: number) =>
  (await store.oldest())?.number === first && (await store.counts()).pending === 0;

/** Follows nodes from the first block on, until older blocks cannot be added. @returns The reasons, as they come. */
async function unavailable(store: ChainWriter, url: string, options: Partial<FollowOptions> = {}) {
  const reasons: string[] = [];
  followNodes(store, [url], {
    ...{ from: 0, ...options },
    emit: (event) => event.kind === "history unavailable" && reasons.push(event.reason),
  });
  await until("it is reported", () => reasons.length > 0);
  return reasons;
}

test.each(someEngines())(
  "blocks are added downwards as if they had come first ($name)",
  async (engine) => {
    const chain = await quietChain();
    const store = untilEnd(await engine.openWriter(await engine.place()));
    const head = Number(await chain.send<string>("eth_blockNumber"));
    const short = followNodes(store, [chain.rpcUrl], { from: head - 2 });
    await caughtUp(store, chain);
    expect((await store.oldest())?.number).toBe(head - 2);
    await short.stop();

    followNodes(store, [chain.rpcUrl], { from: 0 });
    await chain.act();
    await until("all blocks are there", () => isComplete(store, 0));
    await caughtUp(store, chain);
    expect(await contents(store, chain)).toEqual(await undisturbed(chain));
  },
);

test("reports a node without old blocks once, and suspends it", async () => {
  const chain = await quietChain({ history: 12 });
  const head = Number(await chain.send<string>("eth_blockNumber"));
  const provider = await fakeProvider(nodeBackend(chain.rpcUrl));
  const isOld = (name: unknown) => /^0x/.test(String(name)) && Number(name) < head - 4;
  provider.manners.outcome = ({ method, params }) =>
    /Block/.test(method) && isOld(params[0]) ? { result: null } : undefined;
  const { store, follower: first } = await followedStore(chain, [provider.url], { from: head - 1 });
  await first.stop();

  const events: IngestEvent[] = [];
  const follower = followNodes(store, [provider.url], {
    from: 0,
    emit: (event) => events.push(event),
  });
  await until("it is reported", () => events.some(({ kind }) => kind === "history unavailable"));
  // The calls that were in flight are not awaited.
  await wait(500);
  provider.reset();
  for (let acts = 0; acts < 3; acts += 1) {
    await chain.act();
  }
  await caughtUp(store, chain);
  expect(follower.status().trouble).toBeUndefined();
  expect(events.filter(({ kind }) => kind === "history unavailable")).toEqual([
    expect.objectContaining({
      from: 0,
      oldest: expect.any(Number),
      reason: expect.stringMatching(/^the node does not have block \d+ with its receipts$/),
    }),
  ]);
  // Only the new blocks were requested.
  const added = events.filter(({ kind }) => kind === "block").length;
  expect(provider.served.eth_getBlockReceipts).toBeLessThanOrEqual(added);
});

const OTHER = `0x${"12".repeat(32)}`;

/** A block, or its receipts, with another hash. */
const ofOtherBlock = (value: object | readonly object[]) =>
  Array.isArray(value)
    ? value.map((receipt) => ({ ...receipt, blockHash: OTHER }))
    : { ...value, hash: OTHER };

type IsOf = (call: { readonly method: string; readonly params: readonly unknown[] }) => boolean;

test.each<[string, (isOf: IsOf) => Changes, string]>([
  [
    "that is missing",
    (isOf) => ({ result: (call, result) => (isOf(call) ? null : result) }),
    "the node does not have block 5 with its receipts",
  ],
  [
    "whose call fails",
    (isOf) => ({ error: (call) => (isOf(call) ? { code: -32000, message: "pruned" } : undefined) }),
    "eth_getBlockByNumber: pruned",
  ],
  [
    "of another chain",
    (isOf) => ({ result: (call, result) => (isOf(call) ? ofOtherBlock(result) : result) }),
    "block 5 does not precede the stored block 6",
  ],
])("keeps the blocks above one %s", async (_, changesOf, reason) => {
  const chain = await quietChain({ history: 0 });
  const changes = changesOf(
    ({ method, params }) => /Block/.test(method) && Number(params[0]) === 5,
  );
  const node = await faultyNode(chain.rpcUrl, changes);
  const { store, follower } = await followedStore(chain, [node], { from: 8 });
  await follower.stop();
  expect(await unavailable(store, node)).toEqual([reason]);
  expect((await store.oldest())?.number).toBe(6);
});

describe("with all senders verified", () => {
  const forgery = /the sender of transaction 0, .* did not sign it/;

  test("catching up finds a single forged one, far below the head", async () => {
    const { url, forged } = await forgingNode(24);
    const store = await emptyStore();
    const follower = followNodes(store, [url], { senders: "all" });
    expect(await troubleOf(follower)).toMatch(forgery);
    expect((await store.tip())?.number ?? -1).toBeLessThan(forged);
  });

  test("adding older blocks finds a single forged one", async () => {
    const { chain, url, forged } = await forgingNode(24);
    const { store, follower: short } = await followedStore(chain, [chain.rpcUrl], {
      from: forged + 3,
    });
    await short.stop();
    const reasons = await unavailable(store, url, { senders: "all" });
    expect(reasons).toEqual([expect.stringMatching(forgery)]);
    expect((await store.oldest())?.number).toBe(forged + 1);
  });
});

test("keeps only the latest blocks and adds no older ones", async () => {
  const chain = await quietChain({ history: 40 });
  const store = await emptyStore();
  let added = 0;
  const emit = ({ kind }: IngestEvent) => {
    added += kind === "block" ? 1 : 0;
  };
  followNodes(store, [chain.rpcUrl], { from: 0, keep: 10, emit });
  await chain.act();
  const isPruned = async () => {
    const [first, tip] = [await store.oldest(), await store.tip()];
    return first !== undefined && tip !== undefined && tip.number - first.number === 9;
  };
  await until("all others are gone", isPruned);
  await chain.act();
  await caughtUp(store, chain);
  await until("it stays so", isPruned);
  const [kept, all] = [await contents(store, chain), await undisturbed(chain)];
  expect(kept.pairs).toEqual(all.pairs);
  expect(kept.nfts).toEqual(all.nfts);
  const first = (await store.oldest())?.number ?? 0;
  const ofKept = all.transactions.filter(({ blockNumber }) => blockNumber >= first);
  expect(kept.transactions).toEqual(ofKept);
  // Work at that block is completed before the next one is settled.
  await chain.act();
  await caughtUp(store, chain);
  expect(added).toBe(((await store.tip())?.number ?? 0) + 1);
});

test("keeps only the latest blocks also while balances cannot be read", async () => {
  const chain = await quietChain({ history: 40 });
  const node = await faultyNode(chain.rpcUrl, {
    error: ({ method }) => (method === "eth_call" ? { code: -32603, message: "busy" } : undefined),
  });
  const store = await emptyStore();
  followNodes(store, [node], { from: 0, keep: 10 });
  await until("others are gone", async () => ((await store.oldest())?.number ?? 0) > 20);
  expect((await store.counts()).pending).toBeGreaterThan(0);
});
