import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { readSamples } from "@chainkit/docs";
import { startMock } from "@chainkit/mock";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, listAreas, specFolder } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../../../packages/server/test/support/thorough.ts";
import { shownBlocks } from "../../src/gates/code-blocks.ts";
import { commandsOf, isThere } from "../../src/gates/commands.ts";
import { run } from "../../src/gates/run.ts";

const origin = "http://127.0.0.1:4010";
const standIn = join(import.meta.dirname, "../../src/gates/curl.ts");
let mock: Awaited<ReturnType<typeof startMock>>;
/** Folder of a stand-in for curl; empty where curl is installed. */
let programs: string;

beforeAll(async () => {
  mock = await startMock();
  programs = await mkdtemp(join(tmpdir(), "chainkit-curl-"));
  if ((await run("curl", ["--version"])).code !== 0) {
    const script = `#!/bin/sh\n"${process.execPath}" "${standIn}" "$@"\n`;
    await writeFile(join(programs, "curl"), script, { mode: 0o755 });
  }
});
afterAll(async () => {
  await mock?.close();
  await rm(programs, { recursive: true });
});

/** Runs a program as a reader does, and reads the JSON that it prints. */
async function printedBy(program: string, args: readonly string[]): Promise<unknown> {
  const own = args.map((arg) => arg.replaceAll(origin, mock.url));
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` };
  const { stdout } = await promisify(execFile)(program, own, { env });
  return JSON.parse(stdout);
}

describe("the samples of each operation", async () => {
  const documents = await Promise.all((await listAreas()).map(({ file }) => bundleSpec(file)));
  const folder = join(specFolder, "samples");
  const programOf: Readonly<Record<string, (source: string) => [string, string[]]>> = {
    curl: (source) => ["sh", ["-c", source]],
    JavaScript: (source) => [
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `console.log = (value) => console.info(JSON.stringify(value));\n${source}`,
      ],
    ],
    Python: (source) => ["python3", ["-c", source]],
  };

  // Of every third operation, and each night of all.
  it.each(sampled(documents.flatMap(readOperations), 3))(
    "$id returns its first example in every language",
    async (operation) => {
      const success = operation.responses.find(({ status }) => status === "200");
      const [first] = success?.examples.values() ?? [];
      const samples = await readSamples(operation, origin, folder);
      const languages = samples.map(({ lang }) => lang).join(" ");
      expect(languages).toBe("curl TypeScript JavaScript Python");
      // Those in TypeScript are compiled and executed with the packed packages.
      for (const { lang, source } of samples.filter((sample) => sample.lang !== "TypeScript")) {
        const [program, args] = programOf[lang]?.(source) ?? ["", []];
        expect([lang, await printedBy(program, args)]).toEqual([lang, first]);
      }
    },
  );
});

describe("commands that readers are shown", async () => {
  const blocks = (await shownBlocks()).filter(({ language }) => language === "sh");
  // Those of an endpoint need graph-node; the service's tests run the guide they stand in.
  const commands = blocks
    .flatMap(({ code }) => commandsOf(code))
    .filter((command) => !command.includes(`${origin}/subgraphs/`));
  const requests = commands.filter((command) => command.startsWith("curl "));

  it.each(requests)("%s succeeds", async (command) => {
    expect(await printedBy("sh", ["-c", command])).not.toHaveProperty("status");
  });

  it.each(commands.filter((command) => !requests.includes(command)))(
    "%s exists",
    async (command) => {
      expect(await isThere(command)).toBe(true);
    },
  );

  it.each([
    "npm install @chainkit/nothing",
    "npx --yes pnpm@12 run nothing",
    "npx @chainkit/nothing",
    "npx @chainkit/runtime",
    "npx @chainkit/server nothing",
    "npx @chainkit/server serve --data folder --nothing",
    "npx @chainkit/server token create me --data folder --keep 5",
    "npx chainkit-mock",
    "chainkit-mock",
    "node tools/nothing.ts",
    "node_modules/.bin/nothing",
    "node_modules/.bin/vitest run --project '!tools/nothing'",
    "cd packages/nothing && ../../node_modules/.bin/vitest",
    "cd /opt/chainkit && npm install @chainkit/nothing",
    "make docs",
    "export CHAINKIT_NOTHING=1",
    "TOKEN=$(npx @chainkit/nothing)",
    "echo my-token | npx @chainkit/nothing --token-file -",
  ])("%s would be found out", async (command) => {
    expect(await isThere(command)).toBe(false);
  });
});
