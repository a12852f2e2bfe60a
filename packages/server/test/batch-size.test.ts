import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { createBatchSize } from "../src/source/rpc-node.ts";
import { fakeProvider, someCalls } from "./support/provider.ts";
import { faultyNode } from "./support/proxy.ts";
import { serve } from "./support/serve.ts";

const MINUTE = 60_000;

test.each(["refused", "failed"] as const)(
  "the size of batches stays after trials that are %s, which are less and less frequent",
  (outcome) => {
    let now = 0;
    const size = createBatchSize(() => now);
    size.refused(100);
    now = MINUTE;
    // One of an accepted size says nothing of larger ones.
    size.failed(25);
    expect(size.of(100)).toBe(50);
    size.refused(25);
    const pauses: number[] = [];
    for (let trial = 0; trial < 9; trial += 1) {
      const from = now;
      while (size.of(100) === 6) {
        now += MINUTE / 2;
      }
      pauses.push((now - from) / MINUTE);
      expect([size.of(100), size.of(3)]).toEqual([12, 3]);
      size[outcome](12);
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60]);
  },
);

describe("a node that rejects large batches", () => {
  test("is sent large ones again after a minute if it accepts them by then", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const provider = await fakeProvider(() => ({ result: "0x1" }), { maxBatch: 1 });
    const rpc = createRpcClient([provider.url]);
    const calls = someCalls(100);
    const requestsFor = async () => {
      provider.reset();
      expect((await rpc.batch(calls)).every(({ ok }) => ok)).toBe(true);
      return provider.requests;
    };
    await rpc.batch(calls);
    expect(await requestsFor()).toBe(100);
    delete provider.manners.maxBatch;
    expect(await requestsFor()).toBe(100);
    vi.advanceTimersByTime(MINUTE);
    // 2 + 4 + 8 + 16 + 32 + 38 calls, 76 + 24, and 100.
    expect([await requestsFor(), await requestsFor(), await requestsFor()]).toEqual([6, 2, 1]);
  });

  test("is sent the smaller ones within its rate, which the rejected one has used", async () => {
    const provider = await fakeProvider(() => ({ result: "0x1" }), { maxBatch: 8 });
    const rpc = createRpcClient([provider.url], undefined, { rate: 40 });
    const calls = someCalls(24);
    const startedAt = performance.now();
    // With 24 calls in a batch that is rejected, and nine of startup, they are more than a second may have.
    expect((await rpc.batch(calls)).every(({ ok }) => ok)).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
  });

  test.each([200, 400, 405, 413, 422])(
    "is sent single calls if it rejects all with status %i",
    async (status) => {
      const error = { code: -32600, message: "batches are not supported" };
      const body = { jsonrpc: "2.0", id: null, error };
      const url = await faultyNode("", {
        refuse: ([call], isBatch) =>
          isBatch ? { status, body } : { status: 200, body: { id: call?.id, result: "0x1" } },
      });
      const calls = someCalls(10);
      const failures: string[] = [];
      const rpc = createRpcClient([url], (_, reason) => failures.push(reason));
      expect(await rpc.batch(calls)).toEqual(calls.map(() => ({ ok: true, value: "0x1" })));
      expect(failures).toEqual([]);
    },
  );

  test("is sent smaller ones if it fails with larger ones later", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const sizes: number[] = [];
    let status = 413;
    const url = await serve(async (request, response) => {
      const calls: { readonly id: number }[] = JSON.parse((await request.toArray()).join(""));
      sizes.push(calls.length);
      const replies = calls.map(({ id }) => ({ id, result: "0x1" }));
      response.statusCode = calls.length > 20 ? status : 200;
      response.end(response.statusCode === 200 ? JSON.stringify(replies) : "too large");
    });
    const rpc = createRpcClient([url]);
    const calls = someCalls(24);
    await rpc.batch(calls);
    status = 502;
    vi.advanceTimersByTime(MINUTE);
    await rpc.batch(calls);
    await rpc.batch(calls);
    expect(sizes).toEqual([24, ...[6, 6, 6, 6], ...[12, 12], 24, ...[12, 12]]);
  });
});
