import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { ProxyLimits } from "../../src/graph-node/proxy.ts";
import { observeQueries } from "../../src/http/subgraph-endpoint.ts";
import { bodyOf, startSubgraphs } from "../support/graph-node/service.ts";

const PROD = "/subgraphs/transfers/prod";

type Options = NonNullable<Parameters<typeof startSubgraphs>[0]>;

/** A service with a tag, and limits of its proxy. */
async function tagged(limits: Partial<ProxyLimits> = {}, { graphNode, ...settings }: Options = {}) {
  const all = { maxQuery: 1_000_000, maxResponse: 10_000_000, timeoutMs: 5_000, ...limits };
  const service = await startSubgraphs({ ...settings, graphNode: { ...graphNode, limits: all } });
  const tag = { subgraph_name: "transfers", version: "v1", tag: "prod" };
  expect((await service.manage("createTag", tag)).status).toBe(200);
  return service;
}

/** Sends a query in chunks, without its length. */
function postChunks(url: string, ...parts: Buffer[]): Promise<Response> {
  return fetch(url + PROD, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Readable.toWeb(Readable.from(parts)),
    duplex: "half",
  } as unknown as RequestInit);
}

test("credentials and connection headers are dropped in both directions", async () => {
  const { query, standIn } = await tagged();
  const response = await query(PROD, {
    headers: {
      authorization: "Bearer callers-secret",
      cookie: "session=secret",
      "x-api-key": "secret",
      te: "trailers",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    },
  });
  const names = ["set-cookie", "access-control-allow-origin", "graph-indexed", "graph-attestable"];
  const received = names.map((name) => response.headers.get(name));
  expect(received).toEqual([null, "*", '{"number":5}', "true"]);
  expect(JSON.stringify(standIn.lastQuery?.headers)).not.toContain("secret");
  expect(Object.keys(standIn.lastQuery?.headers ?? {}).sort()).toEqual([
    ...["accept", "accept-encoding", "connection", "content-length", "content-type", "host"],
    "traceparent",
  ]);
});

test("the service sends its own credentials, and the length that graph-node requires", async () => {
  const { url, standIn } = await tagged();
  const header = { name: "authorization", value: "Bearer upstream-secret" };
  const query = { ...standIn.settings.query, header };
  const { url: own } = await tagged({}, { graphNode: { query } });
  for (const [each, authorization] of [
    [url, undefined],
    [own, "Bearer upstream-secret"],
  ] as const) {
    const response = await postChunks(each, Buffer.from('{"query":'), Buffer.from('"{ a }"}'));
    const sent = standIn.lastQuery?.headers;
    expect([sent?.["content-length"], sent?.authorization]).toEqual(["17", authorization]);
    // The other stand-in has the same deployments.
    expect((await bodyOf(response)).data._meta).toEqual({ deployment: "QmOne" });
  }
});

test("a response is streamed", async () => {
  const { query, standIn } = await tagged();
  let end = () => {};
  standIn.onQuery = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"data":');
    end = () => response.end("1}");
  };
  const reader = (await query(PROD)).body?.getReader();
  const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(await next()).toBe('{"data":');
  end();
  expect(await next()).toBe("1}");
});

test("a query on a connection that graph-node has just closed is sent again", async () => {
  const { query, standIn } = await tagged();
  let count = 0;
  standIn.onQuery = (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    // The second request comes on the connection of the first, the fourth on one that was closed.
    if (count === 2 || count > 3) {
      request.socket.resetAndDestroy();
    } else {
      request.resume().on("end", () => response.end("{}"));
    }
  };
  expect([(await query(PROD)).status, (await query(PROD)).status, count]).toEqual([200, 200, 3]);
  // The last connection was kept: it is tried, and one more.
  expect([(await query(PROD)).status, count]).toEqual([502, 5]);
});

/** Media types that a browser would run, or that are not those of JSON. */
const NO_JSON = [
  ...["text/html", "text/html; charset=utf-8", "application/xhtml+xml", "image/svg+xml"],
  ...["text/xml", "text/javascript", "application/pdf", "json", "text/html; application/json"],
  ...["multipart/x-mixed-replace; boundary=json", "application/json, text/html"],
  "application/json; charset=utf-7",
];

test("a response that is not the result of a query is refused, with nothing of it", async () => {
  const { query, standIn } = await tagged({ maxResponse: 1_000, timeoutMs: 200 });
  const expectRefusal = async (send: typeof standIn.onQuery, message: string, status = 502) => {
    standIn.onQuery = send;
    const response = await query(PROD);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const errors = [{ message, extensions: { status } }];
    expect([response.status, await bodyOf(response)]).toEqual([status, { errors }]);
  };
  const sends =
    (status: number, headers: Readonly<Record<string, string>>) =>
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status, headers).end("<script>alert(1)</script>");
  for (const status of [300, 302, 304, 500, 503]) {
    const send = sends(status, { location: "http://127.0.0.1/secret" });
    await expectRefusal(send, `graph-node responded with HTTP ${status}.`);
  }
  for (const type of NO_JSON) {
    for (const status of [200, 404]) {
      const send = sends(status, { "content-type": type });
      await expectRefusal(send, "graph-node did not respond with JSON.");
    }
  }
  const switching = "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n";
  const upgrade = ({ socket }: IncomingMessage) => socket.write(switching);
  await expectRefusal(upgrade, "graph-node responded with HTTP 101.");
  const long = (_: IncomingMessage, response: ServerResponse) => response.end("x".repeat(1_001));
  await expectRefusal(long, "The response of graph-node is too long.");
  await expectRefusal(() => {}, "graph-node did not respond in time.", 504);
  standIn.stop();
  await expectRefusal(undefined, "graph-node is not reachable.");
});

