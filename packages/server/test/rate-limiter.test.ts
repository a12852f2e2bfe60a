import { expect, test } from "vitest";
import { createRateLimiter } from "../src/http/rate-limiter.ts";

const LIMIT = { perSecond: 10, burst: 3 };

function limiterAt() {
  const clock = { ms: 0 };
  return { clock, limiter: createRateLimiter(() => clock.ms) };
}

test("allows a burst, then one request per 100 ms", () => {
  const { clock, limiter } = limiterAt();
  const taken = () => limiter.take("a", LIMIT);
  expect([taken(), taken(), taken()]).toEqual([0, 0, 0]);
  expect(taken()).toBe(100);
  clock.ms = 50;
  expect(taken()).toBe(50);
  clock.ms = 100;
  expect([taken(), taken()]).toEqual([0, 100]);
});

test("a pause never accumulates more than the burst", () => {
  const { clock, limiter } = limiterAt();
  limiter.take("a", LIMIT);
  clock.ms = 3_600_000;
  const waits = Array.from({ length: 5 }, () => limiter.take("a", LIMIT));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test("a flood of callers evicts only the least recent ones", () => {
  const { limiter } = limiterAt();
  const once = { perSecond: 1, burst: 1 };
  limiter.take("kept", once);
  for (let i = 0; i < 60_000; i++) {
    limiter.take(`flood ${i}`, once);
    if (i % 1000 === 0) {
      expect(limiter.take("kept", once)).toBeGreaterThan(0);
    }
  }
  expect(limiter.take("flood 59999", once)).toBeGreaterThan(0);
  expect(limiter.take("flood 0", once)).toBe(0);
});

test("grants a request exactly after the reported wait, at any rate", () => {
  for (let round = 0; round < 2_000; round += 1) {
    const limit = { perSecond: Math.exp(((round % 97) / 97) * 12 - 6), burst: 1 + (round % 5) };
    const { clock, limiter } = limiterAt();
    clock.ms = round * 1_234.567;
    let wait = 0;
    while (wait === 0) {
      wait = limiter.take("a", limit);
    }
    const start = clock.ms;
    clock.ms = start + wait * 0.999;
    expect(limiter.take("a", limit)).toBeGreaterThan(0);
    clock.ms = start + wait;
    expect(limiter.take("a", limit), `${limit.perSecond}/s`).toBe(0);
  }
});
