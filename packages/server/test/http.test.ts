import { expect, onTestFinished, test, vi } from "vitest";
import type { CorsOrigins } from "../src/http/cors.ts";
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
    const { type, detail, code, data, msg } = answer.body;
    const own = code === undefined ? [type, detail] : [code, data, msg];
    return [answer.status, answer.headers.get("allow"), ...own];
  };
  const unknown = "No resource at this path.";
  expect(await refused("/nothing")).toEqual([404, null, "/problems/unknown-path", unknown]);
  expect(await refused("/public_api/nothing")).toEqual([404, null, 404, {}, unknown]);
  const post = "POST is not allowed here.";
  const other = [405, "GET, HEAD, OPTIONS", "/problems/method-not-allowed", post];
  expect(await refused("/v2/ethereum/blocks/1", { method: "POST" })).toEqual(other);
  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    // The type of a body that is not there is ignored.
    const answer = await refused(QUERY, { method, headers: json });
    expect(answer).toEqual([405, "POST, OPTIONS", 405, {}, `${method} is not allowed here.`]);
  }
  const noJson = "The body must be JSON, with content type application/json.";
  const largest = `${" ".repeat(65_534)}{}`;
  for (const [status, body, type, msg] of [
    [415, "{}", "text/plain", noJson],
    [415, "{}", "application/xml", noJson],
    [415, "{}", "application/x-www-form-urlencoded", noJson],
    [400, largest, "application/json", "subgraph_name: is required; version: is required"],
    [413, `${largest} `, "application/json", "The body is too large."],
    [400, null, undefined, "body: is required"],
  ] as const) {
    const headers = type === undefined ? {} : { "content-type": type };
    const answer = await refused(QUERY, { method: "POST", body, headers });
    expect(answer).toEqual([status, null, status, {}, msg]);
  }
  const long = "The URL is longer than 8192 characters.";
  for (const path of ["/v2/ethereum/blocks/", "/x/v1/transactions?cursor=A"]) {
    const longest = path.padEnd(8192, "1");
    expect((await refused(longest))[0]).toBe(404);
    expect(await refused(`${longest}1`)).toEqual([414, null, "/problems/url-too-long", long]);
    expect((await service.get(longest)).body.instance).toBe(longest.slice(0, 1024));
  }
});

test.each([
  ["/nothing", { "x-request-id": "trace-1.a:b" }, /^trace-1\.a:b$/],
  ["/nothing", {}, /^[\da-f-]{36}$/],
  ["/nothing", { "x-request-id": `"><script>` }, /^[\da-f-]{36}$/],
  ["/nothing", { "x-request-id": "x".repeat(129) }, /^[\da-f-]{36}$/],
  ["/%zz", {}, /^[\da-f-]{36}$/],
])(
  "the response of %s has a request id: %j, if it is well-formed",
  async (path, sent, expected) => {
    const { get } = await startService();
    const { headers } = await get(path, { headers: sent });
    expect(headers.get("x-request-id")).toMatch(expected);
  },
);

test("chain data accepts no token or a valid one; address data ignores tokens", async () => {
  const service = await startService();
  const data = await createToken(service.management, "app", "data");
  for (const [path, authorization, status] of [
    ["/v2/polygon/blocks/1", `Bearer ${data}`, 404],
    ["/v2/polygon/blocks/1", `bearer  ${service.token} `, 404],
    ["/v2/polygon/blocks/1", "Bearer nonsense", 401],
    ["/v2/polygon/blocks/1", "Basic eDp5", 401],
    ["/v2/polygon/blocks/1", "Bearer", 401],
    ["/v2/polygon/blocks/1", `Bearer ${data}x`, 401],
    ["/nochain/v1/transactions", "Bearer nonsense", 404],
  ] as const) {
    const response = await service.get(path, { headers: { authorization } });
    const challenge = status === 401 ? 'Bearer error="invalid_token"' : null;
    const found = [response.status, response.headers.get("www-authenticate")];
    expect([authorization, ...found]).toEqual([authorization, status, challenge]);
  }
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
  const token = { name: "", scope: "data", hash: "0x", expiresAt: null, id: "a" } as const;
  await store.addToken(token);
  let time = 1;
  const { findToken } = cacheTokens(store, () => time);
  const find = async (...ids: string[]) => {
    const found = await Promise.all(ids.map(findToken));
    return found.map((each) => each?.id);
  };
  expect(await find("a", "b")).toEqual(["a", undefined]);
  const [{ createdAt = 0 } = {}] = await store.listTokens();
  expect(Math.abs(Date.now() / 1_000 - createdAt)).toBeLessThan(60);
  await store.addToken({ ...token, id: "b" });
  await store.deleteToken("a");
  time = 9_999;
  expect(await find("a", "b")).toEqual(["a", "b"]);
  time = 10_002;
  expect(await find("a", "b")).toEqual([undefined, "b"]);
});

