import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "../../../../packages/docs/test/browser.ts";
import { runProgram } from "../../../../packages/server/test/support/command.ts";
import { claims } from "../../src/gates/code-blocks.ts";
import { useReader } from "../../src/gates/consumer.ts";
import { run } from "../../src/gates/run.ts";

/** Code of a page as a reader copies it. */
interface Sample {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** The output that the page shows; undefined if it shows none. */
  readonly prints: string | undefined;
}

/** The commands of this guide follow from one another, and need a subgraph: the tests of the service run them. */
const NEEDS_SUBGRAPH = "guides/moving-endpoints.html";

const folder = await useReader();
let browser: Browser;
let stop: () => Promise<void>;
let page: Page;
let samples: Sample[];
let urls: Record<"API" | "Docs" | "Examples", string>;

beforeAll(async () => {
  const script = join(repositoryRoot, "tools/start/src/cli.ts");
  const start = runProgram(process.execPath, [script, "--api-port", "0", "--docs-port", "0"]);
  stop = async () => {
    start.child.kill("SIGINT");
    await start.code;
  };
  [browser] = await Promise.all([startBrowser(), start.until(/Ctrl-C/)]);
  const url = (name: string) =>
    new RegExp(`^${name} +(http\\S+)$`, "m").exec(start.output())?.[1] ?? "";
  urls = { API: url("API"), Docs: url("Docs"), Examples: url("Examples") };
  page = await browser.newPage();
  samples = await readSamples();
});
afterAll(async () => {
  await browser?.close();
  await stop?.();
});

/** The TypeScript, curl and Python of guides and operations, in the state in which scripts leave the page. */
async function readSamples(): Promise<Sample[]> {
  await page.goto(`${urls.Docs}/index.html`);
  const hrefs = await page
    .locator("#navigation a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const shown = hrefs.filter((href) => /^(?:guides|operations)\//.test(href));
  const others = shown.filter((href) => href !== NEEDS_SUBGRAPH);
  const found: Sample[] = [];
  for (const path of ["index.html", ...others]) {
    await page.goto(`${urls.Docs}/${path}`);
    const blocks = await page
      .locator("main .code [role=tabpanel], main .code:not(.tabbed)")
      .evaluateAll((all) =>
        all.map((block) => ({
          language: (block as HTMLElement).dataset.language ?? "",
          code: block.querySelector("pre")?.textContent ?? "",
          output: block.querySelector(".output pre")?.textContent ?? undefined,
        })),
      );
    for (const { language, code, output } of blocks) {
      const isCurl = language === "sh" && code.startsWith("curl ");
      if (language === "ts" || language === "python" || isCurl) {
        found.push({ page: path, language, code, prints: output ?? claims(code) });
      }
    }
  }
  return found;
}

const EXTENSIONS: Record<string, string> = { ts: "ts", python: "py", sh: "sh" };

async function execute({ language, code }: Sample, name: string) {
  const file = join(folder, `${name}.${EXTENSIONS[language]}`);
  const command = code.replaceAll(/^curl /gm, "curl --fail-with-body --silent --show-error ");
  await writeFile(file, language === "sh" ? command : code);
  const program = { ts: process.execPath, python: "python3", sh: "sh" }[language] ?? "";
  // Most samples import the same packages, which need not be compiled for each.
  const env = { NODE_COMPILE_CACHE: join(folder, "compiled") };
  return run(program, [file], { cwd: folder, env });
}

/** The samples that do not print what their page shows, of those whose page matches; one after the other. */
async function faultsOf(pages: RegExp): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const [at, sample] of samples.entries()) {
    if (!pages.test(sample.page)) {
      continue;
    }
    // As if its page were loaded now: the service gets back what an earlier sample removed.
    await (await fetch(`${urls.Docs}/assets/defaults.js`)).text();
    const { code, output } = await execute(sample, `sample-${at}`);
    const isRight =
      sample.prints === undefined
        ? output.trim() !== "" && !/\bundefined\b|Error/.test(output)
        : output.trimEnd() === sample.prints.trimEnd();
    if (code !== 0 || !isRight) {
      faults.push([sample.page, sample.language, sample.code, code, output]);
    }
  }
  return faults;
}

test("a running start has samples in each language", () => {
  const count = (language: string) =>
    samples.filter((sample) => sample.language === language).length;
  expect(count("ts")).toBeGreaterThan(40);
  expect(count("python")).toBeGreaterThan(11);
  expect(count("sh")).toBeGreaterThan(12);
  // Operations call the service, guides the examples that they show.
  for (const { page, code } of samples) {
    const named = code.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
    const expected = page.startsWith("operations/") ? urls.API : urls.Examples;
    expect([page, named ?? expected]).toEqual([page, expected]);
  }
});

test("samples of a running start print what their pages show, from what they name", async () => {
  // Samples of operations change the service, and run in order; those of guides call the mock, which does not change.
  const faults = await Promise.all(
    [/^operations\//, /^guides\/[a-m]/, /^index|^guides\/[n-z]/].map(faultsOf),
  );
  expect(faults.flat()).toEqual([]);
});
