import { expect, onTestFinished, test, vi } from "vitest";
import { cacheTokens, createToken } from "../src/service/tokens.ts";
import { emptyManagement } from "./support/engines.ts";
import { startService } from "./support/support.ts";

const HASH = `0x${"0".repeat(64)}`;
const WALLET = `0x${"Ab".repeat(20)}`;
const COLLECTION = `0x${"c".repeat(40)}`;

const HEX = "must be 0x and 64 hexadecimal digits";
const LIMIT = ["limit", "must be an integer from 1 to 100"];
const CHAINS = "must be one of ethereum, apechain, arbitrum, avalanche, base, bsc, polygon";
const INTEGER = ["blockNumber", "must be an integer"];
const QUERY = "/public_api/v1/ns/tags/query-tag";

test.each<[path: string, ...faults: string[][]]>([
  ["/v2/ethereum/transactions/0x1234", ["transaction_hash", HEX]],
  [`/v2/ethereum/transactions/${HASH}%0A`, ["transaction_hash", HEX]],
  ["/v2/ethereum/blocks/-1", ["block_number", "must be a decimal number or the word latest"]],
  ["/v2/nochain/blocks/1", ["chain_name", CHAINS]],
  ["/x/v1/transactions?limit=101", LIMIT],
  ["/x/v1/transactions?limit=5.0", LIMIT],
  ["/x/v1/transactions?limit=1e1", LIMIT],
  ["/x/v1/transactions?limit=5&limit=5", ["limit", "must be given once"]],
  ["/x/v1/block/latest/transactions", INTEGER],
  ["/x/v1/block/one/transactions?limit=x", INTEGER, LIMIT],
])("400 for %s, naming each parameter", async (path, ...faults) => {
  const service = await startService();
  const { status, headers, body } = await service.get(path);
  expect(status).toBe(400);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(body).toEqual({
    ...{ type: "/problems/invalid-parameter", title: "Invalid parameter", status: 400 },
    detail: `${faults.length === 1 ? "One parameter is" : `${faults.length} parameters are`} invalid.`,
    ...{ instance: path, errors: faults.map(([parameter, reason]) => ({ parameter, reason })) },
  });
});

test("a chain that is not served is a 404", async () => {
  const service = await startService();
  for (const path of [
    `/v2/polygon/transactions/${HASH}`,
    "/v2/polygon/blocks/latest",
    `/v2/polygon/collections/${COLLECTION}/nfts/1`,
    `/nochain/v1/address/${WALLET}/transactions`,
    `/nochain/v1/address/${WALLET}/balance/erc20`,
    `/nochain/v1/address/${WALLET}/balance/erc721`,
    "/nochain/v1/block/1/transactions",
    "/nochain/v1/transactions?limit=&unknown=1",
  ]) {
    const { status, body } = await service.get(path);
    const [, v2, other] = path.split("/");
    const detail = `The chain ${v2 === "v2" ? other : v2} is not served here.`;
    expect([status, body.detail], path).toEqual([404, detail]);
  }
});

