import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { growthBars, simulateGrowth } from "../src/postgres/growth.ts";
import type { Figure } from "../src/service/figures.ts";

const exec = promisify(execFile);
const cli = join(import.meta.dirname, "../src/cli.ts");

it("compares the writes of each minute to those of the first", () => {
  const minute = (number: number, seconds: number) => ({
    ...{ minute: number, transactions: 0, rate: 0, behind: 0, megabytes: 0 },
    write: [seconds, 1] as const,
  });
  expect(growthBars([minute(1, 0.4), minute(2, 0.3), minute(3, 0.6)])).toEqual([
    { label: "write, minute 2 to minute 1", ratio: expect.closeTo(0.75) },
    { label: "write, minute 3 to minute 1", ratio: expect.closeTo(1.5) },
  ]);
});

it("writes at ten times the rate of the busiest chain", async () => {
  const [line] = await simulateGrowth(0.05);
  // In three seconds four are due; a busy machine may write only the first.
  expect(line?.transactions).toBeGreaterThanOrEqual(1_305);
  expect(line?.transactions).toBeLessThanOrEqual(4 * 1_305);
  expect(Number(line?.transactions) % 1_305).toBe(0);
  expect(line?.megabytes).toBeGreaterThan(1);
});

it.runIf(process.env.CHAINKIT_THOROUGH === "1")("has all figures of the stores", async () => {
  const { stdout, stderr } = await exec(process.execPath, [cli, "--postgres", "--quick", "--json"]);
  const figures: Figure[] = JSON.parse(stdout);
  expect(figures).toHaveLength(stderr.includes("no real mainnet blocks") ? 8 : 9);
  for (const { what, ratio } of figures) {
    expect(ratio, what).toBeGreaterThan(0);
  }
});
