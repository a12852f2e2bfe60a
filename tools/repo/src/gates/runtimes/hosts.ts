import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { chromium as browsers } from "playwright-core";
import { useExtras } from "../../extras/index.ts";
import { run } from "../run.ts";

/** Writable folder of a runtime, and the origin of its pages. */
interface Place {
  readonly folder: string;
  readonly origin: string;
}

/** Runs the export `run` of a self-contained module in a runtime. */
export type Host = (code: string, place: Place) => Promise<void>;

/** The used part of Miniflare, which runs workerd. */
interface Miniflare {
  dispatchFetch(url: string): Promise<Response>;
  dispose(): Promise<void>;
}

const [nodes, runtimes, browserOnly] = await Promise.all([
  useExtras("nodes"),
  useExtras("runtimes"),
  useExtras("browser"),
]);
const { Miniflare } = runtimes.load<{ Miniflare: new (options: object) => Miniflare }>("miniflare");
const { default: chromium } = browserOnly.load<{
  default: { args: readonly string[]; executablePath(): Promise<string> };
}>("@sparticuz/chromium");

/** Host for runtimes that are programs: `program ...args file`. */
const command =
  (program: string, ...args: string[]): Host =>
  async (code, { folder }) => {
    const file = join(folder, "main.mjs");
    await writeFile(join(folder, "vectors.mjs"), code);
    await writeFile(file, 'import { run } from "./vectors.mjs";\nawait run();\n');
    const { code: exit, output } = await run(program, [...args, file]);
    if (exit !== 0) {
      throw new Error(output);
    }
  };

const node = (version: string) => command(nodes.path(`node-${version}`, "bin", "node"));

const worker = `import { run } from "./vectors.mjs";
export default {
  async fetch() {
    await run();
    return new Response("done");
  },
};`;

const workerd: Host = async (code) => {
  const miniflare = new Miniflare({
    modules: [
      { type: "ESModule", path: "main.mjs", contents: worker },
      { type: "ESModule", path: "vectors.mjs", contents: code },
    ],
    compatibilityDate: "2026-07-01",
  });
  try {
    const response = await miniflare.dispatchFetch("http://worker/");
    if (!response.ok) {
      throw new Error(await response.text());
    }
  } finally {
    await miniflare.dispose();
  }
};

const browser: Host = async (code, { origin }) => {
  const instance = await browsers.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args.filter((argument) => argument !== "--single-process"),
      "--disable-background-networking",
      // Nobody sees the page: a GPU in software would take most of the processor time.
      "--disable-gpu",
    ],
    headless: true,
  });
  try {
    const page = await instance.newPage();
    await page.goto(origin);
    // Not a data URL: the browser would repeat all of it in the stack of each request, to whoever watches them.
    const blob = `new Blob([${JSON.stringify(code)}], { type: "text/javascript" })`;
    await page.evaluate(`import(URL.createObjectURL(${blob})).then(({ run }) => run())`);
  } finally {
    await instance.close();
  }
};

/** All supported runtimes of the clients, except the Node that runs the tests. */
export const hosts: Record<string, Host> = {
  "Node 20": node("20"),
  "Node 22": node("22"),
  "Node 26": node("26"),
  "Node 24": command(join(repositoryRoot, "node_modules/node/bin/node")),
  Bun: command(runtimes.path(".bin", "bun")),
  Deno: command(runtimes.path(".bin", "deno"), "run", "--allow-net"),
  workerd,
  Chromium: browser,
};
