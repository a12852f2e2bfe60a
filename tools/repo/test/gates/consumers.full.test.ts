import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@chainkit/mock";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sampled } from "../../../../packages/server/test/support/thorough.ts";
import { useExtras } from "../../src/extras/index.ts";
import { createConsumer } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";

const [nodes, runtimes] = await Promise.all([useExtras("nodes"), useExtras("runtimes")]);
const node = (version: number) => [nodes.path(`node-${version}`, "bin", "node")];
const bun = [runtimes.path(".bin", "bun")];
const deno = [runtimes.path(".bin", "deno"), "run", "--allow-all"];

let mock: Awaited<ReturnType<typeof startMock>>;
let consumer: Awaited<ReturnType<typeof createConsumer>>;
beforeAll(async () => {
  mock = await startMock();
  consumer = await createConsumer(inject("packedModules"));
});
afterAll(async () => {
  await consumer?.remove();
  await mock?.close();
});

const runOn = ([program = "", ...first]: readonly string[], args: readonly string[]) =>
  run(program, [...first, ...args], {
    cwd: consumer.folder,
    env: { CHAINKIT_BASE_URL: mock.url, NO_COLOR: "1" },
  });

describe("the Query options as they are published", () => {
  const hosts: [string, string[]][] = [
    ["Node 20", node(20)],
    ["Node 22", node(22)],
    ["Bun", bun],
    ["Node 26", node(26)],
    ["Deno", deno],
  ];
  // Every second one, and each night all.
  it.each(sampled(hosts, 2))("read the mock on %s", async (name, host) => {
    const file = join(consumer.folder, `query-${name.replace(" ", "-")}.mjs`);
    await writeFile(
      file,
      `import { createChainDataClient } from "@chainkit/chain-data";
      import { createQueries } from "@chainkit/query";
      import { QueryClient } from "@tanstack/query-core";
      const queries = createQueries(createChainDataClient({ baseUrl: ${JSON.stringify(mock.url)} }));
      const options = queries.getBlock.queryOptions({ chain_name: "base", block_number: "latest" });
      const { block } = await new QueryClient().fetchQuery(options);
      console.log(options.queryKey[1], typeof block.number);
      process.exit();`,
    );
    const { code, output } = await runOn(host, [file]);
    expect({ code, output }).toEqual({ code: 0, output: "getBlock number\n" });
  });
});

describe("the command line as it is published", () => {
  it.each([
    ["Bun", bun],
    ["Deno", deno],
  ])("calls the mock on %s", async (_, host) => {
    const program = join(consumer.folder, "node_modules/@chainkit/cli/dist/cli.js");
    const args = ["get-block", "--chain", "base", "--block", "latest", "--output", "json"];
    const { code, output } = await runOn(host, [program, ...args]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toHaveProperty("block.hash");
  });
});

describe("what is downloaded", () => {
  it.each([
    ["query", 15],
    // Makes responses from schemas where a document has no example.
    ["msw", 60],
    ["cli", 80],
    ["mcp", 150],
  ])("of @chainkit/%s is at most %i kB", async (name, kilobytes) => {
    const { size } = await stat(join(inject("packedModules"), "@chainkit", name, "package.tgz"));
    expect(size).toBeGreaterThan(1_000);
    expect(size / 1_000).toBeLessThanOrEqual(kilobytes);
  });
});
