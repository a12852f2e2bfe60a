import { expect, test } from "vitest";
import { withinBudget } from "../src/balances/budget.ts";
import type { Hex } from "../src/chain/records.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { createLimiter } from "../src/source/limiter.ts";
import { createNodePool, createNodeRest, type PooledNode } from "../src/source/node-pool.ts";
import type { PendingPair } from "../src/store/chain-writer.ts";
import { fakeProvider } from "./support/provider.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

test.each([
  [
    "longer each time, up to five minutes",
    [0, 0, 0, 0, 0, 0, 0, 0],
    [5, 10, 20, 40, 80, 160, 300, 300],
  ],
  [
    "less after a time without failure",
    [0, 0, 0, 0, 0, 2 * MINUTE, 60 * MINUTE, 0],
    [5, 10, 20, 40, 80, 40, 5, 10],
  ],
])("a node that fails is suspended for %s", (_, pausesMs, seconds) => {
  let now = 0;
  const rest = createNodeRest(() => now);
  const suspended = pausesMs.map((ms) => {
    now += ms;
    rest.suspend();
    // Requests in flight when it fails are the same failure.
    rest.suspend();
    const until = rest.until();
    const length = until - now;
    now = until;
    return length / SECOND;
  });
  expect(suspended).toEqual(seconds);
  rest.suspend();
  rest.end();
  expect(rest.isOver()).toBe(true);
  // The time in use counts, although the suspension would have lasted longer.
  now += 60 * MINUTE;
  rest.end();
  rest.suspend();
  expect(rest.until() - now).toBe(5 * SECOND);
});

test("a node is suspended for longer with each failure, and not with each rate limit", () => {
  const pool = createNodePool(["http://a.example", "http://b.example"], () => {}, {});
  const [first, second] = pool.all as [PooledNode, PooledNode];
  const seconds = (suspend: () => void) =>
    Array.from({ length: 3 }, () => {
      first.rest.end();
      suspend();
      return Math.ceil((first.rest.until() - performance.now()) / SECOND);
    });
  expect(seconds(() => pool.slowDown(first, 1, {}))).toEqual([5, 5, 5]);
  expect(seconds(() => pool.suspend(first, "gone"))).toEqual([5, 10, 20]);
  pool.served(first, 1);
  expect(first.rest.isOver()).toBe(false);
  pool.suspend(second, "gone", { waitMs: MINUTE });
  pool.served(first, 1);
  expect(first.rest.isOver()).toBe(true);
});

/** A limiter on a clock of its own. */
function limiterAt(maxRate?: number) {
  const clock = { ms: 0 };
  const sleep = async (ms: number) => {
    clock.ms += ms;
  };
  return { clock, sleep, limiter: createLimiter(maxRate, () => clock.ms, sleep) };
}

test.each([
  [0.5, 118_007],
  [1, 59_007],
  [7.5, 51_308],
  [80, 4_229],
])("in no second are more calls sent than a rate of %d, in %i ms", async (rate, ms) => {
  const { clock, sleep, limiter } = limiterAt(rate);
  const sent: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const calls = limiter.batchSize(1 + ((turn * 7) % 11));
    await limiter.acquire(calls);
    sent.push(...Array.from({ length: calls }, () => clock.ms));
    limiter.accepted(calls);
    await sleep((turn * 13) % 40);
  }
  const inSecondFrom = (start: number) =>
    sent.filter((at) => at >= start && at < start + 1_000).length;
  expect(Math.max(...sent.map(inSecondFrom))).toBeLessThanOrEqual(Math.ceil(rate));
  expect(clock.ms).toBe(ms);
});

test("a refusal pauses all calls, each time for longer until one is served, or as long as it says", () => {
  const { clock, limiter } = limiterAt();
  const pause = (advice = {}) => {
    limiter.refused(1, advice);
    // Another one in flight says the same.
    limiter.refused(1, { waitMs: 1 });
    const ms = limiter.pauseMs();
    clock.ms += ms;
    return ms;
  };
  const pauses = Array.from({ length: 4 }, () => pause());
  expect([...pauses, pause()]).toEqual([500, 2_000, 8_000, 15_000, 15_000]);
  expect(limiter.pauseMs()).toBe(0);
  limiter.accepted(1);
  expect([pause(), pause({ waitMs: 60_000 })]).toEqual([500, 60_000]);
});

