import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { callEverywhere } from "./consumers.ts";
import { type DevLoop, startDevLoop } from "./dev-loop.ts";
import { copyWorkspace, install, type Workspace } from "./workspace.ts";

const newArea = "tools/codegen/src/new-area.ts";
const tsc = "node_modules/typescript/bin/tsc";

let workspace: Workspace;
let before: Map<string, string>;

/** The files that came or changed since `before`. */
async function changes(): Promise<string[]> {
  const now = await workspace.digests();
  return [...now].filter(([path, digest]) => before.get(path) !== digest).map(([path]) => path);
}

/** Writes a program among the tests of a package: elsewhere, its packages would be built again. */
async function writeTest(name: string, code: string): Promise<string> {
  const folder = join(workspace.folder, "packages", name, "test");
  await mkdir(folder, { recursive: true });
  const path = join(folder, "made-up.ts");
  await writeFile(path, code);
  return path;
}

// A fourth area, which a fresh clone shows to change and need no more than it should, is there as well.
beforeAll(async () => {
  workspace = await copyWorkspace();
  const fixture = join(import.meta.dirname, "fixtures/token-prices.yaml");
  await copyFile(fixture, join(workspace.folder, "spec/token-prices.yaml"));
  await workspace.node(newArea, "token-prices");
  await workspace.pnpm(...install);
});
afterAll(() => workspace?.remove());

describe("a made-up operation in an existing area", () => {
  const generated = "packages/chain-data/src/generated";

  beforeAll(async () => {
    const file = join(workspace.folder, "spec/chain-data.yaml");
    const spec = parseDocument(await readFile(file, "utf8"));
    const mood = { schema: { type: "integer" }, examples: { one: { value: 7 } } };
    spec.setIn(["paths", "/v2/{chain_name}/moods/{mood}"], {
      get: {
        operationId: "getMood",
        summary: "Look up a mood",
        "x-idempotent": true,
        parameters: [
          { $ref: "#/components/parameters/ChainName" },
          {
            name: "mood",
            in: "path",
            required: true,
            schema: { enum: ["good", "bad"] },
            example: "good",
          },
        ],
        responses: { 200: { description: "The mood.", content: { "application/json": mood } } },
      },
    });
    await writeFile(file, String(spec));
    before = await workspace.digests();
    await workspace.node(newArea, "chain-data");
  });

  test("changes nothing written by hand, and gets a sample", async () => {
    expect((await changes()).sort()).toEqual([
      "packages/chain-data/README.md",
      `${generated}/descriptions.ts`,
      `${generated}/operations.ts`,
      `${generated}/response-schemas.ts`,
      `${generated}/types.ts`,
      "spec/samples/getMood.ts",
    ]);
    await workspace.node(newArea, "chain-data", "--check");
  });

  test("appears, typed, in the client", async () => {
    const folder = join(workspace.folder, "packages/chain-data");
    await writeFile(
      join(folder, "src/consumer.ts"),
      `
      import { createChainDataClient } from "./index.ts";
      const client = createChainDataClient({ baseUrl: "http://127.0.0.1" });
      export const mood: Promise<number> = client.getMood({ chain_name: "base", mood: "good" });
      // @ts-expect-error misspelt
      export const misspelt = client.getMood({ chain_name: "base", moods: "good" });
      // @ts-expect-error one too many
      export const excess = client.getMood({ chain_name: "base", mood: "good", more: 1 });
      // @ts-expect-error no such value
      export const invalid = client.getMood({ chain_name: "base", mood: "middling" });
      `,
    );
    await workspace.node(tsc, "--noEmit", "-p", folder);
  });
});

describe("everything that is made from the contract", () => {
  beforeAll(async () => {
    await workspace.pnpm("exec", "turbo", "run", "build");
  });

  test("has them: clients, suite, query, CLI, MCP and MSW", async () => {
    const script = await writeTest("mcp", callEverywhere);
    expect(JSON.parse(await workspace.node(script))).toEqual({
      client: [7, "1234.5"],
      suite: ["getMood", "getPrice", true],
      query: [7, ["token-prices", "getPrice", { token: "WETH" }], 2, 1],
      cli: [7, ["WETH", "USDC"]],
      mcp: ["1234.5", true],
      msw: [7, 2, 400],
    });
  });

  test("the docs, which are built, have a page of each operation", async () => {
    const pages = await readdir(join(workspace.folder, "packages/docs/dist/site/operations"));
    expect(pages).toEqual(expect.arrayContaining(["getMood.html", "getPrice.html"]));
  });

  test("the service, which is built, responds with 501 until it has handlers", async () => {
    const tour = await workspace.node("tools/start/src/cli.ts", "--once");
    const mocked = /^ {2}(\w+) .*\(from the mock: not implemented by the service yet\)$/gm;
    const ids = [...tour.matchAll(mocked)].map(([, id]) => id);
    // Others may wait for their handlers, too.
    const script = "import { notServed } from './packages/server/test/support/operations.ts'";
    const print = `${script}; console.log(JSON.stringify(notServed));`;
    const notServed = JSON.parse(await workspace.node("--input-type=module", "-e", print));
    expect(notServed).toEqual(
      expect.arrayContaining(["createAlert", "deleteAlert", "getMood", "getPrice", "listPrices"]),
    );
    expect(ids.sort()).toEqual(notServed.sort());
    expect(tour).toMatch(/^ {2}deleteAlert .*no body/m);
    expect(tour).toMatch(/All \d+ operations succeeded\./);
  });
});

