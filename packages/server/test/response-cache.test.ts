import { once } from "node:events";
import { Registry } from "prom-client";
import { expect, test, vi } from "vitest";
import { chainDataBlock } from "../src/handlers/shown.ts";
import type { AppOptions } from "../src/http/app.ts";
import { Cacheable, type Lifetime } from "../src/http/caching.ts";
import { startApp } from "./support/app-options.ts";
import { rawConnection } from "./support/raw.ts";
import { change } from "./support/served-chain.ts";

/** With a text whose UTF-8 is longer than its characters. */
const block = { ...chainDataBlock(change(7).block), difficulty: "é" };
const FINAL = "/v2/ethereum/blocks/7";
const RECENT = "/v2/ethereum/blocks/8";
const UNKNOWN_REVISION = "/v2/ethereum/blocks/9";

async function served(options: Partial<AppOptions> = {}) {
  const state = { calls: 0, revision: 1, wait: Promise.resolve(), block };
  const getBlock = ({ block_number: number }: { block_number: string }) => {
    state.calls += 1;
    const lifetime: Lifetime = number === "7" ? "final" : "recent";
    const read = async () => {
      await state.wait;
      return { lifetime, tag: `${number}.${state.revision}`, data: () => ({ block: state.block }) };
    };
    return new Cacheable(read, () => (number === "9" ? undefined : state.revision));
  };
  const metrics = new Registry();
  const { app, lines, url } = await startApp({
    handlers: { getBlock },
    probes: { readiness: () => ({ ready: true, chains: {} }), metrics },
    authenticate: async (token) =>
      token === "t" ? { id: "t", name: "", scope: "management" } : undefined,
    ...options,
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(url + path, { method, headers });
    const all = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
    const id = response.headers.get("x-request-id");
    return { status: response.status, headers: all.sort(), id, text: await response.text() };
  };
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
  const logOf = async (count: number) => {
    const ofRequests = () => lines.filter((line) => line.includes('"request"'));
    await expect.poll(ofRequests).toHaveLength(count);
    const found = ofRequests();
    lines.splice(0);
    return found.map((line): Record<string, unknown> => JSON.parse(line));
  };
  return { app, url, get, keep, callsOf, state, metrics, lines, logOf };
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
    expect(JSON.parse(first.text)).toEqual({ block });
    await expect.poll(() => lines.filter((line) => line.includes('"mine"'))).toHaveLength(1);
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

test.each([
  [900_000, 0],
  [1_100_000, 1],
])(
  "keeps a response as large as a page may be, and no larger one (%i bytes)",
  async (size, calls) => {
    const { state, callsOf } = await served();
    state.block = { ...block, difficulty: "9".repeat(size) };
    expect(await callsOf(FINAL)).toEqual([200, calls]);
  },
);

test("keeps no response whose data changed while they were read", async () => {
  const { get, state } = await served();
  await get(RECENT);
  let resume = () => {};
  state.wait = new Promise((resolve) => {
    resume = resolve;
  });
  const slow = get(RECENT);
  await expect.poll(() => state.calls).toBe(2);
  state.revision += 1;
  resume();
  await slow;
  await get(RECENT);
  expect(state.calls).toBe(3);
});

test("responds to HEAD and If-None-Match with the kept response as without it", async () => {
  const { get, keep, state, logOf, metrics } = await served();
  const requests = ["GET", "HEAD"].flatMap((method) =>
    [{}, { "if-none-match": 'W/"7.1-1.0.0"' }, { "if-none-match": '"other"' }].map(
      (headers) => [FINAL, headers as Record<string, string>, method] as const,
    ),
  );
  const all = async (more: Record<string, string> = {}) => {
    const responses = [];
    for (const [path, headers, method] of requests) {
      const { id: _, ...response } = await get(path, { ...headers, ...more }, method);
      responses.push(response);
    }
    const logged = (await logOf(requests.length)).map(
      ({ ms: _ms, time: _t, requestId: _i, ...rest }) => rest,
    );
    return { responses, logged };
  };
  // A request with a token is always routed.
  const routed = await all({ authorization: "Bearer t" });
  await keep(FINAL);
  await logOf(2);
  const { calls } = state;
  expect(calls).toBe(requests.length + 1);
  expect(await all()).toEqual(routed);
  expect(state.calls).toBe(calls);
  expect(routed.responses.map(({ status, text }) => [status, text.length > 0])).toEqual([
    ...[
      [200, true],
      [304, false],
      [200, true],
    ],
    ...[
      [200, false],
      [304, false],
      [200, false],
    ],
  ]);
  expect(await metrics.metrics()).toContain(
    'chainkit_http_request_duration_seconds_count{operation="getBlock",status="304"} 4',
  );
});

test("identifies the client behind a trusted proxy, for the limit and for the log", async () => {
  const limit = { anonymousLimit: { perSecond: 0.001, burst: 3 } };
  const from = (address: string) => ({ "x-forwarded-for": `198.51.100.9, ${address}` });
  const behind = await served({ ...limit, trustProxy: ["127.0.0.0/8"] });
  await behind.keep(FINAL);
  const { calls } = behind.state;
  const send = async (address: string) => (await behind.get(FINAL, from(address))).status;
  const statuses = [];
  for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.1"]) {
    statuses.push(await send(address));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(behind.state.calls).toBe(calls);
  const ips = (await behind.logOf(7)).map(({ ip }) => ip);
  const [mine, other] = ["192.0.2.1", "192.0.2.2"];
  expect(ips).toEqual(["127.0.0.1", "127.0.0.1", mine, mine, other, mine, mine]);
  // A proxy that is not trusted cannot choose the address.
  const direct = await served({ ...limit, trustProxy: ["10.0.0.1"] });
  await direct.keep(FINAL);
  expect((await direct.get(FINAL, from("192.0.2.1"))).status).toBe(200);
  expect((await direct.get(FINAL, from("192.0.2.2"))).status).toBe(429);
  const seen = (await direct.logOf(4)).map(({ ip }) => ip);
  expect(new Set(seen)).toEqual(new Set(["127.0.0.1"]));
});

test("routes requests that another part may treat differently", async () => {
  const all = await served();
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
  await expect.poll(() => state.calls).toBe(3);
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
