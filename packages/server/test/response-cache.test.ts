import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { type AppOptions, createApp } from "../src/http/app.ts";
import { Cacheable, type Lifetime, Rendered } from "../src/http/cacheable.ts";
import { rawConnection } from "./support/raw.ts";

const BODY = '{"block":{"number":7,"extra_data":"é"}}';
const FINAL = "/v2/ethereum/blocks/7";
const RECENT = "/v2/ethereum/blocks/8";
const UNKNOWN_REVISION = "/v2/ethereum/blocks/9";

/** A service of three blocks, and how often its handler was called. */
async function served(options: Partial<AppOptions> = {}) {
  const state = { calls: 0, revision: 1, wait: Promise.resolve() };
  const lines: string[] = [];
  const getBlock = ({ block_number: number }: { block_number: string }) => {
    state.calls += 1;
    const lifetime: Lifetime = number === "7" ? "final" : "recent";
    const read = async () => {
      await state.wait;
      return { lifetime, tag: `${number}.${state.revision}`, render: () => new Rendered(BODY) };
    };
    return new Cacheable(read, undefined, number === "9" ? undefined : () => state.revision);
  };
  const metrics = new Registry();
  const app: FastifyInstance = await createApp({
    handlers: { getBlock },
    cors: "*",
    release: "1.0.0",
    trustProxy: false,
    probes: { readiness: () => ({ ready: true, chains: {} }), metrics },
    logger: { level: "info", base: null, stream: { write: (line: string) => lines.push(line) } },
    authenticate: (token) => (token === "t" ? { id: "t", scope: "management" } : undefined),
    anonymousLimit: { perSecond: 0, burst: 1 },
    tokenLimit: { perSecond: 0, burst: 1 },
    ...options,
  });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(url + path, { method, headers });
    const all = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
    const id = response.headers.get("x-request-id");
    return { status: response.status, headers: all.sort(), id, text: await response.text() };
  };
  /** Requests a URL until its response is kept. */
  const keep = async (path: string) => {
    await get(path);
    return await get(path);
  };
  /** How often the handler was called for a request, after the response has been kept. */
  const callsOf = async (...request: Parameters<typeof get>) => {
    await keep(request[0]);
    const before = state.calls;
    const { status } = await get(...request);
    return [status, state.calls - before];
  };
  return { app, url, get, keep, callsOf, state, metrics, lines };
}

test("keeps a response from the second request of its URL on, and sends it as the first", async () => {
  const { get, state, lines, metrics } = await served();
  for (const path of [FINAL, RECENT, `${FINAL}?secret=1`]) {
    state.calls = 0;
    const first = await get(path);
    await get(path);
    expect(state.calls).toBe(2);
    const kept = await get(path, { "x-request-id": "mine" });
    expect(state.calls).toBe(2);
    expect(kept).toEqual({ ...first, id: "mine" });
    expect(first.id).toMatch(/^[\da-f-]{36}$/);
    expect(first.text).toBe(BODY);
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('"mine"'))).toHaveLength(1));
    const [one, , two] = lines.splice(0).filter((line) => line.includes('"request"'));
    const { ms, time, requestId, ...logged } = JSON.parse(two ?? "");
    expect([requestId, typeof ms]).toEqual(["mine", "number"]);
    expect(JSON.parse(one ?? "")).toMatchObject(logged);
    expect(Object.keys(JSON.parse(two ?? ""))).toEqual(Object.keys(JSON.parse(one ?? "")));
    expect(two).not.toContain("secret");
  }
  expect(await metrics.metrics()).toContain(
    'chainkit_http_request_duration_seconds_count{operation="getBlock",status="200"} 9',
  );
});

test("keeps what is final or has a revision, until that changes or ten seconds have passed", async () => {
  const { get, callsOf, state } = await served();
  expect(await callsOf(FINAL)).toEqual([200, 0]);
  expect(await callsOf(RECENT)).toEqual([200, 0]);
  expect(await callsOf(UNKNOWN_REVISION)).toEqual([200, 1]);
  const before = await get(RECENT);
  state.revision += 1;
  expect((await get(RECENT)).headers).not.toEqual(before.headers);
  expect(await callsOf(RECENT)).toEqual([200, 0]);
  const { calls } = state;
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_001);
  await Promise.all([get(FINAL), get(RECENT)]);
  vi.restoreAllMocks();
  expect(state.calls).toBe(calls + 2);
});

test("keeps no response whose data changed while they were read", async () => {
  const { get, state } = await served();
  await get(RECENT);
  let resume = () => {};
  state.wait = new Promise((resolve) => {
    resume = resolve;
  });
  const slow = get(RECENT);
  await vi.waitFor(() => expect(state.calls).toBe(2));
  state.revision += 1;
  resume();
  await slow;
  await get(RECENT);
  expect(state.calls).toBe(3);
});

test("routes requests that another part may treat differently", async () => {
  const all = await served();
  expect(await all.callsOf(FINAL, {}, "HEAD")).toEqual([200, 1]);
  expect(await all.callsOf(FINAL, { "if-none-match": '"7.1-1.0.0"' })).toEqual([304, 1]);
  expect(await all.callsOf(FINAL, { authorization: "Bearer t" })).toEqual([200, 1]);
  expect(await all.callsOf(FINAL, { authorization: "Bearer wrong" })).toEqual([401, 0]);
  expect(await all.callsOf(FINAL, {}, "POST")).toEqual([405, 0]);
  const unnamed = await rawConnection(all.url);
  unnamed.send(`GET ${FINAL} HTTP/1.1\r\nconnection: close\r\n\r\n`);
  expect((await unnamed.answers())[0]?.status).toBe(400);
  expect(await all.callsOf(FINAL, { origin: "https://a.example" })).toEqual([200, 0]);

  const listed = await served({ cors: ["https://a.example"] });
  expect(await listed.callsOf(FINAL)).toEqual([200, 0]);
  const { headers } = await listed.get(FINAL, { origin: "https://a.example" });
  expect(headers).toContainEqual(["access-control-allow-origin", "https://a.example"]);
  // What one origin was sent is not kept for others.
  expect((await listed.get(FINAL)).headers).not.toEqual(headers);

  const proxied = await served({ trustProxy: ["127.0.0.1"] });
  expect(await proxied.callsOf(FINAL)).toEqual([200, 0]);
  expect(await proxied.callsOf(FINAL, { "x-forwarded-for": "192.0.2.1" })).toEqual([200, 1]);
});

test("counts kept responses against the limit of the caller", async () => {
  const { get } = await served({ anonymousLimit: { perSecond: 0.001, burst: 3 } });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await get(FINAL)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("ends connections on shutdown, although the response is kept", async () => {
  const { app, url, keep, state } = await served();
  await keep(FINAL);
  let resume = () => {};
  state.wait = new Promise((resolve) => {
    resume = resolve;
  });
  const connection = await rawConnection(url);
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: test\r\n\r\n`;
  connection.send(request(RECENT) + request(FINAL));
  await vi.waitFor(() => expect(state.calls).toBe(3));
  const closing = app.close();
  await once(app.server, "close", { signal: AbortSignal.timeout(50) }).catch(() => {});
  resume();
  const answers = await connection.answers();
  await closing;
  expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([
    [200, "keep-alive"],
    [200, "close"],
  ]);
});
