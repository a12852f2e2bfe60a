import { expect, test } from "vitest";
import { createRateLimiter } from "../src/auth/rate-limiter.ts";

const LIMIT = { perSecond: 10, burst: 3 };

function limiterAt() {
  const clock = { ms: 0 };
  return { clock, limiter: createRateLimiter(() => clock.ms) };
}

test("a burst passes, then one request each tenth of a second", () => {
  const { clock, limiter } = limiterAt();
  const taken = () => limiter.take("a", LIMIT);
  expect([taken(), taken(), taken()]).toEqual([0, 0, 0]);
  expect(taken()).toBe(100);
  clock.ms = 50;
  expect(taken()).toBe(50);
  clock.ms = 100;
  expect([taken(), taken()]).toEqual([0, 100]);
});

test("a pause never saves up more than the burst", () => {
  const { clock, limiter } = limiterAt();
  limiter.take("a", LIMIT);
  clock.ms = 3_600_000;
  const waits = Array.from({ length: 5 }, () => limiter.take("a", LIMIT));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test("callers do not use up each other's allowance", () => {
  const { limiter } = limiterAt();
  for (let i = 0; i < 5; i++) limiter.take("a", LIMIT);
  expect(limiter.take("b", LIMIT)).toBe(0);
});

test("0 per second sets no limit", () => {
  const { limiter } = limiterAt();
  const waits = Array.from({ length: 1000 }, () => limiter.take("a", { perSecond: 0, burst: 1 }));
  expect(Math.max(...waits)).toBe(0);
});

test("a flood of callers forgets those that were longest away, and no others", () => {
  const { limiter } = limiterAt();
  const once = { perSecond: 1, burst: 1 };
  limiter.take("kept", once);
  for (let i = 0; i < 60_000; i++) {
    limiter.take(`flood ${i}`, once);
    if (i % 1000 === 0) expect(limiter.take("kept", once)).toBeGreaterThan(0);
  }
  expect(limiter.take("flood 59999", once)).toBeGreaterThan(0);
  expect(limiter.take("flood 0", once)).toBe(0);
});