/** In any order: they are reloaded at the same time. */
const ALL_RELOADED = /spec\/address-data\.yaml\n(?:.*?(?:mock|service|docs) reloaded){3}/s;
/** Lint and build go on meanwhile. */
const ALL_RELOADED_AND_LINTED =
  /spec\/address-data\.yaml\n(?=.*lint or build failed:\n +spec\/address-data\.yaml:26:5 .*description)(?:.*?(?:mock|service|docs) reloaded){3}/s;

// The parts are tested in `tools/start`.
describe("dev", () => {
  let dev: DevLoop;
  let file: string;
  let good: string;

  const refuses = async (url: string) =>
    (await fetch(`${url}/ethereum/v1/transactions?limit=60`)).status === 400;
  const page = async () =>
    (await fetch(`${dev.docs}/operations/getLatestTransactions.html`)).text();
  /** Lowers the limits of pages, and changes a summary. */
  const edit = (text: string) =>
    text
      .replaceAll("maximum: 100", "maximum: 50")
      .replace(/(operationId: getLatestTransactions\n +summary: ).*/, "$1A made-up summary");

  beforeAll(async () => {
    file = join(workspace.folder, "spec/address-data.yaml");
    good = await readFile(file, "utf8");
    await workspace.pnpm("exec", "turbo", "run", "build");
  });
  beforeEach(async () => {
    dev = await startDevLoop(workspace.folder);
  });
  afterEach(() => writeFile(file, good));

  test("reloads what an edit of a spec changes, and survives a faulty one", async () => {
    expect([await refuses(dev.api), await refuses(dev.mock)]).toEqual([false, false]);
    expect(await page()).not.toContain("A made-up summary");

    const edited = edit(good);
    await writeFile(file, edited);
    console.log(await dev.until(ALL_RELOADED));
    expect([await refuses(dev.api), await refuses(dev.mock)]).toEqual([true, true]);
    await expect.poll(page).toContain("A made-up summary");

    await writeFile(file, edited.replace("\npaths:", "\n paths: ["));
    await dev.until(
      /edit rejected; still serving the last valid version:\n +spec\/address-data\.yaml:\d+/,
    );
    expect([await refuses(dev.api), await refuses(dev.mock)]).toEqual([true, true]);
    expect(await page()).toContain("A made-up summary");
    expect(await dev.end()).toMatchObject({ code: 0 });
  });

  test("names what lint finds, and reloads sources and guides", async () => {
    const unsaid = good.replace("    description: Token balances of a wallet.\n", "");
    const edited = edit(unsaid);
    await writeFile(file, edited);
    console.log(await dev.until(ALL_RELOADED_AND_LINTED));
    const digests = await workspace.digests();
    await writeFile(
      file,
      edited.replace("operationId: getErc20Balances", "operationId: getErc20s"),
    );
    await dev.until(
      /last valid version:\n +spec\/address-data\.yaml:\d+:\d+ `getErc20s` has no code sample/,
    );
    const now = await workspace.digests();
    const written = [...now].filter(([path, digest]) => digests.get(path) !== digest);
    expect(written.map(([path]) => path)).toEqual(["spec/address-data.yaml"]);

    await writeFile(file, unsaid);
    await dev.until(/all built; earlier findings of lint that remain: [1-9]\d*\n/);
    expect([await refuses(dev.api), await refuses(dev.mock)]).toEqual([false, false]);

    const source = join(workspace.folder, "packages/server/src/http/probes.ts");
    const code = await readFile(source, "utf8");
    const health = async () => (await fetch(`${dev.api}/healthz`)).json();
    const changed = code.replace('status: "ok"', 'status: "edited"');
    await writeFile(source, changed);
    await dev.until(/http\/probes\.ts\n.*?service reloaded/s);
    expect(await health()).toEqual({ status: "edited" });
    await writeFile(source, `${code}\nconst = 1;\n`);
    await dev.until(
      /edit rejected; still serving the last valid version:\n.*probes\.ts:\d+ .*Error/,
    );
    expect(await health()).toEqual({ status: "edited" });
    const start = "  collectDefaultMetrics(";
    await writeFile(source, code.replace(start, `  throw new Error("A made-up fault");\n${start}`));
    await dev.until(/service stopped until the next edit:\n.*A made-up fault/s);
    await expect(health()).rejects.toThrow("fetch failed");
    await writeFile(source, code);
    await dev.until(/http\/probes\.ts\n.*?service reloaded/s);
    expect(await health()).toEqual({ status: "ok" });
    const guide = join(workspace.folder, "packages/docs/guides/tracing.md");
    await writeFile(guide, (await readFile(guide, "utf8")).replace(/^# .*/, "# A made-up guide"));
    await dev.until(/tracing\.md\n.*?docs reloaded/s);
    const readable = await readFile(guide, "utf8");
    await writeFile(guide, `${readable}\n[Nothing](nothing.md)\n`);
    await dev.until(
      /docs failed to build; .*:\n +packages\/docs\/guides\/tracing\.md:\d+ links to nothing\.md/,
    );
    expect(await (await fetch(`${dev.docs}/guides/tracing.html`)).text()).toContain(
      "made-up guide",
    );
    const { code: exitCode, printed } = await dev.end();
    // A build that follows another may reload the docs once more.
    expect(printed.replace(/^ *[\d.]+ s +docs reloaded\n/gm, "")).toBe("");
    expect(exitCode).toBe(0);
  });
});
