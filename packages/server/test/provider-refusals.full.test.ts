import { describe, expect, test } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { emptyStore } from "./support/engines.ts";
import { followNodes, until } from "./support/ingest.ts";
import { fakeProvider, type Manners, someCalls } from "./support/provider.ts";

/** Errors by which providers refuse a call. */
const REFUSALS = [
  { code: 429, message: "no" },
  { code: -32005, message: "no" },
  { code: -32007, message: "no" },
  { code: -32016, message: "no" },
  { code: -32029, message: "no" },
  { code: -32097, message: "no" },
  { code: -32000, message: "rate limit exceeded" },
  { code: -32000, message: "too many requests" },
  { code: -32000, message: "25/second request limit reached" },
  { code: -32000, message: "Your app has exceeded its compute units per second capacity" },
];

/** Fewer calls than a batch has, so that some are refused however slow the machine is. */
const FEW = { limit: 40, burst: 4 };
const COUNT = 40;
const LIMITS: readonly (readonly [string, Manners])[] = [
  ["whole batches", FEW],
  ["whole batches, without a JSON-RPC error", { ...FEW, refusal: "429 Retry-After" }],
  ["whole batches, and large ones", { ...FEW, maxBatch: 10 }],
  ["batches of any size", { ...FEW, maxBatch: 1 }],
  ["single calls of a batch", { ...FEW, refusal: "per item" }],
  ["single calls of a batch, and large ones", { ...FEW, refusal: "per item", maxBatch: 10 }],
];

// At once, because they mostly wait.
describe("a refused call", () => {
  test("is recognised by its code or its message, and sent again", async () => {
    await Promise.all(REFUSALS.map(assertSentAgain));
  });

  async function assertSentAgain(error: (typeof REFUSALS)[number]): Promise<void> {
    let isRefused = true;
    const [calls, name] = [someCalls(3), `${error.code} ${error.message}`];
    const provider = await fakeProvider(({ params }) => ({ result: params[0] }));
    provider.manners.outcome = () => {
      const outcome = isRefused ? { error } : undefined;
      isRefused = false;
      return outcome;
    };
    const rpc = createRpcClient([provider.url]);
    const expected = calls.map((_, value) => ({ ok: true, value }));
    expect(await rpc.batch(calls), name).toEqual(expected);
    // Two were served in that second, and then one more.
    expect(rpc.rate(), name).toBeCloseTo(0.7 * 2 + 0.02);
  }

  test("makes no other call be sent twice, whatever the provider refuses", async () => {
    await Promise.all(LIMITS.map(assertSentOnce));
  });

  async function assertSentOnce([refused, manners]: (typeof LIMITS)[number]): Promise<void> {
    const provider = await fakeProvider(({ params }) => ({ result: params[0] }), manners);
    const rpc = createRpcClient([provider.url]);
    const results = await rpc.batch(someCalls(COUNT));
    const expected = someCalls(COUNT).map(({ params }) => ({ ok: true, value: params[0] }));
    expect(results, refused).toEqual(expected);
    expect(provider.refused, refused).toBeGreaterThan(0);
    expect(provider.served, refused).toEqual({ eth_call: COUNT });
  }
});

describe("the trouble of a chain", () => {
  test("is a Retry-After of more than two minutes, and no call is sent until then", async () => {
    const refusal = "429 Retry-After";
    const manners = { limit: 0, refusal, retryAfter: 3_600 } as const;
    const provider = await fakeProvider(() => ({ result: "0x1" }), manners);
    const follower = followNodes(await emptyStore(), [provider.url]);
    const isToldFor = (times: number) => () =>
      follower.left.filter((each) => /Retry-After exceeds 120 s/.test(each)).length >= times;
    await until("it was tried again", isToldFor(2));
    expect(follower.status().trouble).toMatch(/rate limit exceeded; Retry-After exceeds 120 s$/);
    expect(provider.requests).toBe(1);
  });
});
