import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { chainMetrics } from "../src/service/chain-metrics.ts";
import { gaugesOf, readinessOf } from "../src/service/readiness.ts";
import type { ChainReader, StoredExtent } from "../src/store/chain-reader.ts";

const TIP = 100;
const reader = {
  tip: async () => ({ number: TIP, hash: "0x01" }),
  extent: async () => ({ isOrphaned: false }) as StoredExtent,
  followerStatus: async () => undefined,
  damage: () => undefined,
} as Partial<ChainReader> as ChainReader;
const followerAt = (head: number) => ({
  status: () => ({ head, settled: undefined, trouble: undefined }),
});
const counts = { pending: 7, setAside: 2, unrecognized: 3, faults: {} };

test.each([
  [TIP, 0, null, true],
  [TIP + 5, 5, null, true],
  [TIP + 6, 6, null, false],
  [TIP - 5, 0, null, true],
  [TIP - 6, 0, "the node is 6 blocks behind the stored blocks", false],
  [5, 0, "the node is 95 blocks behind the stored blocks", false],
])(
  "with the node at block %i and 100 blocks stored, the lag is %i, the trouble %s, and ready is %s",
  async (...row) => {
    const [head, lag, trouble, ready] = row;
    const follower = followerAt(head);
    expect(await readinessOf([{ name: "ethereum", reader, follower }], 5)).toEqual({
      ready,
      chains: { ethereum: { served: TIP, head, lag, trouble, ready } },
    });
  },
);

test("a node behind the stored blocks has a gauge of its own, and the lag is never negative", async () => {
  const follower = followerAt(5);
  const chain = { name: "ethereum", reader: { ...reader, counts: async () => counts }, follower };
  const registry = new Registry();
  chainMetrics(registry, () => gaugesOf([chain], 5));
  const metrics = await registry.metrics();
  expect(metrics).toContain('chainkit_lag_blocks{chain="ethereum"} 0\n');
  expect(metrics).toContain('chainkit_chain_ready{chain="ethereum"} 0\n');
  expect(metrics).toContain('chainkit_chain_trouble{chain="ethereum"} 1\n');
  expect(metrics).toContain('chainkit_node_behind_blocks{chain="ethereum"} 95\n');
});

test("a chain that cannot be read is not ready, and hides neither the others nor their gauges", async () => {
  const fail = async () => {
    throw new Error("base.chain.sqlite: database disk image is malformed");
  };
  const follower = followerAt(TIP);
  const damaged = { ...reader, tip: fail };
  const chains = [
    { name: "base", reader: damaged, follower },
    { name: "ethereum", reader: { ...reader, counts: async () => counts }, follower },
  ];
  const trouble = "base.chain.sqlite: database disk image is malformed";
  const base = { served: null, trouble, ready: false };
  const ethereum = { served: TIP, head: TIP, lag: 0, trouble: null, ready: true };
  expect(await readinessOf(chains, 5)).toEqual({ ready: false, chains: { base, ethereum } });
  expect(await gaugesOf(chains, 5)).toEqual([
    { name: "base", ...base },
    { name: "ethereum", ...ethereum, counts },
  ]);
});

test("a chain of which a part is damaged is not ready, but served", async () => {
  const trouble = "base.chain.sqlite: database disk image is malformed";
  const damaged = { ...reader, damage: () => trouble };
  expect(await readinessOf([{ name: "base", reader: damaged }], 5)).toEqual({
    ready: false,
    chains: { base: { served: TIP, trouble, ready: false } },
  });
});

test("a chain that the node has left is not ready, whoever serves it", async () => {
  const extent = async () => ({ isOrphaned: true }) as StoredExtent;
  const trouble = "the node has another chain than the stored one";
  const left = { ...reader, extent };
  expect(await readinessOf([{ name: "base", reader: left }], 5)).toEqual({
    ready: false,
    chains: { base: { served: TIP, trouble, ready: false } },
  });
  const follower = followerAt(TIP);
  expect(await readinessOf([{ name: "base", reader: left, follower }], 5)).toMatchObject({
    ready: false,
    chains: { base: { trouble, ready: false } },
  });
});
