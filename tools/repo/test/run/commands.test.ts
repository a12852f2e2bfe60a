import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../src/gates/run.ts";

// Programs that stand in for those of the dependencies note how they were called, and fail if they may not be.
test.each([
  ["format a.ts b", "biome check --write a.ts b", 0],
  ["changeset --empty", "changeset add --empty", 0],
  ["types:node", "tsc -p tsconfig.node.json", 0],
  ["typecheck", "turbo run typecheck types:node types:web --output-logs=errors-only", 3],
  ["lint imports", "depcruise --config .dependency-cruiser.mjs packages tools", 0],
  ["build --force", "turbo run generate --output-logs=errors-only --force", 3],
])("%s calls %s, whose exit code is its own", async (command, called, exit) => {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-programs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [program = ""] = called.split(" ");
  const script = `#!/bin/sh\necho ${program} "$@" >> ${folder}/log\nexit ${exit}\n`;
  await writeFile(join(folder, program), script, { mode: 0o755 });
  const cli = [join(repositoryRoot, "tools/repo/src/run/cli.ts"), ...command.split(" ")];
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  expect(await run(process.execPath, cli, { env })).toMatchObject({ code: exit });
  expect(await readFile(join(folder, "log"), "utf8")).toBe(`${called}\n`);
});