const ALL = ["etag, retry-after, x-request-id, chainkit-coverage", "GET, HEAD"] as const;
const PAGE = "https://a.example";

test.each([
  ["*", null, "*", ...ALL],
  [[PAGE], "origin", PAGE, ...ALL],
  [["https://b.example"], "origin", null, null, "GET, HEAD"],
  [[], null, null, null, null],
])("with --cors %j, web pages may read the data areas but not management", async (...row) => {
  const [cors, vary, origin, exposed, methods] = row;
  const { get } = await startService({ cors: cors as CorsOrigins });
  const ask = async (method: string, path: string) => {
    const { headers } = await get(path, { method, headers: { origin: PAGE } });
    const names = ["allow-origin", "expose-headers", "allow-methods", "allow-headers", "max-age"];
    const own = names.map((name) => headers.get(`access-control-${name}`));
    return [headers.get("vary"), ...own];
  };
  const [block, nothing] = ["/v2/polygon/blocks/1", Array(6).fill(null)];
  expect(await ask("GET", block)).toEqual([vary, origin, exposed, null, null, null]);
  const sent = methods && "authorization, content-type, x-request-id";
  const preflight = [vary, origin, exposed, methods, sent, methods && "86400"];
  expect(await ask("OPTIONS", block)).toEqual(preflight);
  expect([await ask("OPTIONS", QUERY), await ask("POST", QUERY)]).toEqual([nothing, nothing]);
});

test("/readyz reports readiness by status, with the state of each chain", async () => {
  const ethereum = { served: 1, head: 100, lag: 99, trouble: null, ready: false };
  const base = { served: 7, head: 7, lag: 0, trouble: null, ready: true };
  const chains = { ethereum, base };
  const { get } = await startService({}, { readiness: () => ({ ready: false, chains }) });
  const read = async (path: string) => {
    const { status, body } = await get(path);
    return [status, body.detail ?? body];
  };
  expect(await read("/readyz")).toEqual([503, { status: "not ready", chains }]);
  expect(await read("/readyz/ethereum")).toEqual([503, ethereum]);
  expect(await read("/readyz/base")).toEqual([200, base]);
  for (const unknown of ["bsc", "constructor"]) {
    const detail = `${unknown} is not one of the served chains: ethereum, base.`;
    expect(await read(`/readyz/${unknown}`)).toEqual([404, detail]);
  }
  expect(await read("/healthz")).toEqual([200, { status: "ok" }]);
});

test("metrics count responses by operation and status, without labels chosen by callers", async () => {
  const { get } = await startService();
  for (const path of ["/v2/polygon/blocks/1", "/made/up", "/readyz"]) {
    await get(path);
  }
  const { body } = await get("/metrics");
  expect(body).toContain("process_resident_memory_bytes ");
  const counts = body.matchAll(/_request_duration_seconds_count\{(.*)\} (.*)/g);
  expect([...counts].map(([, labels, count]) => `${labels} ${count}`).sort()).toEqual([
    'operation="getBlock",status="404" 1',
    'operation="none",status="200" 1',
    'operation="none",status="404" 1',
  ]);
  const bounds = [...body.matchAll(/_request_duration_.*le="(.*?)",operation="getBlock"/g)];
  const seconds = "0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 1 5 +Inf";
  expect(bounds.map(([, bound]) => bound).join(" ")).toBe(seconds);
});
