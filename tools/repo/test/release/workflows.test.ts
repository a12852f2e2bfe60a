import { existsSync } from "node:fs";
import { glob, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  findMutable,
  findMutableBases,
  type Job,
  type Step,
  violationsOf,
} from "./workflow-rules.ts";

const read = (file: string) => readFile(join(repositoryRoot, file), "utf8");
const folder = ".github/workflows";
const workflows = await Promise.all(
  (await readdir(join(repositoryRoot, folder))).map(async (name) => {
    const text = await read(join(folder, name));
    const jobs = Object.entries(parse(text).jobs as Readonly<Record<string, Job>>);
    const own = jobs.flatMap(([job, { steps }]) => (steps ? [[job, steps] as const] : []));
    const called = jobs.flatMap(([, { uses }]) => (uses ? [uses] : []));
    return { name, text, jobs: own, called };
  }),
);
const textOf = (wanted: string) => workflows.find(({ name }) => name === wanted)?.text ?? "";
const setup = await read(".github/actions/setup/action.yml");
const dockerfile = await read("packages/server/docker/Dockerfile");
const manifest = JSON.parse(await read("package.json"));
const { catalog } = parse(await read("pnpm-workspace.yaml"));

/** Subcommands of pnpm itself; any other word is a script of the root. */
const OF_PNPM: ReadonlySet<string> = new Set(["install", "exec", "audit"]);

/** What is wrong with a command of a workflow: a script or program that is not there. */
function missing(command: string): string[] {
  return [...command.matchAll(/\bpnpm(?:@12)? (?:run )?(\S+)(?: (\S+))?/g)].flatMap(
    ([, word = "", next = ""]) => {
      if (word === "exec") {
        return existsSync(join(repositoryRoot, "node_modules/.bin", next)) ? [] : [next];
      }
      return OF_PNPM.has(word) || word in manifest.scripts ? [] : [word];
    },
  );
}

