import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { clientAddress, networkOf, trustedProxies } from "../src/http/client-address.ts";
import { tooManyRequests } from "../src/http/http-error.ts";
import { startProbes } from "../src/service/http-service.ts";
import { createToken, newToken, tokenId } from "../src/service/tokens.ts";
import { SETTINGS, startService, type TestService } from "./support/support.ts";

const BLOCK = "/v2/polygon/blocks/1";
const TAGS = "/public_api/v1/ns/tags/query-tag";
/** Seconds until another request is allowed: more than a busy machine takes for those of a test. */
const REFILL = 20;
const ONE = { perSecond: 1 / REFILL, burst: 1 };
const TWO = { perSecond: 1 / REFILL, burst: 2 };
const NONE = { perSecond: 0, burst: 1 };

async function statuses(
  { get }: TestService,
  ...requests: readonly (readonly [path: string, init?: RequestInit])[]
): Promise<number[]> {
  const answers: number[] = [];
  for (const request of requests) {
    answers.push((await get(...request)).status);
  }
  return answers;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test("too many requests from one address are a 429 with Retry-After, in each error format", async () => {
  const service = await startService({ rateAnonymous: TWO });
  const start = performance.now();
  // No proxy is trusted unless an option names it.
  const forwarded = [BLOCK, { headers: { "x-forwarded-for": "203.0.113.1" } }] as const;
  expect(await statuses(service, forwarded, ["/x/v1/transactions"])).toEqual([404, 404]);
  const refused = await service.get(BLOCK);
  const wait = Number(refused.headers.get("retry-after"));
  expect(refused).toMatchObject({
    status: 429,
    body: { status: 429, detail: `Too many requests. Wait ${wait} seconds.` },
  });
  expect(wait).toBeLessThanOrEqual(REFILL);
  expect(wait).toBeGreaterThanOrEqual(REFILL - (performance.now() - start) / 1000);
  // Pages have to be able to read it.
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  const managed = await service.get(TAGS, { method: "POST" });
  expect(managed).toMatchObject({ status: 429, body: { code: 429, data: {} } });
  expect(managed.headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
});

test.each([
  [1, "1", "1 second"],
  [1_000, "1", "1 second"],
  [1_001, "2", "2 seconds"],
])("a wait of %i ms is said in whole seconds: %s", (waitMs, seconds, text) => {
  const { message, headers } = tooManyRequests(waitMs);
  const said = [`Too many requests. Wait ${text}.`, { "retry-after": seconds }];
  expect([message, headers]).toEqual(said);
});

test("each token has its own limit, independent of the address", async () => {
  const service = await startService({ rateAnonymous: ONE, rateToken: TWO });
  const other = await createToken(service.management, "other", "data");
  expect(await statuses(service, [BLOCK], [BLOCK])).toEqual([404, 429]);
  const mine = [BLOCK, bearer(service.token)] as const;
  expect(await statuses(service, mine, mine, mine)).toEqual([404, 404, 429]);
  expect(await statuses(service, [BLOCK, bearer(other)])).toEqual([404]);
  // A token counts even where none is required.
  expect(await statuses(service, ["/x/v1/transactions", bearer(service.token)])).toEqual([429]);
});

test.each([
  ["another scheme", "Basic eDp5"],
  ["no token", "Bearer"],
])("%s counts against the address, so that guessing is limited", async (_name, authorization) => {
  const service = await startService({ rateAnonymous: TWO, rateToken: NONE });
  const guess = [BLOCK, { headers: { authorization } }] as const;
  expect(await statuses(service, guess, guess, guess, [BLOCK])).toEqual([401, 401, 429, 429]);
  const managed = await service.get(TAGS, { method: "POST", headers: { authorization } });
  expect(managed.status).toBe(429);
  // A valid token is still accepted.
  expect(await statuses(service, [BLOCK, bearer(service.token)])).toEqual([404]);
});

async function withLookups(settings: Parameters<typeof startService>[0]) {
  const service = await startService(settings);
  const lookups: string[] = [];
  const { findToken } = service.management;
  service.management.findToken = (id) => {
    lookups.push(id);
    return findToken(id);
  };
  return { ...service, lookups };
}

test.each(["guess", newToken().text])(
  "limits guesses such as %s per address, apart from requests without a token",
  async (guess) => {
    const service = await startService({ rateAnonymous: TWO, rateToken: NONE });
    const guessed = [BLOCK, bearer(guess)] as const;
    expect(await statuses(service, guessed, guessed, guessed)).toEqual([401, 401, 429]);
    // One more would be refused, also where a token is optional.
    expect(await statuses(service, ["/x/v1/transactions", bearer("other")])).toEqual([429]);
    expect(await statuses(service, [BLOCK], [BLOCK], [BLOCK])).toEqual([404, 404, 429]);
  },
);

test("a request that is refused looks no token up", async () => {
  const service = await withLookups({ rateAnonymous: ONE, rateToken: ONE });
  const guess = () => [BLOCK, bearer(newToken().text)] as const;
  const mine = [BLOCK, bearer(service.token)] as const;
  expect(await statuses(service, mine, guess())).toEqual([404, 401]);
  expect(service.lookups).toHaveLength(2);
  expect(await statuses(service, guess(), guess(), mine, mine)).toEqual([429, 429, 429, 429]);
  expect(service.lookups).toHaveLength(2);
});

test("a token that was valid is accepted from an address that guesses", async () => {
  const service = await withLookups({ rateAnonymous: TWO, rateToken: NONE });
  const mine = [BLOCK, bearer(service.token)] as const;
  const guess = [BLOCK, bearer(newToken().text)] as const;
  expect(await statuses(service, mine, guess, guess, guess)).toEqual([404, 401, 401, 429]);
  expect(await statuses(service, mine, mine, guess)).toEqual([404, 404, 429]);
  // Once it is revoked, it is refused, and counts as a guess after that.
  await service.management.deleteToken(tokenId(service.token) ?? "");
  expect(await statuses(service, mine, mine)).toEqual([401, 429]);
});

test("requests with a new token that arrive at once count as one guess", async () => {
  const service = await withLookups({ rateAnonymous: ONE, rateToken: NONE });
  const { findToken } = service.management;
  service.management.findToken = async (id) => {
    await sleep(200);
    return findToken(id);
  };
  const all = Array.from({ length: 10 }, () => service.get(BLOCK, bearer(service.token)));
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(10).fill(404));
  expect(service.lookups).toHaveLength(1);
});

test("a data token counts as itself on management operations", async () => {
  const service = await startService({ rateAnonymous: ONE, rateToken: ONE });
  const data = bearer(await createToken(service.management, "app", "data"));
  const post = [TAGS, { method: "POST", ...data }] as const;
  expect(await statuses(service, post, post, [BLOCK])).toEqual([401, 429, 404]);
});

test("probes of strangers are limited, those of private networks are not", async () => {
  const trustProxy = [...ONE_PROXY, "192.0.2.0/24"];
  const service = await startService({ rateAnonymous: ONE, trustProxy });
  const from = (address: string, path: string) =>
    [path, { headers: { "x-forwarded-for": address } }] as const;
  for (const [at, path] of ["/healthz", "/readyz", "/metrics"].entries()) {
    const stranger = `203.0.113.${at}`;
    expect(await statuses(service, from(stranger, path), from(stranger, path))).toEqual([200, 429]);
    // They do not use up the budget of operations, whose proxy reports ports, behind what a client made up.
    const one = from(`198.51.100.1, ${stranger}:80`, BLOCK);
    const other = from(`198.51.100.2, ${stranger}:81`, BLOCK);
    expect(await statuses(service, one, other)).toEqual([404, 429]);
  }
  const internal = [
    ...["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "192.0.2.1"],
    ...["::1", "fd00::1", "fe80::1", "::ffff:10.1.2.3"],
  ];
  for (const address of internal) {
    const probe = from(address, "/healthz");
    expect(await statuses(service, probe, probe), address).toEqual([200, 200]);
  }
  expect(await statuses(service, ["/healthz"], ["/healthz"])).toEqual([200, 200]);
  const one = from("2001:db8::1", "/healthz");
  expect(await statuses(service, one, from("2001:db8::2", "/healthz"))).toEqual([200, 429]);
});

test("a process that only follows limits probes, too", async () => {
  const settings = { ...SETTINGS, rateAnonymous: ONE, trustProxy: ONE_PROXY };
  const readiness = () => ({ ready: true, chains: {} });
  const { url, close } = await startProbes(settings, { readiness, metrics: new Registry() });
  onTestFinished(close);
  const headers = { "x-forwarded-for": "203.0.113.1:4711" };
  const responses = [await fetch(`${url}/readyz`, { headers }), await fetch(`${url}/healthz`)];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetch(`${url}/healthz`, { headers })).status).toBe(429);
});

