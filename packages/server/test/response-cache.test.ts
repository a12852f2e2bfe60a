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
  /** Makes the handler wait. @returns Lets it go on. */
  const pause = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    state.wait = promise;
    return resolve;
  };
  const logOf = async (count: number) => {
    const ofRequests = () => lines.filter((line) => line.includes('"request"'));
    await expect.poll(ofRequests).toHaveLength(count);
    const found = ofRequests();
    lines.splice(0);
    return found.map((line): Record<string, unknown> => JSON.parse(line));
  };
  const countOf = async (status: number) =>
    new RegExp(`_count\\{operation="getBlock",status="${status}"\\} (\\d+)`).exec(
      await metrics.metrics(),
    )?.[1];
  return { app, url, get, keep, callsOf, pause, state, logOf, countOf };
}

test.each([FINAL, RECENT, `${FINAL}?secret=1`])(
  "keeps the response of %s from the second request on, and sends it as the first",
  async (path) => {
    const { get, state, logOf, countOf } = await served();
    const first = await get(path);
    await get(path);
    expect(state.calls).toBe(2);
    expect(await get(path, { "x-request-id": "mine" })).toEqual({ ...first, id: "mine" });
    expect(state.calls).toBe(2);
    expect(first.id).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.parse(first.text)).toEqual({ block });
    const [one = {}, , two = {}] = await logOf(3);
    expect(Object.keys(two)).toEqual(Object.keys(one));
    const query = path.includes("?") ? { query: ["…"] } : {};
    expect(String(two.ms)).toMatch(/^\d+(\.\d{1,3})?$/);
    expect(two).toEqual({
      ...{ level: 30, time: expect.any(Number), ms: two.ms, msg: "request" },
      ...{ requestId: "mine", method: "GET", url: path.replace(/\?.*/, ""), ...query },
      ...{ ip: "127.0.0.1", status: 200 },
    });
    expect(await countOf(200)).toBe("3");
  },
);

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

test("keeps a response as large as a page may be, and no larger one", async () => {
  const { state, callsOf } = await served();
  for (const [size, calls] of [
    [900_000, 0],
    [1_100_000, 1],
  ] as const) {
    state.block = { ...block, difficulty: "9".repeat(size) };
    state.revision += 1;
    expect(await callsOf(RECENT)).toEqual([200, calls]);
  }
});

test("keeps no response whose data changed while they were read", async () => {
  const { get, pause, state } = await served();
  await get(RECENT);
  const resume = pause();
  const slow = get(RECENT);
  await expect.poll(() => state.calls).toBe(2);
  state.revision += 1;
  resume();
  await slow;
  await get(RECENT);
  expect(state.calls).toBe(3);
});

test("responds to HEAD and If-None-Match with the kept response as without it", async () => {
  const { get, state, logOf, countOf } = await served();
  const all = async (more: Record<string, string> = {}) => {
    const responses = [];
    for (const method of ["GET", "HEAD"]) {
      for (const tag of ["", 'W/"7.1-1.0.0"', '"other"']) {
        const { id: _, ...response } = await get(FINAL, { "if-none-match": tag, ...more }, method);
        responses.push(response);
      }
    }
    const lines = (await logOf(6)).map(({ ms: _ms, time: _t, requestId: _i, ...line }) => line);
    return { responses, lines };
  };
  // A request with a token is always routed, and makes the URL one that is requested again.
  const routed = await all({ authorization: "Bearer t" });
  await get(FINAL);
  await logOf(1);
  expect(state.calls).toBe(7);
  expect(await all()).toEqual(routed);
  expect(state.calls).toBe(7);
  const [whole = ""] = routed.responses.map(({ text }) => text);
  const sent = routed.responses.map(({ status, text, headers }) => [
    ...[status, text, new Map(headers).get("content-length")],
  ]);
  const [length, unchanged] = [String(Buffer.byteLength(whole)), [304, "", undefined]];
  expect(sent.slice(0, 3)).toEqual([[200, whole, length], unchanged, [200, whole, length]]);
  expect(sent.slice(3)).toEqual([[200, "", length], unchanged, [200, "", length]]);
  expect(await countOf(304)).toBe("4");
});

test.each([
  // A proxy that is not trusted cannot choose the address.
  ["127.0.0.0/8", ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.1"], 4],
  ["10.0.0.1", Array(2).fill("127.0.0.1"), 1],
])("the client behind %s is identified, for the limit and for the log", async (...row) => {
  const [proxy, addresses, allowed] = row;
  const limits = { anonymousLimit: { perSecond: 0.001, burst: 3 }, trustProxy: [proxy] };
  const { get, keep, state, logOf } = await served(limits);
  await keep(FINAL);
  const statuses = [];
  for (const address of addresses) {
    const headers = { "x-forwarded-for": `198.51.100.9, ${address}` };
    statuses.push((await get(FINAL, headers)).status);
  }
  expect(statuses).toEqual(addresses.map((_, at) => (at < allowed ? 200 : 429)));
  expect(state.calls).toBe(2);
  const ips = (await logOf(2 + addresses.length)).map(({ ip }) => ip);
  expect(ips).toEqual(["127.0.0.1", "127.0.0.1", ...addresses]);
});

test("routes requests that another part may treat differently", async () => {
  const all = await served();
  expect(await all.callsOf(FINAL, { authorization: "Bearer t" })).toEqual([200, 1]);
  expect(await all.callsOf(FINAL, { authorization: "Bearer wrong" })).toEqual([401, 0]);
  expect(await all.callsOf(FINAL, {}, "POST")).toEqual([405, 0]);
  const unnamed = await rawConnection(all.url);
  unnamed.send(`GET ${FINAL} HTTP/1.1\r\nconnection: close\r\n\r\n`);
  expect((await unnamed.answers()).map(({ status }) => status)).toEqual([400]);
  expect(await all.callsOf(FINAL, { origin: "https://a.example" })).toEqual([200, 0]);

  const listed = await served({ cors: ["https://a.example"] });
  expect(await listed.callsOf(FINAL)).toEqual([200, 0]);
  const { headers } = await listed.get(FINAL, { origin: "https://a.example" });
  expect(headers).toContainEqual(["access-control-allow-origin", "https://a.example"]);
  // What one origin was sent is not kept for others.
  expect((await listed.get(FINAL)).headers).not.toEqual(headers);
});

test("ends connections on shutdown, although the response is kept", async () => {
  const { app, url, keep, pause, state } = await served();
  await keep(FINAL);
  const resume = pause();
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