test("a refusal lowers the rate once, and halves the next request, which then grows", () => {
  const { clock, limiter } = limiterAt();
  limiter.accepted(1_000);
  limiter.refused(40);
  limiter.refused(1);
  expect([limiter.rate(), limiter.batchSize(100)]).toEqual([700, 20]);
  limiter.accepted(1);
  expect(limiter.batchSize(100)).toBe(21);
  clock.ms += 60_000;
  limiter.refused(1, { perSecond: 25 });
  expect([limiter.rate(), limiter.batchSize(100)]).toEqual([17.5, 17]);
  clock.ms += 60_000;
  limiter.refused(2, { perSecond: 900 });
  expect([limiter.rate(), limiter.batchSize(100)]).toEqual([12.25, 1]);
  // The first request that is refused says nothing of the calls before it.
  const { limiter: fresh } = limiterAt();
  fresh.refused(100);
  expect(fresh.rate()).toBe(35);
});

test("a learned rate grows while it is used, and not otherwise", async () => {
  const { sleep, limiter } = limiterAt();
  limiter.accepted(100);
  limiter.refused(1);
  const learned = limiter.rate();
  expect(learned).toBeCloseTo(70);
  await sleep(10_000);
  // An hour at the head of a chain.
  for (let turn = 0; turn < 3_600; turn += 1) {
    await limiter.acquire(5);
    limiter.accepted(5);
    await sleep(1_000);
  }
  expect(limiter.rate()).toBe(learned);
  for (let turn = 0; turn < 80; turn += 1) {
    await limiter.acquire(10);
    limiter.accepted(10);
  }
  expect(limiter.rate()).toBeCloseTo(80.166);
});

test("a rate that others with the same key have lowered is regained within a minute", async () => {
  const { clock, limiter } = limiterAt();
  for (let turn = 0; turn < 5; turn += 1) {
    clock.ms += 20_000;
    limiter.refused(1);
  }
  expect(limiter.rate()).toBeLessThan(1);
  clock.ms += 20_000;
  const start = clock.ms;
  while (limiter.rate() < 100) {
    const calls = limiter.batchSize(10);
    await limiter.acquire(calls);
    limiter.accepted(calls);
  }
  expect(clock.ms - start).toBe(51_744);
});

test.each([
  { code: 3, message: "execution reverted: too many requests" },
  { code: -32000, message: "execution reverted: rate limit" },
  { code: 3, message: "compute units" },
])("a contract that fails with %o does not lower the rate", async (error) => {
  const provider = await fakeProvider(() => ({ error }));
  const rpc = createRpcClient([provider.url]);
  expect(await rpc.batch([{ method: "eth_call", params: [] }])).toMatchObject([
    { ok: false, message: error.message, limit: undefined },
  ]);
  expect(rpc.rate()).toBe(Number.POSITIVE_INFINITY);
});

test("a piece at a limit counts the calls that read new tokens", () => {
  const [one, two, three, four]: readonly Hex[] = ["0x01", "0x02", "0x03", "0x04"];
  const pairs = [
    ["0xa", one],
    ["0xa", two],
    ["0xb", one],
    ["0xb", three],
    ["0xc", one],
  ].map(([owner, token]) => ({ owner, token, isLost: false }) as PendingPair);
  const nfts = [1n, 2n].map((tokenId) => ({
    ...{ collection: four as Hex, tokenId, owner: "0xd" as const },
  }));
  const piece = { pairs, nfts, tokens: [] };
  const unknown = new Set([one, two, three, four] as Hex[]);
  const sizes = (some: object) => (budget: number) => {
    const taken = withinBudget({ ...piece, ...some }, unknown, budget);
    return [taken.pairs, taken.nfts, taken.tokens].map(({ length }) => length).join(" ");
  };
  // Each of the four new tokens costs six calls. A quarter is for NFTs, of which there is always one.
  const expected = ["2 1 0", "2 1 0", "2 2 0", "2 2 0", "4 2 0", "5 2 0"];
  expect([1, 21, 22, 29, 30, 31].map(sizes({}))).toEqual(expected);
  expect([21, 22, 23].map(sizes({ nfts: [] }))).toEqual(["2 0 0", "4 0 0", "5 0 0"]);
  // Tokens that are read again cost as much, and have what is left, or an eighth.
  const again = { tokens: ["0x05", "0x06", "0x07"] };
  const withTokens = ["2 1 1", "2 2 1", "5 1 1", "5 2 1", "5 2 1", "5 2 2", "5 2 2", "5 2 3"];
  expect([25, 26, 35, 36, 42, 43, 48, 49].map(sizes(again))).toEqual(withTokens);
});
