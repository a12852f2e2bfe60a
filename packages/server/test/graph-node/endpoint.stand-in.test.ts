import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { createQueryProxy } from "../../src/graph-node/proxy.ts";
import { observeQueries } from "../../src/http/subgraph-endpoint.ts";
import { bodyOf, startSubgraphs } from "../support/graph-node/service.ts";

const PROD = "/subgraphs/transfers/prod";
const TAG = { subgraph_name: "transfers", version: "v1", tag: "prod" };

async function tagged(options: Parameters<typeof startSubgraphs>[0] = {}) {
  const service = await startSubgraphs(options);
  expect((await service.manage("createTag", TAG)).status).toBe(200);
  return service;
}

const limits = { maxQuery: 1_000_000, maxResponse: 10_000_000, timeoutMs: 5_000 };

/** Sends a query in chunks, without its length. */
function postChunks(url: string, ...parts: Buffer[]): Promise<Response> {
  return fetch(url + PROD, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: Readable.toWeb(Readable.from(parts)),
    duplex: "half",
  } as unknown as RequestInit);
}

describe("forwarding", () => {
  test("drops credentials and connection headers in both directions", async () => {
    const header = { name: "authorization", value: "Bearer upstream-secret" };
    const service = await tagged();
    const { query, standIn } = service;
    const response = await query(PROD, {
      headers: {
        authorization: "Bearer callers-secret",
        cookie: "session=secret",
        "x-api-key": "secret",
        te: "trailers",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      },
    });
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("graph-indexed")).toBe('{"number":5}');
    expect(response.headers.get("graph-attestable")).toBe("true");
    expect(JSON.stringify(standIn.lastQuery?.headers)).not.toContain("secret");
    expect(Object.keys(standIn.lastQuery?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "content-length",
      "content-type",
      "host",
      "traceparent",
    ]);
    const proxy = createQueryProxy({ ...standIn.settings.query, header }, limits);
    const body = Buffer.from('{"query":"{a}"}');
    const { signal } = new AbortController();
    await proxy.forward({
      deploymentId: "QmOne",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    expect(standIn.lastQuery?.headers.authorization).toBe("Bearer upstream-secret");
    proxy.close();
  });

  test("streams a response", async () => {
    const { query, standIn } = await tagged();
    let end = () => {};
    standIn.onQuery = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"data":');
      end = () => response.end("1}");
    };
    const response = await query(PROD);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('{"data":');
    end();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe("1}");
  });

  test("adds the Content-Length that graph-node requires", async () => {
    const { url } = await tagged();
    const response = await postChunks(url, Buffer.from('{"query":"{ a }"}'));
    expect(await bodyOf(response)).toMatchObject({ data: { _meta: { deployment: "QmOne" } } });
  });

  test("retries a query on a connection that graph-node has just closed", async () => {
    const { query, standIn } = await tagged();
    let count = 0;
    standIn.onQuery = (request: IncomingMessage, response: ServerResponse) => {
      count += 1;
      // The second request comes on the connection of the first.
      if (count === 2) {
        request.socket.resetAndDestroy();
        return;
      }
      request.resume().on("end", () => response.end("{}"));
    };
    expect((await query(PROD)).status).toBe(200);
    expect((await query(PROD)).status).toBe(200);
    expect(count).toBe(3);
  });
});

/** Media types that a browser would run, or that are not those of JSON. */
const NO_JSON = [
  ...["text/html", "text/html; charset=utf-8", "application/xhtml+xml", "image/svg+xml"],
  ...["text/xml", "text/javascript", "application/pdf", "json", "text/html; application/json"],
  ...["multipart/x-mixed-replace; boundary=json", "application/json, text/html"],
  "application/json; charset=utf-7",
];