test("requests that are no operations have a limit of their own", async () => {
  const service = await startService({ rateAnonymous: NONE, rateToken: ONE, explorer: true });
  const requests = [["/nope"], [BLOCK, { method: "OPTIONS" }], [BLOCK, { method: "DELETE" }]];
  for (const request of [...requests, ["/explorer/"], ["/problems/unauthorized"]] as const) {
    const [path, init] = request as [string, RequestInit?];
    const { status } = await service.get(path, init);
    expect(status, path).toBe(request === requests[0] ? 404 : 429);
  }
  expect(await statuses(service, [BLOCK], [BLOCK])).toEqual([404, 404]);
});

test("an address has at most 500 connections, a trusted proxy more", async () => {
  const open = async (url: string) => {
    const { port } = new URL(url);
    const sockets = Array.from({ length: 510 }, () => connect(Number(port), "127.0.0.1"));
    onTestFinished(() => void sockets.map((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return sockets;
  };
  const isClosed = ({ closed }: Socket) => closed;
  const { url } = await startService();
  const sockets = await open(url);
  await expect.poll(() => sockets.filter(isClosed).length).toBe(10);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  // Closed connections make room.
  const [first] = sockets.filter((socket) => !isClosed(socket));
  first?.destroy();
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
  const other = connect(Number(new URL(url).port), "127.0.0.1").resume();
  await once(other, "close", { signal: AbortSignal.timeout(5_000) });
  const behindProxy = await startService({ trustProxy: ONE_PROXY });
  const proxied = await open(behindProxy.url);
  expect((await behindProxy.get("/healthz")).status).toBe(200);
  expect(proxied.filter(isClosed)).toEqual([]);
});

test("counts every request to an operation against its limit, whatever its status", async () => {
  const service = await startService({ rateAnonymous: { perSecond: 0.1, burst: 3 } });
  const free: (readonly [string, RequestInit?])[] = [
    ...([["/nope"], ["/healthz"], ["/readyz"], ["/metrics"], ["/%zz"]] as const),
    [BLOCK, { method: "OPTIONS" }],
    [BLOCK, { method: "DELETE" }],
  ];
  expect(await statuses(service, ...free)).toEqual([404, 200, 200, 200, 400, 204, 405]);
  const counted = await statuses(
    service,
    [BLOCK, { method: "HEAD" }],
    ["/v2/polygon/blocks/x"],
    [TAGS, { method: "POST" }],
  );
  expect(counted).toEqual([404, 400, 401]);
  expect(await statuses(service, [BLOCK])).toEqual([429]);
  expect(await statuses(service, ...free)).toEqual([404, 200, 200, 200, 400, 204, 405]);
});

const ONE_PROXY = ["loopback"];
const TWO_PROXIES = [...ONE_PROXY, "10.0.0.0/8"];
const SOCKET = "127.0.0.1";

test.each<[trustProxy: readonly string[], network: string, ...forwarded: string[]]>([
  // X-Forwarded-For is trusted from a proxy only.
  [[], SOCKET, "203.0.113.1"],
  [["10.0.0.1"], SOCKET, "203.0.113.1"],
  [["127.0.0.0/8"], "203.0.113.1", "203.0.113.1"],
  // Addresses that no trusted proxy added are ignored.
  [TWO_PROXIES, "203.0.113.1", "1.1.1.1, 203.0.113.1, 10.0.0.1", "203.0.113.1:80, 10.0.0.1:81"],
  [TWO_PROXIES, "10.0.0.2", "10.0.0.2, 10.0.0.1"],
  // With a port, in quotes, or mapped to IPv6.
  [ONE_PROXY, "203.0.113.1", "203.0.113.1", "203.0.113.1:4711", '"203.0.113.1:4711"'],
  [ONE_PROXY, "203.0.113.1", "198.51.100.1, 203.0.113.1", "[::ffff:203.0.113.1]:4711"],
  [ONE_PROXY, "192.0.2.33", "::ffff:192.0.2.33", "::ffff:c000:221"],
  [ONE_PROXY, "2001:db8:0:0::/64", "2001:db8::17", "[2001:db8::1]", "[2001:db8::1]:4711"],
  [ONE_PROXY, "2001:db8:0:0::/64", '"[2001:db8::1]:4711"'],
  [ONE_PROXY, "2001:db8:0:1::/64", "2001:DB8:0:1:2:3:4:5", "[2001:db8:0:1::1]:80"],
  [ONE_PROXY, "fe80:0:0:0::/64", "fe80::1", "fe80::1%eth0", "[fe80::1%25eth0]:80"],
  [ONE_PROXY, "0:0:0:0::/64", "::1", "::"],
  [ONE_PROXY, "1:2:3:4::/64", "1:2:3:4:5:6:7::"],
  [ONE_PROXY, "64:ff9b:0:0::/64", "64:ff9b::192.0.2.33"],
  // Not an address: the client counts as the proxy that reported it.
  [ONE_PROXY, SOCKET, "unknown", "_hidden", "198.51.100.1, unknown", ",", ", ,"],
  [
    ONE_PROXY,
    SOCKET,
    "203.0.113.1:x",
    "203.0.113.1:",
    "203.0.113.999",
    "0xcb.0.0x71.1",
    "3405803777",
  ],
])("behind %j, a client counts as %s by %j", (trustProxy, network, ...forwarded) => {
  const clientOf = clientAddress(trustedProxies(trustProxy));
  const networks = forwarded.map((addresses) => {
    const headers = { "x-forwarded-for": addresses };
    const socket = { remoteAddress: SOCKET };
    return networkOf(clientOf({ socket, headers } as unknown as IncomingMessage) ?? "");
  });
  expect(networks).toEqual(forwarded.map(() => network));
});

test("an idle connection is closed after the seconds of --keep-alive, 65 by default", async () => {
  const asked = (service: TestService) => service.get(BLOCK).then(({ headers }) => headers);
  expect((await asked(await startService())).get("keep-alive")).toBe("timeout=65");
  const service = await startService({ keepAlive: 1 });
  expect((await asked(service)).get("keep-alive")).toBe("timeout=1");

  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.resume().write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const startedAt = performance.now();
  await once(socket, "end");
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});
