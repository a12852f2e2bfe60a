import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startMock } from "@chainkit/mock";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { runScript } from "../../../packages/server/test/support/command.ts";
import { serve } from "../../../packages/server/test/support/serve.ts";
import { sampled } from "../../../packages/server/test/support/thorough.ts";
import { stopLine, verdict } from "../src/report.ts";
import { readAreas, type Stop, tour } from "../src/tour.ts";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const areas = await readAreas();
const operations = areas.flatMap((area) => area.operations);

/** The line of one operation. */
function lineOf(output: string, id: string): string {
  return output.split("\n").find((line) => line.trimStart().startsWith(`${id} `)) ?? "";
}

/** Expects a line for each operation, with what only the local chain has. */
function expectTour(printed: string): void {
  expect(operations.length).toBeGreaterThan(0);
  for (const { id, pagination } of operations) {
    const line = lineOf(printed, id);
    expect(line).toMatch(pagination ? / {2}\d+ pages?, \d+ items? · \w+ \S/ : / {2}\w+:? \S/);
    expect(line.length, line).toBeLessThanOrEqual(100);
  }
  const names = areas.map(({ area }) => area);
  expect(printed.split("\n").filter((line) => names.includes(line))).toEqual(names);
  expect(printed).toContain(`All ${operations.length} operations succeeded.`);
  // What only the local chain has: its token, and a history longer than a page.
  // The account that is shown has 2,000, or has sent some of it.
  expect(lineOf(printed, "getErc20Balances")).toMatch(/ balance (?:2000|1999\.5) /);
  expect(lineOf(printed, "getAddressTransactions")).toMatch(/ [2-9] pages, /);
  expect(lineOf(printed, "queryTag")).toContain("tag prod");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no colours off a terminal.
  expect(printed).not.toMatch(/\x1b/);
}

