import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { installProject } from "@chainkit/extras";
import { readOperations, successesOf } from "@chainkit/openapi";
import { build } from "esbuild";
import { readSpec } from "../generate.ts";
import { generatedFolder, peersFolder } from "../install.ts";
import { type Attempt, type Consumer, type Maker, makers } from "./makers.ts";
import { probes, rows } from "./probes.ts";
import { isCommandLine, isMcpServer } from "./programs.ts";

const run = promisify(execFile);
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Lets every maker make its consumers of our contract, tries them, and prints what came of it. */
export async function consumerTable(): Promise<string> {
  const [document, installed] = await Promise.all([readSpec(), installProject(peersFolder)]);
  const operations = readOperations(document);
  const ids = operations.map(({ id }) => id);
  const of = (value: (operation: (typeof operations)[number]) => unknown) =>
    JSON.stringify(Object.fromEntries(operations.map((each) => [each.id, value(each)])));
  const facts = [
    `const ids = ${JSON.stringify(ids)};`,
    `const paths = ${of(({ path }) => path)};`,
    `const params = ${of(({ parameters }) => Object.fromEntries(parameters.filter((each) => each.required).map((each) => [each.name, each.example])))};`,
    `const examples = ${of(({ responses }) => successesOf(responses)[0]?.examples.values().next().value)};`,
    "const print = (found) => console.log(JSON.stringify(found));",
  ].join("\n");
  const bins = {
    own: (name: string) => join(import.meta.dirname, "../../node_modules/.bin", name),
    peer: (name: string) => installed.path(".bin", name),
  };

  /** Outcome of one attempt by row; empty if nothing was generated. */
  async function attempt(maker: Maker, consumer: Consumer, one: Attempt): Promise<object> {
    const folder = join(generatedFolder, "consumers", maker.name.replaceAll(/\W+/g, "-"), consumer);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "spec.json"), JSON.stringify(document));
    const [program = "", ...args] = maker.generator?.(bins) ?? [];
    if (one.generate) {
      await run(program, [...args, ...one.generate], { cwd: folder, env });
    }
    const bundle = async (contents: string) => {
      const outfile = join(folder, "out.mjs");
      await build({
        stdin: { contents, resolveDir: folder, loader: "ts" },
        ...{ bundle: true, platform: "node", format: "esm", outfile, logLevel: "silent" },
        banner: {
          js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
        },
      });
      return outfile;
    };
    const probe = probes[consumer];
    if (one.entry && probe) {
      const { stdout } = await run(process.execPath, [
        await bundle(`${facts}\n${one.entry}\n${probe}`),
      ]);
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
    }
    const [file, ...rest] = one.program ?? [];
    if (!file) {
      return {};
    }
    const path = isAbsolute(file) ? file : await bundle(`import "./${file}";`);
    return consumer === "cli"
      ? { "command line": await isCommandLine(path, one.help ?? [["--help"]], ids) }
      : { "MCP server": await isMcpServer([path, ...rest], ids) };
  }

  const columns = await Promise.all(
    makers.map(async (maker) => {
      const found: Record<string, boolean> = {};
      for (const [consumer, one] of Object.entries(maker.attempts)) {
        // What a maker does not know, it refuses, and then there is nothing to try.
        const outcome = await attempt(maker, consumer as Consumer, one).catch((error: Error) => {
          if (process.env.DEBUG) {
            console.error(maker.name, consumer, error.message);
          }
          return {};
        });
        Object.assign(found, outcome);
      }
      return found;
    }),
  );
  const head = ["", ...makers.map(({ name }) => name)];
  const body = rows.map((row) => [row, ...columns.map((found) => (found[row] ? "yes" : "–"))]);
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
