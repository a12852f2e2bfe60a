import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { runProgram } from "../../../../packages/server/test/support/command.ts";
import { pnpmCommand, useExtras } from "../../src/extras/index.ts";
import { type CodeBlock, shownBlocks } from "../../src/gates/code-blocks.ts";
import { run } from "../../src/gates/run.ts";

// The programs of pnpm set it, and Node would find the repository's own packages through it.
delete process.env.NODE_PATH;

const nodes = await useExtras("nodes");

/** The first block of a language of the quick start. */
async function quickStart(language: string): Promise<CodeBlock> {
  const found = (await shownBlocks()).find(
    (block) =>
      block.name.startsWith("packages/docs/guides/quick-start.md") && block.language === language,
  );
  return found as CodeBlock;
}

let project: string;

it("a project of pnpm takes the tarballs with what `pack` writes beside them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-pnpm-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [, overrides = ""] = /^(\S+overrides\.yaml)$/m.exec(inject("packPrinted")) ?? [];
  const [tarball = ""] = /\S+chainkit-address-data\S+\.tgz/.exec(inject("packPrinted")) ?? [];
  await copyFile(overrides, join(folder, "pnpm-workspace.yaml"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const [program, ...first] = pnpmCommand();
  const added = await run(program, [...first, "add", "--prefer-offline", tarball], { cwd: folder });
  expect(added).toMatchObject({ code: 0 });
  const code =
    'console.log(typeof (await import("@chainkit/address-data")).createAddressDataClient)';
  const { output } = await run(process.execPath, ["--input-type=module", "-e", code], {
    cwd: folder,
  });
  expect(output).toBe("function\n");
});

describe("a project elsewhere, by the command that `pack` prints", () => {
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "chainkit-user-"));
    const command = /^npm install(?: \\\n {2}\S+)+/m.exec(inject("packPrinted"))?.[0] ?? "";
    expect(command).toContain("chainkit-runtime");
    // As on the page, but for the last line: what `pack` prints takes its place.
    const install = (await quickStart("sh")).code.replace(/^npm install .*$/m, () => command);
    expect(install).toMatch(/^npm init -y\n/);
    const options = "--prefer-offline --no-audit --no-fund";
    const installed = await run("sh", ["-ec", `${install.trim()} ${options}`], { cwd: project });
    expect(installed).toMatchObject({ code: 0 });
  });
  afterAll(() => rm(project, { recursive: true }));

  it("runs the quick start: the mock by `npx`, and a client", async () => {
    const mock = runProgram("npx", ["@chainkit/mock", "--port", "0"], {
      cwd: project,
      detached: true,
    });
    try {
      const [, url = ""] = await mock.until(/at (http\S+)/);
      const { code, prints } = await quickStart("ts");
      await writeFile(join(project, "quick-start.ts"), code.replace("http://127.0.0.1:4010", url));
      for (const program of [process.execPath, nodes.path("node-22", "bin", "node")]) {
        const ran = await run(program, ["quick-start.ts"], { cwd: project });
        const output = ran.output.replace(/^\(node:\d+\) Exp.*\n.*trace-warnings.*\n/, "");
        expect({ ...ran, output }).toEqual({ code: 0, output: `${prints}\n` });
      }
    } finally {
      process.kill(-(mock.child.pid ?? 0));
    }
  });

  it("gives an agent the tools: the MCP server by `npx`", async () => {
    const args = ["@chainkit/mcp", "--base-url", "http://127.0.0.1:4010"];
    const agent = new Client({ name: "agent", version: "1.0.0" });
    await agent.connect(new StdioClientTransport({ command: "npx", args, cwd: project }));
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toContain("getBlock");
    const guide = { uri: "chainkit://guides/agents-mcp.md" };
    expect((await agent.readResource(guide)).contents).toHaveLength(1);
    await agent.close();
  });

  it("gets no local chain with the service, and is told how to add it", async () => {
    const { code, output } = await run("npx", ["@chainkit/server", "dev", "--port", "0"], {
      cwd: project,
    });
    expect(code).toBe(1);
    expect(output).toContain("run: npm install @foundry-rs/anvil");
  });

  // The others run above.
  it.each(["cli", "codegen", "contract-tests", "docs"].map((name) => `@chainkit/${name}`))(
    "runs `npx %s --help`, which names itself so",
    async (name) => {
      const { code, output } = await run("npx", [name, "--help"], { cwd: project });
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain(`Usage: npx ${name}`);
    },
  );
});