describe("a response of graph-node", () => {
  test("that is not the result of a query is refused, with nothing of it", async () => {
    const { query, standIn } = await tagged({
      graphNode: { limits: { ...limits, maxResponse: 1_000, timeoutMs: 200 } },
    });
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
    const switching =
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n";
    await expectRefusal(
      ({ socket }) => socket.write(switching),
      "graph-node responded with HTTP 101.",
    );
    await expectRefusal(
      (_, response) => response.end("x".repeat(1_001)),
      "The response of graph-node is too long.",
    );
    await expectRefusal(() => {}, "graph-node did not respond in time.", 504);
    await standIn.stop();
    await expectRefusal(undefined, "graph-node is not reachable.");
  });

  test("that is one is served as JSON that no browser runs", async () => {
    const { query, standIn } = await tagged();
    for (const [status, type] of [
      [200, "application/json"],
      [299, "application/json; charset=UTF-8"],
      [400, "application/graphql-response+json;charset=utf-8"],
      [499, undefined],
    ] as const) {
      standIn.onQuery = (_request, response) =>
        response.writeHead(status, type ? { "content-type": type } : {}).end("{}");
      const response = await query(PROD);
      const { headers } = response;
      expect([response.status, await response.text()]).toEqual([status, "{}"]);
      expect(headers.get("content-type")).toBe(type ?? "application/json");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    }
  });

  test("that turns out too long or too slow is cut off", async () => {
    const { query, standIn } = await tagged({
      graphNode: { limits: { ...limits, maxResponse: 1_000, timeoutMs: 200 } },
    });
    standIn.onQuery = (_request, response) => {
      response.write("x".repeat(600));
      setTimeout(() => response.end("x".repeat(600)), 20);
    };
    await expect((await query(PROD)).text()).rejects.toThrow();
    standIn.onQuery = (_request, response) => void response.writeHead(200).write("{");
    await expect((await query(PROD)).text()).rejects.toThrow();
  });
});

describe("a query", () => {
  test("is refused if it is too long, empty, compressed or no JSON", async () => {
    const { query, url } = await tagged({ graphNode: { limits: { ...limits, maxQuery: 100 } } });
    const parts = Array.from({ length: 11 }, () => Buffer.alloc(10));
    const responses = [
      await query(PROD, { body: "x".repeat(101) }),
      await postChunks(url, ...parts),
      await query(PROD, { body: "" }),
      await query(PROD, { headers: { "content-type": "text/plain" } }),
      await query(PROD, { headers: { "content-encoding": "gzip" } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([413, 413, 400, 415, 415]);
    expect(await bodyOf(responses[2] as Response)).toEqual({
      errors: [{ message: "body: must be a GraphQL request in JSON", extensions: { status: 400 } }],
    });
  });

  test("is aborted when its caller disconnects", async () => {
    // Longer than the test may take: it is not the time limit that ends the query.
    const { query, standIn } = await tagged({
      graphNode: { limits: { ...limits, timeoutMs: 600_000 } },
    });
    const aborted = new Promise<void>((resolve) => {
      standIn.onQuery = (_request, response) => {
        response.on("close", () => resolve());
      };
    });
    const leaving = new AbortController();
    const response = query(PROD, { signal: leaving.signal });
    await sleep(100);
    leaving.abort();
    await expect(response).rejects.toThrow();
    await aborted;
  });

  test("is limited per tag and per caller", async () => {
    const { query, url } = await tagged({ rateTag: { perSecond: 0.5, burst: 2 } });
    const statuses: number[] = [];
    // What does not exist is refused as well: the limit stands before the database.
    const missing = "/subgraphs/transfers/missing";
    for (const path of [PROD, PROD, PROD, "/subgraphs/transfers/v1", missing, missing, missing]) {
      statuses.push((await query(path)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 404, 404, 429]);
    const metrics = await fetch(`${url}/metrics`);
    expect(await metrics.text()).not.toContain("missing");
    const refused = await query(PROD);
    expect(refused.headers.get("retry-after")).toBe("2");
    const narrow = await tagged({ rateAnonymous: { perSecond: 0.5, burst: 1 } });
    expect((await narrow.query(PROD)).status).toBe(200);
    expect((await narrow.query(PROD)).status).toBe(429);
  });
});

describe("metrics", () => {
  test("the number of tag labels is bounded", async () => {
    const registry = new Registry();
    const app = Fastify();
    const labelsOf = observeQueries(app, registry, 2);
    app.get("/:tag", async (request) => {
      request.queryLabels = labelsOf("s", (request.params as { tag: string }).tag, true);
      return {};
    });
    for (const tag of ["a", "b", "c", "d", "a"]) {
      await app.inject(`/${tag}`);
    }
    const text = await registry.metrics();
    const tags = [...text.matchAll(/_count\{.*tag="(.*?)".*\} (\d+)/g)].map(([, tag, n]) => [
      tag,
      n,
    ]);
    expect(tags).toEqual([
      ["a", "2"],
      ["b", "1"],
      ["(other)", "2"],
    ]);
    await app.close();
  });
});
