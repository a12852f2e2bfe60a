import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useExtras } from "../../../tools/repo/src/extras/index.ts";
import { createMcpFactory, type McpHttpServer, serveHttp } from "../src/index.ts";
import { type Deployment, json, program, startDeployment } from "./support.ts";

const inspector = (await useExtras("inspector")).path(
  ...["@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js"],
);

let deployment: Deployment;
let server: McpHttpServer;
let home: string;
beforeAll(async () => {
  deployment = await startDeployment();
  deployment.respond = json(200, { transactions: [], cursor: null });
  server = await serveHttp(createMcpFactory({ baseUrl: deployment.url }));
  // It keeps a list of servers in the user's folder.
  home = await mkdtemp(join(tmpdir(), "chainkit-inspector-"));
});
afterAll(async () => {
  await server?.close();
  await deployment?.close();
  await rm(home, { recursive: true, force: true });
});

/** Runs the inspector against a server, and reads the JSON that it prints. */
async function inspect(target: readonly string[], ...args: readonly string[]) {
  const env = { ...process.env, HOME: home, USERPROFILE: home };
  const command = [inspector, "--cli", ...target, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return JSON.parse(stdout);
}

describe("the MCP inspector", () => {
  const latest = ["--tool-name", "getLatestTransactions", "--tool-arg", "chainName=ethereum"];

  it("lists and calls the tools over stdio", async () => {
    const target = [process.execPath, program, "--base-url", deployment.url];
    const { tools } = await inspect(target, "--method", "tools/list");
    expect(tools.map(({ name }: { name: string }) => name)).toContain("getBlock");
    const result = await inspect(target, "--method", "tools/call", ...latest);
    expect(JSON.parse(result.content.at(-1).text)).toEqual({ transactions: [], cursor: null });
  });

  it("calls a tool and reads a resource over HTTP", async () => {
    const target = ["--server-url", server.url, "--transport", "http"];
    const result = await inspect(target, "--method", "tools/call", ...latest);
    expect(JSON.parse(result.content.at(-1).text)).toEqual({ transactions: [], cursor: null });
    const { resources } = await inspect(target, "--method", "resources/list");
    expect(resources.length).toBeGreaterThan(10);
  });
});
