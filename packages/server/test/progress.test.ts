import { expect, test } from "vitest";
import { describeProgress } from "../src/cli/progress.ts";

test.each([
  [120, 40, "ethereum: block 1000, 120 behind, 40.0 blocks/s, 3 s left"],
  [120_000, 100, "ethereum: block 1000, 120000 behind, 100.0 blocks/s, 20 min left"],
  [5_000_000, 100, "ethereum: block 1000, 5000000 behind, 100.0 blocks/s, 14 h left"],
  [10, 0, "ethereum: block 1000, 10 behind, 0.0 blocks/s"],
])("%i blocks behind at %i blocks/s", (lag, rate, line) => {
  expect(describeProgress("ethereum", 1000, lag, rate)).toBe(line);
});