test.each([
  [200, "application/json"],
  [299, "application/json; charset=UTF-8"],
  [400, "application/graphql-response+json;charset=utf-8"],
  [499, undefined],
])("a result with status %i and type %s is served as JSON that no browser runs", async (...row) => {
  const { query, standIn } = await tagged({ maxResponse: 2 });
  const [status, type] = row;
  const sent = { "content-length": 2, ...(type && { "content-type": type }) };
  standIn.onQuery = (_request, response) => response.writeHead(status, sent).end("{}");
  const response = await query(PROD);
  expect([response.status, await response.text()]).toEqual([status, "{}"]);
  const names = ["content-type", "x-content-type-options", "content-security-policy"];
  const policy = "default-src 'none'; sandbox";
  const headers = names.map((name) => response.headers.get(name));
  expect(headers).toEqual([type ?? "application/json", "nosniff", policy]);
});

test("a response that turns out too long or too slow is cut off", async () => {
  const { query, standIn } = await tagged({ maxResponse: 1_000, timeoutMs: 200 });
  standIn.onQuery = (_request, response) => {
    response.write("x".repeat(600));
    setTimeout(() => response.end("x".repeat(600)), 20);
  };
  await expect((await query(PROD)).text()).rejects.toThrow("terminated");
  standIn.onQuery = (_request, response) => void response.writeHead(200).write("{");
  await expect((await query(PROD)).text()).rejects.toThrow("terminated");
});

test("a query is refused if it is too long, empty, compressed or no JSON", async () => {
  const { query, url } = await tagged({ maxQuery: 100 });
  const part = Buffer.alloc(10);
  const noJson = "The body must be JSON, with content type application/json.";
  const responses = [
    [await query(PROD, { body: "x".repeat(101) }), 413, "The body is too large."],
    [await postChunks(url, ...Array(11).fill(part)), 413, "The body is too large."],
    [await query(PROD, { body: "" }), 400, "body: must be a GraphQL request in JSON"],
    [await query(PROD, { headers: { "content-type": "text/plain" } }), 415, noJson],
    [
      await query(PROD, { headers: { "content-encoding": "gzip" } }),
      415,
      "The body must not be compressed.",
    ],
  ] as const;
  for (const [response, status, message] of responses) {
    const errors = [{ message, extensions: { status } }];
    expect([response.status, await bodyOf(response)]).toEqual([status, { errors }]);
  }
});

test("a query is aborted when its caller disconnects", async () => {
  // Longer than the test may take: it is not the time limit that ends the query.
  const { query, standIn } = await tagged({ timeoutMs: 600_000 });
  const aborted = new Promise<void>((resolve) => {
    standIn.onQuery = (_request, response) => response.on("close", () => resolve());
  });
  const leaving = new AbortController();
  const response = query(PROD, { signal: leaving.signal });
  await sleep(100);
  leaving.abort();
  await expect(response).rejects.toThrow("aborted");
  await aborted;
});

test("queries are limited per tag and per caller", async () => {
  const narrow = { perSecond: 0.5, burst: 1 };
  // An endpoint is none of the other requests, which have the limit of tokens.
  const limits = { rateTag: { perSecond: 0.5, burst: 2 }, rateToken: narrow };
  const { query, url } = await tagged({}, limits);
  const statuses: number[] = [];
  // What does not exist is refused as well: the limit stands before the database.
  const missing = "/subgraphs/transfers/missing";
  for (const path of [PROD, PROD, PROD, "/subgraphs/transfers/v1", missing, missing, missing]) {
    statuses.push((await query(path)).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200, 404, 404, 429]);
  const metrics = await fetch(`${url}/metrics`);
  expect(await metrics.text()).not.toContain("missing");
  expect((await query(PROD)).headers.get("retry-after")).toBe("2");
  const anonymous = await tagged({}, { rateAnonymous: narrow });
  const [first, second] = [await anonymous.query(PROD), await anonymous.query(PROD)];
  expect([first.status, second.status]).toEqual([200, 429]);
});

test("the number of tag labels in the metrics is bounded", async () => {
  const registry = new Registry();
  const app = Fastify();
  const labelsOf = observeQueries(app, registry, 2);
  app.get<{ Params: { tag: string } }>("/:tag", async (request) => {
    request.queryLabels = labelsOf("s", request.params.tag, true);
    return {};
  });
  for (const tag of ["a", "b", "c", "d", "a"]) {
    await app.inject(`/${tag}`);
  }
  const text = await registry.metrics();
  const counts = text.matchAll(/_count\{.*tag="(.*?)".*\} (\d+)/g);
  expect([...counts].map(([, ...row]) => row.join())).toEqual(["a,2", "b,1", "(other),2"]);
  const bounds = [...text.matchAll(/le="(.*?)",.*tag="a"/g)];
  expect(bounds.map(([, bound]) => bound).join(" ")).toBe("0.005 0.025 0.1 0.25 1 5 30 +Inf");
  await app.close();
});
