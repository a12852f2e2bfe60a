import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, repositoryRoot } from "@chainkit/spec";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "./browser.ts";

let browser: Browser;
let page: Page;
let docs: string;
let api: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const cli = join(repositoryRoot, "tools/start/src/cli.ts");
  const start = spawn(process.execPath, [cli, "--api-port", "0", "--docs-port", "0"]);
  stop = async () => {
    start.kill("SIGINT");
    await once(start, "exit");
  };
  let output = "";
  await new Promise<void>((resolve, reject) => {
    start.once("exit", () => reject(new Error(output)));
    start.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Ctrl-C")) {
        resolve();
      }
    });
  });
  const url = (name: string) => new RegExp(`^${name} +(http\\S+)$`, "m").exec(output)?.[1] ?? "";
  [api, docs] = [url("API"), url("Docs")];
  browser = await startBrowser();
  const context = await browser.newContext();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});

/** The body that the service has for the URL of a curl command. */
async function get(command: string): Promise<unknown> {
  const [, url = ""] = /^curl '(\S+)'/.exec(command) ?? [];
  const headers = [...command.matchAll(/--header '([^:]+): ([^']*)'/g)];
  const response = await fetch(url, {
    headers: headers.map(([, name = "", value = ""]): [string, string] => [name, value]),
  });
  return response.json();
}

test("beside start, every curl sample succeeds as copied", async () => {
  for (const { file } of await listAreas()) {
    for (const { id, method, responses } of readOperations(await bundleSpec(file))) {
      await page.goto(`${docs}/operations/${id}.html`);
      const sample = page.locator("#samples");
      await sample.getByRole("tab", { name: "curl", exact: true }).click();
      await sample.getByRole("button", { name: "Copy" }).click();
      await sample.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(new RegExp(`^curl '${api}/`));
      const command = copied.replace(/^curl /, "curl --fail-with-body --silent --show-error ");
      const before = method === "GET" ? await get(copied) : undefined;
      const { stdout } = await promisify(execFile)("sh", ["-c", command]).catch((error) => {
        throw new Error(`${id}: ${copied}\n${error.stdout}${error.stderr}`);
      });
      if (method === "GET") {
        // The chain may get a block in between.
        expect([before, await get(copied)], id).toContainEqual(JSON.parse(stdout));
      }
      const [example] = responses.find(({ status }) => status === "200")?.examples.values() ?? [];
      expect([id, Object.keys(JSON.parse(stdout))]).toEqual([
        id,
        expect.arrayContaining(Object.keys(example as object).filter((name) => name !== "cursor")),
      ]);
    }
  }
});

test("Redoc's samples call the service of start, too", async () => {
  await page.goto(`${docs}/chain-data.html#/blocks/getblock`);
  const sample = page.locator('[data-testid="source-code"]', { hasText: "curl " }).first();
  await sample.getByText(`'${api}/v2/ethereum/blocks/latest'`).waitFor();
});
