import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createClient, type Fetch, type OperationTable, tokens } from "../src/index.ts";

const operations: OperationTable = {
  getItem: { method: "GET", path: "/item", idempotent: true, auth: "required" },
};
type Client = { getItem: (params?: object, call?: object) => Promise<unknown> };
const connect = (fetch: Fetch) =>
  createClient<Client>(
    operations,
    { baseUrl: "http://localhost", fetch, token: "token", retry: false, timeoutMs: 50 } as never,
    [tokens],
  );

it("is called with the URL and an init that holds method, headers and signal", async () => {
  const calls: unknown[] = [];
  await connect(async (input, { method, headers, signal }) => {
    calls.push(input, method, (headers as Headers).get("authorization"), signal?.aborted);
    return Response.json({});
  }).getItem();
  expect(calls).toEqual(["http://localhost/item", "GET", "Bearer token", false]);
});

it("does not hold the call when it ignores its signal, which a timeout aborts", async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const never = connect((_, init) => {
    signals.push(init?.signal);
    return new Promise(() => {});
  });
  await expect(never.getItem()).rejects.toMatchObject({ kind: "timeout" });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  const controller = new AbortController();
  const call = never.getItem({}, { signal: controller.signal, timeoutMs: 60_000 });
  controller.abort();
  await expect(call).rejects.toMatchObject({ kind: "aborted", name: "AbortError" });
});

it("leaves no timer", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  const before = timers();
  await connect(async () => Response.json({})).getItem({}, { timeoutMs: 60_000 });
  expect(timers()).toBe(before);
});

it("leaves no listener at the signal of the caller", async () => {
  const { signal } = new AbortController();
  await connect(async () => Response.json({})).getItem({}, { signal });
  const failing = connect(async () => new Response("", { status: 503 }));
  const retry = { attempts: 2, baseDelayMs: 1 };
  await expect(failing.getItem({}, { signal, retry })).rejects.toMatchObject({
    attempts: 2,
    message: "getItem: 503 no body (2 attempts)",
  });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("is not called for a token that arrives after the call has ended", async () => {
  let giveToken = (_: string) => {};
  const late = new Promise<string>((resolve) => {
    giveToken = resolve;
  });
  let calls = 0;
  const fetch = async () => {
    calls++;
    return Response.json({});
  };
  const options = { baseUrl: "http://localhost", fetch, token: () => late, timeoutMs: 50 };
  const client = createClient<Client>(operations, { ...options, retry: false }, [tokens]);
  await expect(client.getItem()).rejects.toMatchObject({ kind: "timeout", attempts: 0 });
  giveToken("token");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(0);
});

it("leaves a failed call nobody waits for to the platform, but not one that result() took", async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const client = connect(async () => new Response("{}", { status: 404 }));
  await (client.getItem() as unknown as { result: () => Promise<unknown> }).result();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});

it("must return a Response that is unread", async () => {
  const read = async () => {
    const response = Response.json({});
    await response.text();
    return response;
  };
  const wrong = [undefined, null, "{}", { ok: false, status: 404, text: async () => "{}" }];
  for (const fetch of [read, ...wrong.map((value) => async () => value)]) {
    const client = createClient<Client>(
      { getItem: { ...(operations.getItem as OperationTable[string]), auth: "optional" } },
      { baseUrl: "http://localhost", fetch: fetch as Fetch },
      [],
    );
    await expect(client.getItem()).rejects.toMatchObject({
      kind: "input",
      parameter: "fetch",
      // Sent, but not again: the next attempt would return the same.
      attempts: 1,
      message: "getItem: fetch must return a Response, unread",
    });
  }
});

it("may fail with an error that is its own cause", async () => {
  const outer = new Error("outer");
  outer.cause = new Error("inner", { cause: outer });
  const failing = connect(async () => {
    throw outer;
  });
  await expect(failing.getItem()).rejects.toMatchObject({ kind: "network", cause: outer });
});

it("is called for many calls on one signal, which has a single listener", async () => {
  const controller = new AbortController();
  const never = connect(() => new Promise(() => {}));
  const call = { signal: controller.signal, timeoutMs: 60_000 };
  const calls = Array.from({ length: 60 }, () => never.getItem({}, call));
  await setImmediate();
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  controller.abort();
  const kinds = await Promise.all(calls.map((each) => each.catch(({ kind }) => kind)));
  expect(new Set(kinds)).toEqual(new Set(["aborted"]));
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});
