import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, it } from "vitest";
import { run } from "../../src/gates/run.ts";
import { testRuns } from "../../src/run/commands.ts";

/** Script of a folder by the task that runs it. */
const SCRIPTS = {
  test: 'vitest run --exclude "**/*.full.test.ts"',
  "test:full": "vitest run .full.test.ts",
};

const text = (file: string) => readFile(join(repositoryRoot, file), "utf8");

async function list(pattern: string, cwd = repositoryRoot): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd, exclude: ["**/node_modules"] })) {
    found.push(path);
  }
  return found;
}

// Both commands run what turbo finds: a folder without the script would be left out in silence.
it("every folder with tests runs them by its own configuration, in `test` or in `test:full`", async () => {
  const files = await list("{packages,tools}/*/package.json");
  const tested = files.filter((file) => existsSync(join(repositoryRoot, dirname(file), "test")));
  expect(tested.length).toBeGreaterThan(12);
  for (const file of tested) {
    const { scripts } = JSON.parse(await text(file));
    const folder = join(repositoryRoot, dirname(file));
    expect(scripts.test, file).toBe(SCRIPTS.test);
    const full = await list("test/**/*.full.test.ts", folder);
    expect(scripts["test:full"], file).toBe(full.length > 0 ? SCRIPTS["test:full"] : undefined);
    expect(existsSync(join(folder, "vitest.config.ts")), `${file}: vitest.config.ts`).toBe(true);
  }
});

it("both commands run in all folders, and in CI", async () => {
  const { scripts } = JSON.parse(await text("package.json"));
  for (const task of ["test", "test:full"] as const) {
    expect(scripts[task]).toBe(`node tools/repo/src/run/cli.ts ${task}`);
    const runs = testRuns(task).map((step) => step.join(" ").replace(/ --(env|con)\S+/g, ""));
    const own = runs.slice(0, -1).map((line) => line.replace(/^.*--filter=/, ""));
    expect(runs).toEqual([
      ...own.map((name) => `turbo run ${task} --only --filter=${name}`),
      `turbo run ${task} --only ${own.map((name) => `--filter=!${name}`).join(" ")}`,
    ]);
    expect(await text(".ci/run")).toContain(`pnpm@12 ${task} --force\n`);
    expect(await text(".github/workflows/ci.yml")).toMatch(new RegExp(`turbo run .*\\b${task} `));
  }
});

// A folder in neither would be left out in silence.
it("the types of every folder are checked, by a script of its own or in one program with others", async () => {
  const programs = ["tsconfig.node.json", "tsconfig.web.json"].map(async (file) => {
    const config = (await text(file)).replaceAll(/^ *\/\/.*$/gm, "");
    return (JSON.parse(config) as { readonly include: readonly string[] }).include;
  });
  const include = (await Promise.all(programs)).flat();
  const { output } = await run("git", ["ls-files", "packages/*.ts", "tools/*.ts"], {
    cwd: repositoryRoot,
  });
  const folders = new Set(output.match(/^\w+\/[\w-]+\/[\w-]+(?=\/)/gm));
  // Programs for peers, which are installed on first use.
  folders.delete("tools/bench/indexers");
  // Programs that tests compile against the packages as published.
  folders.delete("tools/repo/consumers");
  const unchecked: string[] = [];
  for (const folder of folders) {
    const { scripts } = JSON.parse(await text(join(dirname(folder), "package.json")));
    if (!scripts?.typecheck && !include.includes(folder)) {
      unchecked.push(folder);
    }
  }
  expect(folders.size).toBeGreaterThan(40);
  expect(unchecked).toEqual([]);
});
