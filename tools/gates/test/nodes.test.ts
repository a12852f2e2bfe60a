import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useExtras } from "@chainkit/extras";
import { startMock } from "@chainkit/mock";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, inject, it } from "vitest";
import { createConsumer } from "../src/consumer.ts";
import { run } from "../src/run.ts";

const nodes = await useExtras("nodes");
const node = (version: number) => nodes.path(`node-${version}`, "bin", "node");
const command = (name: string, file: string) =>
  join(inject("packedModules"), "@chainkit", name, "dist", file);

describe("the mock as it is published", () => {
  it.each([20, 22, 26])(
    "answers and validates on Node %i",
    async (version) => {
      const mock = spawn(node(version), [command("mock", "cli.js"), "--port", "0"]);
      try {
        let output = "";
        mock.stderr.on("data", (chunk) => {
          output += chunk;
        });
        while (!/at http/.test(output)) {
          const [chunk] = await Promise.race([once(mock.stdout, "data"), once(mock, "close")]);
          output += chunk;
          expect(mock.exitCode, output).toBeNull();
        }
        const url = /at (http\S+)/.exec(output)?.[1] ?? "";
        const block = await fetch(`${url}/v2/ethereum/blocks/latest`);
        expect(await block.json()).toHaveProperty("block.hash");
        const refused = await fetch(`${url}/v2/ethereum/blocks/nonsense`);
        expect(refused.status).toBe(400);
      } finally {
        mock.kill();
      }
    },
    60_000,
  );
});

describe("the MCP server as it is published", () => {
  it.each([20, 22, 26])(
    "serves the official client on Node %i",
    async (version) => {
      const mock = await startMock();
      const args = [command("mcp", "cli.js"), "--base-url", mock.url];
      const agent = new Client({ name: "agent", version: "1.0.0" });
      await agent.connect(new StdioClientTransport({ command: node(version), args }));
      const { structuredContent } = await agent.callTool({
        name: "getBlock",
        arguments: { chain_name: "ethereum", block_number: "latest" },
      });
      expect(structuredContent).toHaveProperty("block.hash");
      await agent.close();
      await mock.close();
    },
    60_000,
  );
});

describe("the command line as it is published", () => {
  it.each([20, 22, 26])(
    "calls the mock, and prints a table, on Node %i",
    async (version) => {
      const api = await startMock();
      try {
        const args = ["get-latest-transactions", "--chain", "ethereum", "--output", "table"];
        const env = { CHAINKIT_BASE_URL: api.url };
        const program = command("cli", "cli.js");
        const { code, output } = await run(node(version), [program, ...args], { env });
        expect({ code, output }).toMatchObject({ code: 0 });
        expect(output).toMatch(/^transaction_hash +block_hash/);
      } finally {
        await api.close();
      }
    },
    60_000,
  );
});

describe("the MSW handlers as they are published", () => {
  it.each([22, 26])("respond and refuse on Node %i", async (version) => {
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
  it.each([22, 26])(
    "passes its mock on Node %i",
    async (version) => {
      const { code, output } = await run(node(version), [command("contract-tests", "cli.js")]);
      expect({ code, output }).toMatchObject({ code: 0 });
    },
    90_000,
  );
});

it.each([
  [
    "contract-tests",
    "cli.js",
    20,
    /^chainkit-contract: requires Node 22\.15 or later; this is v20\S+$/,
  ],
  ["server", "cli/main.js", 20, /^chainkit-server: requires Node 24.18 or later; this is v20\S+$/],
  ["server", "cli/main.js", 22, /^chainkit-server: requires Node 24.18 or later; this is v22\S+$/],
] as const)(
  "%s %s on Node %i: says in one line which is needed",
  async (name, file, version, line) => {
    const { code, output } = await run(node(version), [command(name, file)]);
    expect(code).toBeGreaterThan(0);
    expect(output.trim()).toMatch(line);
  },
);
