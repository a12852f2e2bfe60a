import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { spread } from "../src/indexers/taken.ts";
import { cpuSecondsOf, descendants, readStat } from "../src/service/process-tree.ts";

const entry = (pid: number, parent: number) => ({ pid, parent, ticks: 1 });

it("processor time is read behind a name with spaces and parentheses", () => {
  const line = "7 (a) b (c) S 3 7 7 0 -1 4194560 0 0 0 0 100 20 3 4 20 0 1 0 0 0 0";
  expect(readStat(line)).toEqual({ parent: 3, ticks: 127 });
});

it("processor time includes children of children, and no others", () => {
  const all = [entry(4, 3), entry(1, 0), entry(3, 2), entry(2, 1), entry(5, 1)];
  expect(descendants(all, [2]).map(({ pid }) => pid)).toEqual([2, 3, 4]);
});

it.runIf(process.platform === "linux")(
  "processor time is that of this one, to a tick",
  async () => {
    const { user, system } = process.cpuUsage();
    await wait(20);
    expect(await cpuSecondsOf([process.pid])).toBeGreaterThan((user + system) / 1e6 - 0.03);
  },
);

it("reads transactions of the whole chain, in the order of their hashes", () => {
  const hashes = Array.from({ length: 8 }, (_, at): `0x${string}` => `0x${9 - at}`);
  expect(spread(hashes, 3)).toEqual(["0x3", "0x5", "0x7", "0x9"]);
  expect(spread(hashes, 9)).toEqual(hashes.toReversed());
});