test("what HTTP itself refuses has the format of the area", async () => {
  const service = await startService();
  const json = { "content-type": "application/json" };
  const refused = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${service.token}`, ...init.headers };
    const answer = await service.get(path, { ...init, headers });
    const { title, detail, code, data, msg } = answer.body;
    const envelope = code === undefined ? [] : [code, data];
    return [answer.status, answer.headers.get("allow"), ...envelope, title ?? msg, detail ?? ""];
  };
  const unknown = "No resource at this path.";
  expect(await refused("/nothing")).toEqual([404, null, "Unknown path", unknown]);
  expect(await refused("/public_api/nothing")).toEqual([404, null, 404, {}, unknown, ""]);
  const read = "GET, HEAD, OPTIONS";
  const other = [405, read, "Method not allowed", "POST is not allowed here."];
  expect(await refused("/v2/ethereum/blocks/1", { method: "POST" })).toEqual(other);
  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    // The type of a body that is not there is ignored.
    const answer = await refused(QUERY, { method, headers: json });
    expect(answer).toEqual([405, "POST, OPTIONS", 405, {}, `${method} is not allowed here.`, ""]);
  }
  const post = (body: string, headers = {}) => refused(QUERY, { method: "POST", body, headers });
  const noJson = "The body must be JSON, with content type application/json.";
  for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded"]) {
    const answer = await post("{}", { "content-type": type });
    expect(answer).toEqual([415, null, 415, {}, noJson, ""]);
  }
  const large = await post(JSON.stringify({ version: "x".repeat(70_000) }), json);
  expect(large).toEqual([413, null, 413, {}, "The body is too large.", ""]);
  const long = "The URL is longer than 8192 characters.";
  const [digits, cursor] = ["1".repeat(9_000), "A".repeat(9_000)];
  for (const path of [`/v2/ethereum/blocks/${digits}`, `/x/v1/transactions?cursor=${cursor}`]) {
    expect(await refused(path)).toEqual([414, null, "URL too long", long]);
  }
});

test("HEAD is GET without a body", async () => {
  const service = await startService();
  const get = await service.get("/nochain/v1/transactions");
  const head = await service.get("/nochain/v1/transactions", {
    method: "HEAD",
  });
  expect(head).toMatchObject({ status: 404, body: "" });
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
  expect((await service.get("/healthz", { method: "HEAD" })).status).toBe(200);
});

test("each response has a request id: the caller's if it is well-formed", async () => {
  const service = await startService();
  const idFor = async (sent?: string) => {
    const init = sent === undefined ? {} : { headers: { "x-request-id": sent } };
    return (await service.get("/nothing", init)).headers.get("x-request-id");
  };
  expect(await idFor("trace-1.a:b")).toBe("trace-1.a:b");
  expect(await idFor()).toMatch(/^[\da-f-]{36}$/);
  expect(await idFor(`"><script>`)).toMatch(/^[\da-f-]{36}$/);
  expect(await idFor("x".repeat(200))).toMatch(/^[\da-f-]{36}$/);
  expect((await service.get("/%zz")).headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

test("chain data accepts no token or a valid one; address data ignores tokens", async () => {
  const service = await startService();
  const get = (path: string, authorization: string) =>
    service.get(path, { headers: { authorization } });
  const data = await createToken(service.management, "app", "data");
  for (const token of [data, service.token]) {
    expect((await get("/v2/polygon/blocks/1", `Bearer ${token}`)).status).toBe(404);
  }
  for (const authorization of ["Bearer nonsense", "Basic eDp5", "Bearer", `Bearer ${data}x`]) {
    const { status, headers } = await get("/v2/polygon/blocks/1", authorization);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer/);
  }
  expect((await get("/nochain/v1/transactions", "Bearer nonsense")).status).toBe(404);
});

test("an expired token is refused like any that is not valid, although it is cached", async () => {
  const stored = await emptyManagement();
  const service = await startService({}, { management: cacheTokens(stored) });
  const expiresAt = Math.floor(Date.now() / 1000) + 600;
  const token = await createToken(stored, "app", "management", expiresAt);
  const headers = { authorization: `Bearer ${token}` };
  const statuses = async () => {
    const body = { subgraph_name: "transfers", version: "1" };
    const data = await service.get("/v2/polygon/blocks/1", { headers });
    const managed = await service.post(QUERY, body, headers);
    return [data.status, managed.status];
  };
  expect(await statuses()).toEqual([404, 404]);
  vi.setSystemTime(expiresAt * 1000);
  onTestFinished(() => void vi.useRealTimers());
  expect(await statuses()).toEqual([401, 401]);
});

test("a token is read once in ten seconds, and a revoked one is refused after that", async () => {
  const store = await emptyManagement();
  const token = { name: "", scope: "data", hash: "0x", expiresAt: null } as const;
  await store.addToken({ ...token, id: "a" });
  let time = 1;
  const cached = cacheTokens(store, () => time);
  expect(await cached.findToken("a")).toMatchObject({ id: "a" });
  expect(await cached.findToken("b")).toBeUndefined();
  await store.addToken({ ...token, id: "b" });
  expect(await cached.findToken("b")).toMatchObject({ id: "b" });
  await store.deleteToken("a");
  time = 9_999;
  expect(await cached.findToken("a")).toMatchObject({ id: "a" });
  time = 10_002;
  expect(await cached.findToken("a")).toBeUndefined();
});

test("web pages may read the data areas but not management", async () => {
  const service = await startService();
  const origin = { origin: "https://app.example" };
  const data = await service.get("/v2/polygon/blocks/1", { headers: origin });
  expect(data.headers.get("access-control-allow-origin")).toBe("*");
  expect(data.headers.get("access-control-expose-headers")).toMatch(/etag.*retry-after/);
  const asked = { ...origin, "access-control-request-method": "GET" };
  const preflight = await service.get("/v2/polygon/blocks/1", {
    method: "OPTIONS",
    headers: asked,
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  const managed = await service.post(QUERY, {}, origin);
  expect(managed.headers.get("access-control-allow-origin")).toBeNull();
});

test("--cors sets the allowed origins, or none", async () => {
  const allowed = async (cors: readonly string[], origin: string) => {
    const service = await startService({ cors });
    const { headers } = await service.get("/x/v1/transactions", {
      headers: { origin },
    });
    return headers.get("access-control-allow-origin");
  };
  expect(await allowed(["https://a.example"], "https://a.example")).toBe("https://a.example");
  expect(await allowed(["https://a.example"], "https://b.example")).toBeNull();
  expect(await allowed([], "https://a.example")).toBeNull();
});

test("/readyz reports readiness by status, with the state of each chain", async () => {
  const ethereum = { served: 1, head: 100, lag: 99, trouble: null, ready: false };
  const base = { served: 7, head: 7, lag: 0, trouble: null, ready: true };
  const chains = { ethereum, base };
  const service = await startService({}, { readiness: () => ({ ready: false, chains }) });
  expect(await service.get("/readyz")).toMatchObject({
    status: 503,
    body: { status: "not ready", chains },
  });
  expect(await service.get("/readyz/ethereum")).toMatchObject({ status: 503, body: ethereum });
  expect(await service.get("/readyz/base")).toMatchObject({ status: 200, body: base });
  for (const unknown of ["bsc", "constructor"]) {
    const { status, body } = await service.get(`/readyz/${unknown}`);
    const detail = `${unknown} is not one of the served chains: ethereum, base.`;
    expect([status, body.detail]).toEqual([404, detail]);
  }
  expect((await service.get("/healthz")).status).toBe(200);
});

test("metrics count responses by operation and status, without labels chosen by callers", async () => {
  const service = await startService();
  await service.get("/v2/polygon/blocks/1");
  await service.get("/made/up");
  await service.get("/readyz");
  const { body } = await service.get("/metrics");
  expect(body).toMatch(/request_duration_seconds_count\{operation="getBlock",status="404"\} 1/);
  expect(body).toMatch(/request_duration_seconds_count\{operation="none",status="404"\} 1/);
  expect(body).not.toContain("made");
});
