import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { useExtras } from "../../src/extras/index.ts";
import { createConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";

const nodes = await useExtras("nodes");

/** The Nodes that something runs on: the oldest, or for the handlers the newest; each night all. */
const isThorough = process.env.CHAINKIT_THOROUGH === "1";
const since20 = isThorough ? [20, 22, 26] : [20];
const since22 = isThorough ? [22, 26] : [22];
const node = (version: number) => nodes.path(`node-${version}`, "bin", "node");
const command = (name: string, file: string) =>
  join(inject("packedModules"), "@chainkit", name, "dist", file);

/** The published mock on each of them, which the other programs call on the first one. */
const mocks: { readonly program: ChildProcess; readonly url: string }[] = [];
const mockUrl = () => mocks[0]?.url ?? "";

beforeAll(async () => {
  for (const version of since20) {
    const program = spawn(node(version), [command("mock", "cli.js"), "--port", "0"]);
    let output = "";
    program.stderr.on("data", (chunk) => {
      output += chunk;
    });
    while (!/at http/.test(output)) {
      const [chunk] = await Promise.race([once(program.stdout, "data"), once(program, "close")]);
      output += chunk;
      expect(program.exitCode, output).toBeNull();
    }
    mocks.push({ program, url: /at (http\S+)/.exec(output)?.[1] ?? "" });
  }
});
afterAll(() => mocks.map(({ program }) => program.kill()));

it("the mock as it is published answers and validates", async () => {
  for (const { url } of mocks) {
    const block = await fetch(`${url}/v2/ethereum/blocks/latest`);
    expect(await block.json()).toHaveProperty("block.hash");
    const refused = await fetch(`${url}/v2/ethereum/blocks/nonsense`);
    expect(refused.status).toBe(400);
  }
});

describe("the MCP server as it is published", () => {
  it.each(since20)("serves the official client on Node %i", async (version) => {
    const args = [command("mcp", "cli.js"), "--base-url", mockUrl()];
    const agent = new Client({ name: "agent", version: "1.0.0" });
    await agent.connect(new StdioClientTransport({ command: node(version), args }));
    const { content } = await agent.callTool({
      name: "getBlock",
      arguments: { chain_name: "ethereum", block_number: "latest" },
    });
    const [last] = content.slice(-1);
    expect(JSON.parse(last?.type === "text" ? last.text : "")).toHaveProperty("block.hash");
    await agent.close();
  });
});

describe("the command line as it is published", () => {
  it.each(since20)("calls the mock, and prints a table, on Node %i", async (version) => {
    const args = ["get-latest-transactions", "--chain", "ethereum", "--output", "table"];
    const env = { CHAINKIT_BASE_URL: mockUrl() };
    const program = command("cli", "cli.js");
    const { code, output } = await run(node(version), [program, ...args], { env });
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/^transaction_hash +from_address/);
  });
});

describe("the MSW handlers as they are published", () => {
  it.each(isThorough ? [22, 26] : [26])("respond and refuse on Node %i", async (version) => {
    const consumer = await createConsumer(inject("packedModules"));
    try {
      const file = join(consumer.folder, "main.mjs");
      const code = `import { createChainkit } from "@chainkit/client";
      import { handlers } from "@chainkit/msw";
      import { setupServer } from "msw/node";
      const baseUrl = "http://msw.test";
      setupServer(...handlers({ baseUrl })).listen();
      const { chainData } = createChainkit({ baseUrl });
      const { block } = await chainData.getBlock({ chain_name: "base", block_number: "latest" });
      const refused = await fetch(baseUrl + "/v2/base/blocks/x");
      console.log(typeof block.number, refused.status);`;
      await writeFile(file, code);
      const { output } = await run(node(version), [file]);
      expect(output).toBe("number 400\n");
    } finally {
      await consumer.remove();
    }
  });
});

describe("the contract suite as it is published", () => {
  // One operation of the mock above, and each night all of a mock that it starts.
  it.each(since22)("passes a mock on Node %i", async (version) => {
    const some = ["--target", mockUrl(), "--prism", "--include", "getBlock"];
    const args = [command("contract-tests", "cli.js"), ...(isThorough ? [] : some)];
    const { code, output } = await run(node(version), args);
    expect({ code, output }).toMatchObject({ code: 0 });
  });
});

/** Each command, with each Node here that is older than its package asks for. */
const unsupported = (await listPackages()).flatMap(({ name, folder, bin = {} }) =>
  Object.entries(bin).flatMap(([program, file]) =>
    [18, 20, 22].flatMap((version) => {
      const needed = neededBy(folder);
      return version < Number.parseInt(needed, 10)
        ? [{ name, program, file, version, needed }]
        : [];
    }),
  ),
);

/** Oldest release that a package promises to run on, as 22.15. */
function neededBy(folder: string): string {
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return engines.node.replace(">=", "");
}

it.each(unsupported)(
  "$name on Node $version says in one line that it needs $needed",
  async ({ name, program, file, version, needed }) => {
    const path = join(inject("packedModules"), name, file);
    const { code, output } = await run(node(version), [path]);
    expect(code).toBeGreaterThan(0);
    expect(output.trim()).toMatch(
      new RegExp(`^${program}: requires Node ${needed} or later; this is v${version}\\S+$`),
    );
  },
);

it("each command is among them", () => {
  expect(new Set(unsupported.map(({ program }) => program)).size).toBe(7);
});
