import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "@chainkit/client/operations";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  connectStdio,
  type Deployment,
  json,
  program,
  startDeployment,
  TOKEN,
  textOf,
} from "./support.ts";

const block = { name: "getBlock", arguments: { chain_name: "ethereum", block_number: "1" } };
const env = { CHAINKIT_TOKEN: TOKEN, CHAINKIT_GRAPH_NS: "graph" };

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(() => deployment?.close());

/** Starts the command; `text` holds what it has written so far. */
function start(args: readonly string[], own: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: own });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk) => {
      text[name] += chunk;
    });
  }
  return { child, text, closed: once(child, "close") };
}

/** Runs the command to its end. */
async function run(args: readonly string[], own: Record<string, string> = {}) {
  const { child, text, closed } = start(args, own);
  child.stdin.end();
  const [code] = await closed;
  return { code, ...text };
}

describe("the command over stdio", () => {
  it("logs what it leaves out of a document", async () => {
    const responses = { 204: { description: "" } };
    const schema = { type: "array", items: { type: "object" } };
    const nested = { name: "filters", in: "query", schema };
    const item = {
      get: { operationId: "list", parameters: [nested], responses },
      trace: { responses },
    };
    const folder = await mkdtemp(join(tmpdir(), "chainkit-mcp-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "any.json");
    await writeFile(file, JSON.stringify({ openapi: "3.1.0", paths: { "/": item } }));
    const { stderr } = await run(["--spec", file, "--base-url", deployment.url]);
    expect(stderr).toMatch(/left out: traceRoot \(TRACE \/\): fetch cannot send TRACE/);
    expect(stderr).toMatch(/left out: list \(GET \/\), query parameter "filters", schema: only /);
  });

  it("writes nothing but the protocol to standard output, and logs without the token", async () => {
    deployment.respond = json(401, { detail: `${TOKEN} is not valid.` });
    const { child, text, closed } = start([], { CHAINKIT_BASE_URL: deployment.url, ...env });
    const send = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const protocolVersion = "2025-11-25";
    const clientInfo = { name: "test", version: "1" };
    send(1, "initialize", { protocolVersion, capabilities: {}, clientInfo });
    send(2, "tools/call", block);
    child.stdin.write("no JSON\n");
    while (text.stdout.split("\n").length < 3) {
      await once(child.stdout, "data");
    }
    child.stdin.end();
    expect(await closed).toEqual([0, null]);
    const messages = text.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ["2.0", 1],
      ["2.0", 2],
    ]);
    expect(messages[1].result.content[0].text).toContain("[redacted] is not valid");
    expect(text.stderr).toContain("chainkit-mcp: getBlock: 401 [redacted] is not valid");
    expect(text.stdout + text.stderr).not.toContain(TOKEN.slice(0, 8));
  });

  it("serves the official client", async () => {
    deployment.respond = json(404, { detail: "No such block." });
    const client = await connectStdio(["--base-url", deployment.url], env, "legacy");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("queryTag");
    expect(tools.map(({ name }) => name)).not.toContain("createTag");
    expect(textOf(await client.callTool(block))).toContain("No such block");
    expect(deployment.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);

    const controller = new AbortController();
    const gone = new Promise<void>((resolve) => {
      deployment.respond = (_, response) => {
        response.on("close", resolve);
        controller.abort("enough");
      };
    });
    await expect(client.callTool(block, { signal: controller.signal })).rejects.toThrow();
    // A cancelled call is cancelled at the service, too.
    await gone;
    await client.close();
  });

  it("takes a base URL and a token for one area, and offers no tools of areas without one", async () => {
    deployment.respond = json(404, { detail: `No such block, ${TOKEN}.` });
    const own = {
      CHAINKIT_CHAIN_DATA_BASE_URL: deployment.url,
      CHAINKIT_CHAIN_DATA_TOKEN: TOKEN,
      CHAINKIT_GRAPH_NS: "graph",
    };
    const client = await connectStdio([], own, "legacy");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(operations.chainData).sort());
    expect(textOf(await client.callTool(block))).toContain("No such block, [redacted]");
    expect(deployment.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const missing = await client.callTool({ name: "queryTag", arguments: {} });
    expect(textOf(missing)).toContain(
      "needs CHAINKIT_BASE_URL and CHAINKIT_TOKEN in the environment",
    );
    await client.close();
  });
});

describe("the command line", () => {
  it("serves callers with the token over HTTP, which its log does not show, and ends when it is told to", async () => {
    const callerToken = "caller-0123456789abcdef";
    const { child, text, closed } = start(
      ["--http", "--port", "0", "--allow-writes", "--base-url", deployment.url],
      { CHAINKIT_MCP_TOKEN: callerToken },
    );
    while (!/MCP at \S+/.test(text.stderr)) {
      await once(child.stderr, "data");
    }
    const [, at = ""] = /MCP at (http:\/\/127\.0\.0\.1:\S+)/.exec(text.stderr) ?? [];
    expect((await fetch(at, { method: "POST" })).status).toBe(401);
    const authorization = `Bearer ${callerToken}`;
    const sent = await fetch(at, { method: "POST", headers: { authorization } });
    expect(sent.status).not.toBe(401);
    child.kill("SIGINT");
    // Windows ends it at once.
    expect(await closed).toEqual(process.platform === "win32" ? expect.anything() : [0, null]);
    expect(text.stdout).toBe("");
    expect(text.stderr).toMatch(/^(chainkit-mcp: .*\n)+$/);
    expect(text.stderr).not.toContain(callerToken);
  });

  it("prints its help without loading what serves", async () => {
    const hooks = `import { registerHooks } from "node:module";
      registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });`;
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(hooks)}`;
    const { stdout, stderr } = await run(["--help"], { NODE_OPTIONS });
    await expect(stdout).toMatchFileSnapshot("catalogue/help.txt");
    const names = ["commander", "zod", "@modelcontextprotocol"];
    expect(names.filter((name) => stderr.includes(`/${name}/`))).toEqual(["commander"]);
  });

  it("says in one line what is wrong, and ends with 1", async () => {
    const { code, stdout, stderr } = await run(["--base-url", "ftp://x"], env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^chainkit-mcp: .*baseUrl must be set to an http\(s\) URL.*\n$/);
    expect(stderr).not.toContain(TOKEN);
  });
});
