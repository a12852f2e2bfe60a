import { expect, test } from "vitest";
import { gaugesOf, readinessOf } from "../src/service/readiness.ts";
import type { ChainReader } from "../src/store/chain-reader.ts";

const TIP = 100;
const reader = {
  tip: async () => ({ number: TIP, hash: "0x01" }),
} as Partial<ChainReader> as ChainReader;

test.each([
  [TIP, 0, true],
  [TIP + 5, 5, true],
  [TIP + 6, 6, false],
  [TIP - 5, -5, true],
  // The head of the node has fallen far behind the stored blocks.
  [5, -95, false],
])(
  "with the node at block %i and 100 blocks stored, the lag is %i, and ready is %s",
  async (...row) => {
    const [head, lag, ready] = row;
    const follower = { status: () => ({ head, settled: undefined, trouble: undefined }) };
    expect(await readinessOf([{ name: "ethereum", reader, follower }], 5)).toEqual({
      ready,
      chains: { ethereum: { served: TIP, head, lag, trouble: null, ready } },
    });
  },
);

test("a chain that cannot be read is not ready, and hides neither the others nor their gauges", async () => {
  const fail = async () => {
    throw new Error("base.chain.sqlite: database disk image is malformed");
  };
  const follower = { status: () => ({ head: TIP, settled: undefined, trouble: undefined }) };
  const damaged = { ...reader, tip: fail };
  const chains = [
    { name: "base", reader: damaged, follower },
    { name: "ethereum", reader: { ...reader, countDirty: async () => 7 }, follower },
  ];
  expect(await readinessOf(chains, 5)).toEqual({
    ready: false,
    chains: {
      base: {
        served: null,
        trouble: "base.chain.sqlite: database disk image is malformed",
        ready: false,
      },
      ethereum: { served: TIP, head: TIP, lag: 0, trouble: null, ready: true },
    },
  });
  expect(await gaugesOf(chains)).toEqual([
    { name: "base", lag: undefined, dirty: undefined },
    { name: "ethereum", lag: 0, dirty: 7 },
  ]);
});

test("a chain of which a part is damaged is not ready, but served", async () => {
  const damaged = {
    ...reader,
    damage: () => "base.chain.sqlite: database disk image is malformed",
  };
  expect(await readinessOf([{ name: "base", reader: damaged }], 5)).toEqual({
    ready: false,
    chains: {
      base: {
        served: TIP,
        trouble: "base.chain.sqlite: database disk image is malformed",
        ready: false,
      },
    },
  });
});
