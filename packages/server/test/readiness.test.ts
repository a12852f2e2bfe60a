import { expect, test } from "vitest";
import { readinessOf } from "../src/service/readiness.ts";
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
