import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMcpFactory, type McpHttpServer, serveHttp } from "../src/index.ts";
import { connect, type Deployment, json, startDeployment, textOf } from "./support.ts";

const ORIGIN = "https://app.example.com";

let deployment: Deployment;
let server: McpHttpServer;
beforeAll(async () => {
  deployment = await startDeployment();
  server = await serveHttp(createMcpFactory({ baseUrl: deployment.url }), {
    allowHosts: ["mcp.example.com"],
    allowOrigins: [ORIGIN],
  });
});
afterAll(async () => {
  await server?.close();
  await deployment?.close();
});

const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

/** A request with any header: `fetch` does not let `Host` be set. */
async function send(headers: Record<string, string>, { method = "POST", path = "/mcp" } = {}) {
  const { hostname, port } = new URL(server.url);
  const accept = "application/json, text/event-stream";
  const outgoing = request({
    ...{ hostname, port, method, path },
    headers: { "content-type": "application/json", accept, ...headers },
  });
  outgoing.end(method === "POST" ? ping : undefined);
  const [response] = await once(outgoing, "response");
  let text = "";
  for await (const chunk of response) {
    text += chunk;
  }
  return { status: response.statusCode, headers: response.headers, text };
}

describe("the HTTP server", () => {
  it("listens on the loopback", () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it.each(["localhost:1", "127.0.0.1", "[::1]:4020", "mcp.example.com"])(
    "is called under the name %s",
    async (host) => {
      expect((await send({ host })).text).toContain('"getBlock"');
    },
  );

  it.each(["attacker.example", "127.0.0.1.attacker.example:80", "localhost.attacker.example"])(
    "refuses the name %j, which a page may have bound to this machine",
    async (host) => {
      const { status, text } = await send({ host });
      expect(status).toBe(403);
      expect(text).not.toContain("getBlock");
    },
  );

  it.each([
    "https://attacker.example",
    "http://localhost:3000",
    "http://app.example.com",
    "https://app.example.com.attacker.example",
    "null",
  ])("refuses pages of the origin %s", async (origin) => {
    const { status, headers, text } = await send({ origin });
    expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    expect(JSON.parse(text).error.message).toContain("see --allow-origin");
  });

  it("repeats the start of an origin only", async () => {
    const { headers, text } = await send({ origin: `https://${"a".repeat(300)}` });
    expect(headers["content-type"]).toBe("application/json");
    const message = `origin https://${"a".repeat(192)} is not allowed; see --allow-origin`;
    expect(JSON.parse(text)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32000, message },
      id: null,
    });
  });

  it("lets pages of an allowed origin call, and tells their browsers so", async () => {
    const preflight = await send({ origin: ORIGIN }, { method: "OPTIONS" });
    const { date: _date, connection: _, ...headers } = preflight.headers;
    expect([preflight.status, headers]).toEqual([
      204,
      {
        "access-control-allow-origin": ORIGIN,
        "access-control-allow-headers":
          "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id",
        "access-control-allow-methods": "POST",
        "keep-alive": "timeout=65",
        vary: "Origin",
      },
    ]);
    expect((await send({ origin: ORIGIN })).status).toBe(200);
  });

  it.each(["https://app.example.com/path", "app.example.com", "*"])(
    "refuses to start with %s as an origin",
    async (origin) => {
      const factory = createMcpFactory({ baseUrl: deployment.url });
      await expect(serveHttp(factory, { allowOrigins: [origin] })).rejects.toThrow(
        "is not an origin",
      );
    },
  );

  it("serves nothing at other paths, and no larger body than a call needs", async () => {
    expect((await send({}, { path: "/" })).status).toBe(404);
    const read = await send({}, { method: "GET" });
    expect([read.status, read.headers.allow]).toEqual([405, "OPTIONS, POST"]);
    const body = JSON.stringify({ padding: "x".repeat(2 ** 20) });
    const headers = { "content-type": "application/json" };
    expect((await fetch(server.url, { method: "POST", headers, body })).status).toBe(413);
  });

  it.each([
    ["legacy", /^2025-/],
    ["auto", /^2026-07-28$/],
  ] as const)("speaks to %s clients", async (mode, revision) => {
    deployment.respond = json(404, { detail: "No such block." });
    const { client, close } = await connect({ baseUrl: deployment.url }, mode);
    expect(client.getNegotiatedProtocolVersion()).toMatch(revision);
    expect(client.getInstructions()).toMatch(/cursor.*wei/s);
    const result = await client.callTool({
      name: "getBlock",
      arguments: { chain_name: "ethereum", block_number: "1" },
    });
    expect(textOf(result)).toContain("404 No such block");
    await close();
  });
});

// Less than the 15 s after which an attempt ends by itself.
describe("a call in progress", { timeout: 10_000 }, () => {
  const block = {
    name: "getBlock",
    arguments: { chain_name: "ethereum", block_number: "1" },
  };

  /** Starts a call that a deployment of its own never answers. */
  async function started(mode?: "legacy" | "auto") {
    const own = await startDeployment();
    let gone: Promise<unknown> = Promise.resolve();
    const arrived = new Promise<void>((resolve) => {
      own.respond = (_, response) => {
        gone = once(response, "close");
        resolve();
      };
    });
    const { client, close } = await connect({ baseUrl: own.url }, mode);
    const outcome = client.callTool(block).catch((error: Error) => error);
    await arrived;
    return { own, close, outcome, gone, leave: () => client.close() };
  }

  it.each(["legacy", "auto"] as const)("is aborted when a %s client leaves", async (mode) => {
    const { own, close, outcome, gone, leave } = await started(mode);
    await leave();
    await gone;
    expect(await outcome).toBeInstanceOf(Error);
    expect(own.requests).toHaveLength(1);
    await close();
    await own.close();
  });

  it("is aborted when the server closes", async () => {
    const { own, close, gone } = await started();
    await close();
    await gone;
    await own.close();
  });
});
