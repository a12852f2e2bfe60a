import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Run, runProgram } from "../../../../packages/server/test/support/command.ts";
import { useExtras } from "../../src/extras/index.ts";
import { useConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";

const [nodes, runtimes] = await Promise.all([useExtras("nodes"), useExtras("runtimes")]);
const folder = await useConsumer();

/** The Nodes that something runs on: the oldest, or for the handlers the newest; each night all. */
const isThorough = process.env.CHAINKIT_THOROUGH === "1";
const since20 = isThorough ? [20, 22, 26] : [20];
const since22 = isThorough ? [22, 26] : [22];
const node = (version: number) => nodes.path(`node-${version}`, "bin", "node");
const command = (name: string, file: string) =>
  join(inject("packedModules"), "@chainkit", name, "dist", file);

/** The published mock on each of them, which the other programs call on the first one. */
const mocks: (Run & { readonly url: string })[] = [];
const mockUrl = () => mocks[0]?.url ?? "";

beforeAll(async () => {
  for (const version of since20) {
    const mock = runProgram(node(version), [command("mock", "cli.js"), "--port", "0"]);
    const [, url = ""] = await mock.until(/at (http\S+)/);
    mocks.push({ ...mock, url });
  }
});
afterAll(() => mocks.map(({ child }) => child.kill()));

it("the mock as it is published answers and validates", async () => {
  for (const { url } of mocks) {
    const block = await fetch(`${url}/v2/ethereum/blocks/latest`);
    expect(await block.json()).toHaveProperty("block.hash");
    const refused = await fetch(`${url}/v2/ethereum/blocks/nonsense`);
    expect(refused.status).toBe(400);
  }
});

it.each(since20)(
  "the published MCP server serves the official client on Node %i",
  async (version) => {
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
  },
);

it.each([
  ...since20.map((version) => [`Node ${version}`, [node(version)]] as const),
  ["Bun", [runtimes.path(".bin", "bun")]] as const,
  ["Deno", [runtimes.path(".bin", "deno"), "run", "--allow-all"]] as const,
])("the published command line calls the mock, and prints a table, on %s", async (_, host) => {
  const [program = "", ...first] = host;
  const call = ["get-latest-transactions", "--chain", "ethereum", "--output", "table"];
  const cli = join(folder, "node_modules/@chainkit/cli/dist/cli.js");
  const options = { cwd: folder, env: { CHAINKIT_BASE_URL: mockUrl(), NO_COLOR: "1" } };
  const { code, output } = await run(program, [...first, cli, ...call], options);
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toMatch(/^transaction_hash +from_address/);
});

it.each(isThorough ? [22, 26] : [26])(
  "the published MSW handlers respond and refuse on Node %i",
  async (version) => {
    const code = `import { createChainkit } from "@chainkit/client";
      import { handlers } from "@chainkit/msw";
      import { setupServer } from "msw/node";
      const baseUrl = "http://msw.test";
      setupServer(...handlers({ baseUrl })).listen();
      const { chainData } = createChainkit({ baseUrl });
      const { block } = await chainData.getBlock({ chain_name: "base", block_number: "latest" });
      const refused = await fetch(baseUrl + "/v2/base/blocks/x");
      console.log(typeof block.number, refused.status);`;
    await writeFile(join(folder, "main.mjs"), code);
    const { output } = await run(node(version), [join(folder, "main.mjs")]);
    expect(output).toBe("number 400\n");
  },
);

// One operation of the mock above, and each night all of a mock that it starts.
it.each(since22)("the published contract suite passes a mock on Node %i", async (version) => {
  const some = ["--target", mockUrl(), "--prism", "--include", "getBlock"];
  const args = [command("contract-tests", "cli.js"), ...(isThorough ? [] : some)];
  const { code, output } = await run(node(version), args);
  expect({ code, output }).toMatchObject({ code: 0 });
});

/** Each command, with each Node here that is older than its package asks for. */
const unsupported = (await listPackages()).flatMap(({ name, folder: source, bin = {} }) =>
  Object.entries(bin).flatMap(([program, file]) =>
    [18, 20, 22].flatMap((version) => {
      const needed = neededBy(source);
      return version < Number.parseInt(needed, 10)
        ? [{ name, program, file, version, needed }]
        : [];
    }),
  ),
);

/** Oldest release that a package promises to run on, as 22.15. */
function neededBy(source: string): string {
  const { engines } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
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
