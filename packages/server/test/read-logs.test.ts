import { expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { readLogs } from "../src/source/read-logs.ts";
import { fakeProvider, type Outcome } from "./support/provider.ts";

const HEAD = 100_000;

/** A provider of logs. @param outcomeOf What a range of blocks comes to. */
const logsOf = (outcomeOf: (from: number, count: number) => Outcome) =>
  fakeProvider(() => ({ result: null }), {
    outcome({ params }) {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
      return outcomeOf(Number(fromBlock), Number(toBlock) - Number(fromBlock) + 1);
    },
  });
const REFUSED = { error: { code: -32_000, message: "no" } };

/** Reads the logs of all blocks from a provider that refuses ranges. @returns The ranges, and the calls they took. */
async function read(isRefused: (from: number, count: number) => boolean, result: unknown = []) {
  const provider = await logsOf((from, count) => (isRefused(from, count) ? REFUSED : { result }));
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
  expect([ranges.length, calls]).toEqual([35, 41]);
});

test("makes ranges longer again below blocks with many logs", async () => {
  const { calls } = await read((from, count) => from + count > HEAD - 1_000 && count > 10);
  // A hundred for the thousand blocks above; ten thousand if the others were read the same way.
  expect(calls).toBe(159);
});

test("keeps ranges short where blocks have many logs, though none is refused", async () => {
  const dense = 1_000;
  const provider = await logsOf((from, count) => ({
    result: Array(count * (from < dense ? 1_000 : 100)).fill({}),
  }));
  const rpc = createRpcClient([provider.url]);
  const lengths: number[] = [];
  for await (const { from, to } of readLogs(rpc, [], 0, 2 * dense, 16)) {
    lengths.push(to - from + 1);
  }
  const counts = Object.entries(Object.groupBy(lengths, String));
  const shown = counts.map(([length, all]) => `${all?.length} of ${length}`).join(", ");
  expect(shown).toBe("1 of 1, 118 of 8, 2 of 16, 2 of 32, 15 of 64");
});

test.each([
  [true, undefined, "no"],
  [false, null, "no list of logs"],
])("names a single block without logs: refused %s, result %s", async (isRefused, result, text) => {
  const reading = read(() => isRefused, result);
  await expect(reading).rejects.toThrow(`eth_getLogs of block ${HEAD}: ${text}`);
});
