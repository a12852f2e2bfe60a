import { expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { readLogs } from "../src/source/read-logs.ts";
import { fakeProvider, type Manners } from "./support/provider.ts";

const HEAD = 100_000;

/** Reads the logs of all blocks from a provider that refuses ranges. @returns The ranges, and the calls they took. */
async function read(isRefused: (from: number, count: number) => boolean) {
  const manners: Manners = {
    outcome({ params }) {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      const from = Number(fromBlock);
      return isRefused(from, Number(toBlock) - from + 1)
        ? { error: { code: -32_000, message: "no" } }
        : { result: [] };
    },
  };
  const provider = await fakeProvider(() => ({ result: null }), manners);
  const ranges: { from: number; to: number }[] = [];
  for await (const { from, to } of readLogs(createRpcClient([provider.url]), [], 0, HEAD)) {
    ranges.push({ from, to });
  }
  return { ranges, calls: provider.served.eth_getLogs ?? 0 };
}

test("reads every block once, from the top, in ranges close to the longest, with few refusals", async () => {
  const { ranges, calls } = await read((_, count) => count > 3_000);
  const ends = [HEAD, ...ranges.map(({ from }) => from - 1)];
  expect([...ranges.map(({ to }) => to), -1]).toEqual(ends);
  expect(ranges.length).toBeLessThan(1.2 * (HEAD / 3_000));
  expect(calls - ranges.length).toBeLessThan(15);
});

test("makes ranges longer again below blocks with many logs", async () => {
  const { calls } = await read((from, count) => from + count > HEAD - 1_000 && count > 10);
  // A hundred for the thousand blocks above; ten thousand if the others were read the same way.
  expect(calls).toBeLessThan(200);
});

test("keeps ranges short where blocks have many logs, though none is refused", async () => {
  const dense = 1_000;
  const provider = await fakeProvider(() => ({ result: null }), {
    outcome({ params }) {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      const count = Number(toBlock) - Number(fromBlock) + 1;
      return { result: Array(count * (Number(fromBlock) < dense ? 1_000 : 100)).fill({}) };
    },
  });
  const rpc = createRpcClient([provider.url]);
  const lengths: number[] = [];
  for await (const { from, to } of readLogs(rpc, [], 0, 2 * dense, 16)) {
    lengths.push(to - from + 1);
  }
  expect(lengths[0]).toBe(16);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
  expect(lengths.at(-2)).toBeLessThanOrEqual(10);
});

test("names a single block that is refused", async () => {
  await expect(read(() => true)).rejects.toThrow(`eth_getLogs of block ${HEAD}: no`);
});
