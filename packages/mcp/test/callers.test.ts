import { describe, expect, it, onTestFinished } from "vitest";
import { createMcpFactory, type HttpOptions, serveHttp } from "../src/index.ts";

const CALLER = "Caller-0123456789.~+/abc==";
const ORIGIN = "https://app.example.com";
const baseUrl = "http://127.0.0.1:9";

const serve = async (options: HttpOptions, allowWrites = false) => {
  const server = await serveHttp(createMcpFactory({ baseUrl, allowWrites }), options);
  onTestFinished(() => server.close());
  return server.url;
};

/** Asks for the tools, and returns the status and the challenge. */
async function listTools(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const text = await response.text();
  expect(text.includes('"getBlock"')).toBe(response.status === 200);
  return [response.status, response.headers.get("www-authenticate")];
}

describe("a server without a token of its callers", () => {
  it.each(["0.0.0.0", "::", "", "192.0.2.1", "example.com", "127.1", "localhost.example.com"])(
    "does not start on %j",
    async (host) => {
      const { message } = await serve({ host }).catch((error) => error);
      expect(message).toMatch(
        /^(.+) can be reached from other machines; set CHAINKIT_MCP_TOKEN .* or --insecure/,
      );
      expect(message.startsWith(host || "every address")).toBe(true);
    },
  );

  it("does not start with writes, even on the loopback", async () => {
    await expect(serve({}, true)).rejects.toThrow(/--allow-writes .*; set CHAINKIT_MCP_TOKEN/);
  });

  it.each(["127.0.0.1", "127.200.0.2", "localhost"])("reads on %s", async (host) => {
    expect(await listTools(await serve({ host }))).toEqual([200, null]);
  });

  it("starts anywhere and with writes if it is told to be insecure", async () => {
    const url = await serve({ host: "0.0.0.0", insecure: true }, true);
    expect(await listTools(url.replace("0.0.0.0", "127.0.0.1"))).toEqual([200, null]);
  });
});

describe("a server with a token of its callers", () => {
  it("serves callers with the token only", async () => {
    const url = await serve({ host: "0.0.0.0", callerToken: CALLER }, true);
    const local = url.replace("0.0.0.0", "127.0.0.1");
    expect(await listTools(local)).toEqual([401, "Bearer"]);
    for (const authorization of [
      `Bearer ${CALLER.toLowerCase()}`,
      `Bearer ${CALLER}x`,
      `Bearer ${CALLER.slice(0, -1)}`,
      "Bearer",
      `Basic ${CALLER}`,
      CALLER,
    ]) {
      const challenge = 'Bearer error="invalid_token"';
      expect(await listTools(local, { authorization })).toEqual([401, challenge]);
    }
    expect(await listTools(`${local}?access_token=${CALLER}`)).toEqual([401, "Bearer"]);
    expect(await listTools(local, { authorization: `bearer ${CALLER}` })).toEqual([200, null]);
  });

  it("requires it on the loopback, and of every method but OPTIONS", async () => {
    const url = await serve({ callerToken: CALLER, allowOrigins: [ORIGIN] });
    for (const method of ["GET", "HEAD", "POST", "DELETE", "PUT"]) {
      expect((await fetch(url, { method })).status).toBe(401);
    }
    const headers = { origin: ORIGIN };
    const preflight = await fetch(url, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  it("refuses pages of other origins, even with the token", async () => {
    const url = await serve({ callerToken: CALLER });
    const authorization = `Bearer ${CALLER}`;
    expect(await listTools(url, { authorization, origin: ORIGIN })).toEqual([403, null]);
  });

  it.each(["short", "with blanks in between", "ü".repeat(20), ""])(
    "does not start with %j as the token",
    async (callerToken) => {
      await expect(serve({ callerToken })).rejects.toThrow("at least 16 characters");
    },
  );
});
