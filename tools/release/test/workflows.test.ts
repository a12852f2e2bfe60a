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
  readonly jobs: Readonly<Record<string, { readonly steps?: readonly Step[]; uses?: string }>>;
}

const folder = join(repositoryRoot, ".github/workflows");
const workflows = await Promise.all(
  (await readdir(folder)).map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    const jobs = Object.entries((parse(text) as Workflow).jobs);
    const own = jobs.flatMap(([job, { steps }]) => (steps ? [[job, steps] as const] : []));
    const called = jobs.flatMap(([, { uses }]) => (uses ? [uses] : []));
    return { name, text, jobs: own, called };
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

describe.each(workflows)("$name", ({ text, jobs, called }) => {
  test("is a workflow by the schema of GitHub", () => {
    expect(validateWorkflow(text).errors).toEqual([]);
    // Which registry it is, npm is configured with.
    expect(text).not.toMatch(/registry\.\w/);
  });

  test.each(jobs)("%s runs what the repository has", (_, steps) => {
    const commands = steps.flatMap(({ run, with: inputs }) => [
      run,
      inputs?.["version-script"],
      inputs?.["publish-script"],
    ]);
    const texts = commands.filter((command) => typeof command === "string");
    expect(texts.filter((command) => command.includes("pnpm@12")).length).toBeGreaterThan(0);
    expect(texts.flatMap(missing)).toEqual([]);
  });

  // Version 5 looks for pnpm, which `packageManager` names, on the PATH, and fails the job without it.
  test.each(jobs)("%s sets up Node without pnpm on the PATH", (_, steps) => {
    const actions = steps.flatMap(
      ({ uses = "" }) => uses.match(/^actions\/setup-node@v(\d+)$/) ?? [],
    );
    expect(actions).toHaveLength(2);
    expect(Number(actions[1])).toBeGreaterThan(5);
  });

  test("calls workflows that are there", () => {
    expect(called.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
  });
});

test("what the tests reject is not released", () => {
  const release = workflows.find(({ name }) => name === "release.yml");
  const { jobs } = parse(release?.text ?? "");
  expect(jobs.ci).toEqual({ uses: "./.github/workflows/ci.yml" });
  expect(jobs.release.needs).toBe("ci");
});

test("each job of ci keeps what pnpm fetched and what turbo built", () => {
  const ci = workflows.find(({ name }) => name === "ci.yml");
  for (const [job, steps] of ci?.jobs ?? []) {
    const cache = steps.find(({ uses }) => uses?.startsWith("actions/cache@"));
    expect(cache?.with?.path, job).toMatch(/pnpm\S*store\n\.turbo\/cache/);
  }
});
