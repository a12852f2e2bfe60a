import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const folder = join(repositoryRoot, ".github/workflows");
const workflows = await Promise.all(
  (await readdir(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    return { name, text, jobs: Object.entries((parse(text) as Workflow).jobs) };
  }),
);
const { scripts } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));

/** Subcommands of pnpm itself; any other word is a script of the root. */
const OF_PNPM: ReadonlySet<string> = new Set(["install", "exec"]);

/** What is wrong with a command of a workflow: a script or program that is not there. */
function missing(command: string): string[] {
  return [...command.matchAll(/pnpm@12 (?:run )?(\S+)(?: (\S+))?/g)].flatMap(
    ([, word = "", next = ""]) => {
      if (word === "exec") {
        return existsSync(join(repositoryRoot, "node_modules/.bin", next)) ? [] : [next];
      }
      return OF_PNPM.has(word) || word in scripts ? [] : [word];
    },
  );
}

describe.each(workflows)("$name", ({ text, jobs }) => {
  test("is a workflow by the schema of GitHub", () => {
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  test.each(jobs)("%s runs what the repository has", (_, { steps }) => {
    const commands = steps.flatMap(({ run, with: inputs }) => [
      run,
      inputs?.version,
      inputs?.publish,
    ]);
    const texts = commands.filter((command) => typeof command === "string");
    expect(texts.filter((command) => command.includes("pnpm@12")).length).toBeGreaterThan(0);
    expect(texts.flatMap(missing)).toEqual([]);
  });
});

test("each job of ci keeps what pnpm fetched and what turbo built", () => {
  const ci = workflows.find(({ name }) => name === "ci.yml");
  for (const [job, { steps }] of ci?.jobs ?? []) {
    const cache = steps.find(({ uses }) => uses?.startsWith("actions/cache@"));
    expect(cache?.with?.path, job).toMatch(/pnpm\S*store\n\.turbo\/cache/);
  }
});