describe.each(workflows)("$name", ({ text, jobs, called }) => {
  it("pins what it runs and has the least permissions", () => {
    expect(violationsOf(text)).toEqual([]);
    // Which registry it is, npm is configured with.
    expect(text).not.toMatch(/registry\.\w/);
  });

  it.each(jobs)("%s runs what the repository has", (_, steps) => {
    const commands = steps.flatMap(({ run, with: inputs }) => [run, inputs?.script]);
    const texts = commands.filter((command) => typeof command === "string");
    expect(texts.filter((command) => command.includes("pnpm")).length).toBeGreaterThan(0);
    expect(texts.flatMap(missing)).toEqual([]);
  });

  it("calls workflows and actions that are there", () => {
    const used = jobs.flatMap(([, steps]) => steps.map(({ uses = "" }) => uses));
    const actions = used.filter((action) => action.startsWith("./"));
    const files = [...called, ...actions.map((action) => join(action, "action.yml"))];
    expect(files.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
  });
});

describe("a workflow that", () => {
  const commit = /checkout@[0-9a-f]{40} # v[\d.]+/;
  it.each([
    ["has an action by its tag", "ci.yml", commit, "checkout@v7", "checkout@v7 is not pinned"],
    ["does not say which version", "ci.yml", / # v7\.0\.1/, "", "version as a comment"],
    ["has an image by its tag", "release.yml", /(buildkit:\S+)@\S+/, "$1", "pinned by digest"],
    ["gives every job a permission", "ci.yml", /: \{\}/, ": { contents: read }", "must be {}"],
    ["lists no permissions", "ci.yml", / {4}permissions: .*\n/, "", "check: must list"],
    ["keeps credentials", "ci.yml", / {8}with: \{ persist.*\n/, "", "persist credentials"],
    [
      "publishes with a floating pnpm",
      "release.yml",
      /: pnpm/g,
      ": npx pnpm@12",
      "no lockfile pins",
    ],
    [
      "installs a floating npm",
      "release.yml",
      /pnpm run release/,
      "npm i -g npm@11",
      "no lockfile",
    ],
    [
      "publishes by a floating script",
      "release.yml",
      /pnpm run pub/,
      "pnpm dlx pub",
      "no lockfile",
    ],
    [
      "publishes by a floating Node",
      "release.yml",
      /node: 24\.21\.0/g,
      "node: 24",
      "version of Node",
    ],
    [
      "publishes from a cache",
      "release.yml",
      /node: 24/g,
      "cache: x, node: 24",
      "restores a cache",
    ],
    ["puts an input into a script", "ci.yml", /"\$\(git/, `"\${{ github.ref }}`, "through env"],
  ])("%s is rejected", (_, name, right, wrong, message) => {
    const text = textOf(name);
    expect(text).toMatch(right);
    expect(violationsOf(text.replace(right, wrong)).join("\n")).toContain(message);
  });
});

describe("the setup of the jobs", () => {
  it("pins what it runs", () => {
    expect(findMutable(setup)).toEqual([]);
  });

  it("runs the pnpm of packageManager, by its hash", async () => {
    const { packages } = JSON.parse(await read(".github/tools/package-lock.json"));
    const [name = "", ...others] = Object.keys(packages[""].dependencies);
    expect(others).toEqual([]);
    expect(setup).toContain(`$PWD/node_modules/${name}"`);
    const { version, integrity } = packages[`node_modules/${name}`];
    expect(`pnpm@${version}`).toBe(manifest.packageManager);
    expect(integrity).toMatch(/^sha512-/);
  });
});

it("what the tests reject is not released", () => {
  const { jobs } = parse(textOf("release.yml"));
  expect(jobs.ci.uses).toBe("./.github/workflows/ci.yml");
  expect(jobs.mode.needs).toBe("ci");
  expect([jobs.version.needs, jobs.publish.needs, jobs.image.needs]).toEqual([
    "mode",
    "mode",
    "publish",
  ]);
});

it("only the jobs that publish can authenticate elsewhere or read a secret", () => {
  const privileged = workflows.flatMap(({ text }) =>
    Object.entries(parse(text).jobs as Readonly<Record<string, Job>>).flatMap(([name, job]) =>
      /id-token|secrets\./.test(JSON.stringify(job)) ? [name] : [],
    ),
  );
  expect(privileged).toEqual(["publish", "image"]);
});

it("each job of ci that installs keeps what pnpm fetched and what turbo built", () => {
  const ci = workflows.find(({ name }) => name === "ci.yml");
  const isCached = ({ uses = "", with: inputs = {} }: Step) =>
    /^(?:actions\/cache@|\.\/\.github\/actions\/setup$)/.test(uses) &&
    ("cache" in inputs || String(inputs.path).endsWith("pnpm-store\n.turbo/cache\n"));
  expect(ci?.jobs.filter(([, steps]) => !steps.some(isCached)).map(([job]) => job)).toEqual([
    "advisories",
  ]);
});

describe("the image of the service", () => {
  it("has its base by digest", () => {
    expect(findMutableBases(dockerfile)).toEqual([]);
    expect(dockerfile).toContain(`FROM node:${catalog.node}-`);
    const bases = [...dockerfile.matchAll(/^FROM .*(node:\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases).size).toBe(1);
  });

  it("is released for two platforms with SBOM and provenance, and signed with the chart", () => {
    const { steps } = parse(textOf("release.yml")).jobs.image as { readonly steps: Step[] };
    const script = steps.map(({ run = "" }) => run).join("\n");
    for (const part of [
      "--platform linux/amd64,linux/arm64",
      "--attest type=sbom,",
      "--provenance mode=max",
      "rewrite-timestamp=true",
      "helm package packages/server/helm ",
    ]) {
      expect(script).toContain(part);
    }
    const signed = [...script.matchAll(/^cosign sign --yes "(\S+)@\$/gm)].map(([, name]) => name);
    expect(signed).toEqual(["$name", "$charts/chainkit"]);
  });

  it.each([
    [/@sha256:\w+/, ""],
    [/^FROM node\S+$/m, "FROM debian:bookworm"],
  ])("is rejected with %s written as %o", (right, wrong) => {
    expect(dockerfile).toMatch(right);
    expect(findMutableBases(dockerfile.replace(right, wrong))).toHaveLength(1);
  });
});

describe("updates of dependencies", () => {
  interface Update {
    readonly "package-ecosystem": string;
    readonly directory?: string;
    readonly directories?: readonly (string | undefined)[];
  }
  const WAITS = { cooldown: { "default-days": 7 } };

  it("cover packages, tools, actions and the base of the image, a week after their release", async () => {
    const { updates } = parse(await read(".github/dependabot.yml"));
    const covered = updates.flatMap((update: Update) => {
      expect(update).toMatchObject(WAITS);
      const { directory, directories = [directory] } = update;
      return directories.map((path) => `${update["package-ecosystem"]} ${path}`);
    });
    for (const one of covered) {
      const [, path = ""] = one.split(" /");
      const { done } = await glob(path || "*", { cwd: repositoryRoot }).next();
      expect(done, one).toBe(false);
    }
    expect(covered.sort()).toEqual([
      "docker /packages/server/docker",
      "docker-compose /packages/server/graph-node",
      "github-actions /",
      "github-actions /.github/actions/setup",
      "npm /",
      "npm /.github/tools",
      "npm /tools/repo/projects/*",
    ]);
  });

  it("are owned by the owner of the repository", async () => {
    const [, owner] = /github\.com\/([^/]+)\//.exec(manifest.repository.url) ?? [];
    expect(await read(".github/CODEOWNERS")).toMatch(new RegExp(`^\\* @${owner}$`, "m"));
  });
});
