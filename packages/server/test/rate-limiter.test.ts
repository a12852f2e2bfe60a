import { expect, test } from "vitest";
import { createRateLimiter } from "../src/http/rate-limiter.ts";

const LIMIT = { perSecond: 10, burst: 3 };

function limiterAt() {
  const clock = { ms: 0 };
  const { take } = createRateLimiter(() => clock.ms);
  const taken = (count: number) => Array.from({ length: count }, () => take("a", LIMIT));
  return { clock, take, taken };
}

test("allows a burst, then one request per 100 ms, and never more than the burst after a pause", () => {
  const { clock, taken } = limiterAt();
  expect(taken(4)).toEqual([0, 0, 0, 100]);
  clock.ms = 50;
  expect(taken(1)).toEqual([50]);
  clock.ms = 100;
  expect(taken(2)).toEqual([0, 100]);
  clock.ms = 3_600_000;
  expect(taken(5)).toEqual([0, 0, 0, 100, 100]);
});

test("a flood of callers evicts only the least recent ones", () => {
  const { take } = limiterAt();
  const once = { perSecond: 1, burst: 1 };
  take("kept", once);
  for (let i = 0; i < 60_000; i++) {
    take(`flood ${i}`, once);
    if (i % 1000 === 0) {
      expect(take("kept", once)).toBe(1_000);
    }
  }
  expect([take("flood 59999", once), take("flood 0", once)]).toEqual([1_000, 0]);
});

test("grants a request exactly after the reported wait, at any rate", () => {
  for (let round = 0; round < 2_000; round += 1) {
    const limit = { perSecond: Math.exp(((round % 97) / 97) * 12 - 6), burst: 1 + (round % 5) };
    const { clock, take } = limiterAt();
    clock.ms = round * 1_234.567;
    let wait = 0;
    while (wait === 0) {
      wait = take("a", limit);
    }
    const start = clock.ms;
    clock.ms = start + wait * 0.999;
    expect(take("a", limit)).toBeGreaterThan(0);
    clock.ms = start + wait;
    expect(take("a", limit), `${limit.perSecond}/s`).toBe(0);
  }
});