/** A server that fails one operation's path with a status and has the mock answer the rest. */
async function faulty(path: RegExp, status: number): Promise<string> {
  const mock = await startMock();
  onTestFinished(mock.close);
  return serve(async (request, response) => {
    if (path.test(request.url ?? "")) {
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
      return;
    }
    const { method = "GET", headers, url } = request;
    const { authorization, "content-type": type } = headers;
    const chunks = await request.toArray();
    const answer = await fetch(`${mock.url}${url}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
}

test("where the local chain has no program, the mock is called instead, and the first line says so", async () => {
  const otherPlatform = 'Object.defineProperty(process, "arch", { value: "mips" })';
  const options = `--import "data:text/javascript,${encodeURIComponent(otherPlatform)}"`;
  const { code, output } = runScript(cli, ["--once"], { NODE_OPTIONS: options });
  expect({ code: await code, output: output() }).toMatchObject({ code: 0 });
  expect(output()).toContain(
    `start: the local chain needs @foundry-rs/anvil-${process.platform}-mips, which is not installed; ` +
      "serving the mock instead. To add it: npx --yes pnpm@12 install --fix-lockfile\n",
  );
  expect(output()).toContain(`All ${operations.length} operations succeeded.`);
});

test("--once ends with 1 if one call failed, names it, and makes the other calls", async () => {
  const target = await faulty(/\/v2\/\w+\/blocks\//, 500);
  const { code, output } = runScript(cli, ["--once", "--target", target]);
  expect(await code).toBe(1);
  expect(lineOf(output(), "getBlock")).toMatch(/failed: getBlock: 500/);
  expect(output().match(/failed:/g)).toHaveLength(2);
  expect(output()).toContain(`1 of ${operations.length} failed: getBlock\n`);
});

test("an operation that the service does not implement is called on the mock, and named", async () => {
  const url = await faulty(/\/v2\/\w+\/blocks\//, 501);
  const mock = await startMock();
  onTestFinished(mock.close);
  const stops: Stop[] = [];
  for await (const stop of tour(areas, { url, mock: async () => mock.url })) {
    stops.push(stop);
  }
  const lines = stops.map((stop) => stopLine(stop, 0)).filter((line) => line.includes("mock"));
  expect(lines).toEqual([expect.stringMatching(/^ {2}getBlock .* \(from the mock: not impl/)]);
  expect(verdict(stops)).toBe(
    `All ${operations.length} operations succeeded. Called on the mock: getBlock.`,
  );
});

test("calls every operation of the spec, and stays up at free ports until it is told to end", async () => {
  for (const port of [4010, 8080]) {
    // Somebody else holding the port serves the purpose as well.
    const blocker = createServer().on("error", () => {});
    blocker.listen(port, "127.0.0.1");
    onTestFinished(() => void blocker.close());
  }
  const { child, code, output, until } = runScript(cli);
  await until(/Ctrl-C/);
  expectTour(output());
  expect(output()).toMatch(/^API +http:\/\/127\.0\.0\.1:(?!4010$)\d+$/m);
  expect(output()).toMatch(/^Docs +http:\/\/127\.0\.0\.1:(?!8080$)\d+$/m);
  const url = (name: string) => new RegExp(`^${name} +(http\\S+)$`, "m").exec(output())?.[1] ?? "";
  expect((await fetch(`${url("API")}/v2/ethereum/blocks/latest`)).status).toBe(200);
  const [, token = ""] = /token for subgraph management: (\S+)$/m.exec(output()) ?? [];
  const query = await fetch(`${url("API")}/public_api/v1/any/tags/query-tag`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ subgraph_name: "nobody", version: "1" }),
  });
  expect(query.status).toBe(404);
  const readme = await readFile(join(repositoryRoot, "README.md"), "utf8");
  const [, wallet = ""] = /walletAddress: "(\w+)"/.exec(readme) ?? [];
  const page = await fetch(`${url("API")}/ethereum/v1/address/${wallet}/transactions`);
  expect(await page.json()).toHaveProperty("transactions.0.from_address");
  const explorer = await (await fetch(url("Explorer"))).text();
  expect(explorer).toContain(`name="chainkit-docs" content="${new URL(url("Docs")).href}"`);
  for (const { area } of areas) {
    expect(output()).toContain(`${url("Docs")}/${area}\n`);
    const docs = await fetch(`${url("Docs")}/${area}`);
    expect(docs.status).toBe(200);
    expect(docs.headers.get("content-type")).toMatch(/^text\/html/);
  }
  const contract = /^Contract +((?:.*\\\n)*.*)$/m.exec(output())?.[1]?.replaceAll("\\\n", "") ?? "";
  const known = /--known (\S+)/.exec(contract)?.[1] ?? "";
  expect(JSON.parse(await readFile(join(repositoryRoot, known), "utf8"))).toHaveProperty(
    "getBlock",
  );
  expect(contract).toContain(`--target ${url("API")} `);
  expect(contract).toContain(`--token ${token} `);
  const examples = await fetch(`${url("Examples")}/v2/ethereum/blocks/17686112`);
  expect(await examples.json()).toHaveProperty("block.number", 17686112);
  const [line = ""] = /^ +\{"mcpServers":.*$/m.exec(output()) ?? [];
  const { command, args, env } = JSON.parse(line).mcpServers.chainkit;
  // As an agent starts it: with nothing else, and another Node on the PATH.
  const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`);
  const [listed] = await once(createInterface(agent.stdout), "line");
  const { tools } = JSON.parse(listed).result as { tools: { name: string }[] };
  const names = operations.map(({ id }) => id);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  agent.kill();
  // What no page of another origin may call, the docs forward; what the tour has removed is there again.
  const tag = await fetch(`${url("Docs")}/public_api/v1/example-ns/tags/query-tag`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ subgraph_name: "erc20-transfers", version: "1.2.0" }),
  });
  expect(await tag.text()).toContain('"prod"');
  const [, places = ""] = output().split("operations succeeded.\n");
  const shown = places
    .replaceAll(/(?<=127\.0\.0\.1:|known-values-)\d+/g, "(port)")
    .replaceAll(token, "(token)")
    .replaceAll(process.execPath, "(node)")
    .replaceAll(repositoryRoot, "(repository)/");
  await expect(shown).toMatchFileSnapshot("catalogue/places.txt");
  child.kill("SIGINT");
  expect(await code).toBe(0);
});

test("names a requested port that is in use, and leaves nothing running", async () => {
  const mock = await startMock();
  onTestFinished(mock.close);
  const { port } = new URL(mock.url);
  // Each night also that of the service.
  for (const option of sampled(["--docs-port", "--api-port"], 2)) {
    const { code, output } = runScript(cli, ["--once", option, port]);
    expect(await code).toBe(1);
    expect(output()).toMatch(new RegExp(`^start: .*${port}`, "m"));
  }
});
