import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { dirname, join } from "node:path";
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

/** A server that fails one operation's path with a status and has the mock answer the rest. */
async function faulty(path: RegExp, status: number): Promise<string> {
  const mock = await startMock();
  onTestFinished(mock.close);
  return serve((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    if (path.test(url)) {
      return response.writeHead(status, { "content-type": "application/json" }).end("{}");
    }
    const outgoing = request(mock.url + url, { method, headers }, (answer) =>
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
    );
    return incoming.pipe(outgoing);
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
  for (const { id, pagination } of operations) {
    const answer = pagination ? / {2}\d+ pages?, \d+ items? · \w+ \S/ : / {2}\w+:? \S/;
    expect(lineOf(output(), id)).toMatch(answer);
  }
  expect(output().match(/^[a-z]+-[-a-z]+$/gm)).toEqual(areas.map(({ area }) => area));
  expect(output()).toContain(`All ${operations.length} operations succeeded.`);
  // What only the local chain has: its token, 2,000 less what was sent, and a history longer than a page.
  expect(lineOf(output(), "getErc20Balances")).toMatch(/ balance (?:2000|1999\.5) /);
  expect(lineOf(output(), "getAddressTransactions")).toMatch(/ [2-9] pages, /);
  expect(lineOf(output(), "queryTag")).toContain("tag prod");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no colours off a terminal.
  expect(output()).not.toMatch(/\x1b/);
  expect(output()).not.toMatch(/:(4010|8080)\b/);
  const url = (name: string) => new RegExp(`^${name} +(http\\S+)`, "m").exec(output())?.[1] ?? "";
  const [, token = ""] = /token for subgraph management: (\S+)$/m.exec(output()) ?? [];
  const readme = await readFile(join(repositoryRoot, "README.md"), "utf8");
  const [, wallet = ""] = /walletAddress: "(\w+)"/.exec(readme) ?? [];
  const page = await fetch(`${url("API")}/ethereum/v1/address/${wallet}/transactions`);
  expect(await page.json()).toHaveProperty("transactions.0.from_address");
  const explorer = await (await fetch(url("Explorer"))).text();
  expect(explorer).toContain(`name="chainkit-docs" content="${new URL(url("Docs")).href}"`);
  for (const { area } of areas) {
    const { status, headers } = await fetch(`${url("Docs")}/${area}`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html;charset=utf-8"]);
  }
  const [, known = ""] = /--known (\S+)/.exec(output()) ?? [];
  expect(await readFile(join(repositoryRoot, known), "utf8")).toMatch(/^\{\n {2}.*"getBlock": /s);
  const examples = await fetch(`${url("Examples")}/v2/ethereum/blocks/17686112`);
  expect(await examples.json()).toHaveProperty("block.number", 17686112);
  const [line = ""] = /^ +\{"mcpServers":.*$/m.exec(output()) ?? [];
  const { command, args, env } = JSON.parse(line).mcpServers.chainkit;
  // As an agent starts it: with nothing else, and another Node on the PATH.
  const agent = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`);
  const [listed] = await once(createInterface(agent.stdout), "line");
  const { tools } = JSON.parse(listed).result as { tools: { name: string }[] };
  const ids = operations.map(({ id }) => id);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(ids));
  agent.kill();
  // What no page of another origin may call, the docs forward; what the tour has removed is there again.
  const tag = await fetch(`${url("Docs")}/public_api/v1/example-ns/tags/query-tag`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ subgraph_name: "erc20-transfers", version: "1.2.0" }),
  });
  expect(await tag.text()).toContain('"prod"');
  const [, places = ""] = output().split("operations succeeded.\n");
  const names = ["API", "Docs", "Examples", "Node"];
  const ports = new Map(names.map((name) => [new URL(url(name)).port, `(${name})`]));
  const shown = places
    .replaceAll(/(?<=127\.0\.0\.1:|known-values-)\d+/g, (port) => ports.get(port) ?? port)
    .replaceAll(token, "(token)")
    .replaceAll(process.execPath, "(node)")
    .replaceAll(repositoryRoot, "(repository)/");
  await expect(shown).toMatchFileSnapshot("catalogue/places.txt");
  child.kill("SIGINT");
  expect(await code).toBe(0);
});

// Each night also that of the service.
const requested = sampled(["cli.ts --once --docs-port", "cli.ts --once --api-port"], 2);
// The usual ports may be held by another test.
requested.push("dev-cli.ts --api-port 0 --docs-port 0 --mock-port");
test.each(requested)("%s names a port that is in use, and leaves nothing running", async (line) => {
  const { port } = new URL(await serve(() => {}));
  const [program = "", ...args] = line.split(" ");
  const env = { NODE_OPTIONS: "--conditions=@chainkit/source" };
  const { code, output } = runScript(join(dirname(cli), program), [...args, port], env);
  expect(await code).toBe(1);
  const said = `port ${port} is in use; choose another, or 0 for a free one\n`;
  expect(output().split(": ").slice(-2)).toEqual([args.at(-1), said]);
});
