import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { run } from "../../src/gates/run.ts";

/** Programs of packages, whose own tests prove their help, and the installation, which has none. */
const OTHERS = ["mock", "contract", "postinstall"];

/** Programs that no script of the root starts. */
const TOOLS = {
  "lint spec": "tools/spec/src/lint/cli.ts",
  "lint expressions": "tools/spec/src/lint/expressions-cli.ts",
  "chainkit-docs": "packages/docs/src/documents/cli.ts",
};

test("the catalogue of help: what each command of the repository prints", async () => {
  const { scripts } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  const commands = Object.entries<string>(scripts)
    .filter(([name]) => !OTHERS.includes(name))
    .map(([name, command]): [string, string] => [name, command.replace(/^node /, "")]);
  const texts = [...commands, ...Object.entries(TOOLS)].map(async ([name, command]) => {
    const { code, output } = await run(process.execPath, [...command.split(" "), "--help"], {
      cwd: repositoryRoot,
      env: { GITHUB_ACTIONS: "" },
    });
    expect([name, code, output]).toEqual([name, 0, expect.stringContaining("Usage: ")]);
    return `## ${name}\n${output}`;
  });
  await expect((await Promise.all(texts)).join("\n")).toMatchFileSnapshot("catalogue/help.txt");
});
