import { existsSync } from "node:fs";
import { glob, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";

/** A step, as far as the rules read it. */
interface Step {
  readonly uses: string;
  readonly run: string;
  readonly with: Readonly<Record<string, unknown>>;
}

/** A job, as far as the rules read it. */
interface Job {
  readonly name: string;
  readonly uses?: string;
  readonly needs?: string;
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}

function jobsOf(workflow: string): Job[] {
  const jobs = Object.entries<Omit<Job, "steps"> & { steps?: Partial<Step>[] }>(
    parse(workflow).jobs,
  );
  return jobs.map(([name, { steps = [], ...job }]) => ({
    ...job,
    name,
    steps: steps.map(({ uses = "", run = "", with: inputs = {} }) => ({ uses, run, with: inputs })),
  }));
}

/** What can change without a commit of this repository: actions, images and bases that no hash names. */
const MUTABLE = [
  /\buses: (?!\.\/|[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$).+$/gm,
  /\b(?:image|generator)=(?!\$|\S+@sha256:[0-9a-f]{64}$)\S+$/gm,
  /^FROM (?!(?:--platform=\S+ )?\S+@sha256:[0-9a-f]{64}(?: AS \S+)?$).+$/gm,
];
const findMutable = (text: string) => MUTABLE.flatMap((each) => text.match(each) ?? []);

type Faults = Readonly<Record<string, (step: Step) => boolean>>;

const FAULTS: Faults = {
  "persists credentials": ({ uses, with: inputs }) =>
    uses.startsWith("actions/checkout@") && inputs["persist-credentials"] !== false,
  "has an input in its script, in place of env": ({ run }) => /\$\{\{(?! matrix\.)/.test(run),
};

/** Commands that fetch a program which no lockfile names, or a package with a range in place of a version. */
const FLOATING =
  /\b(?:npx|dlx|corepack|curl|wget|npm (?:i|install|exec))\b|(?:^|\s)(?:@[\w-]+\/)?[\w-]+@(?!\d+\.\d+\.\d+\b)[\w.^~]+/;

/** Those of a job that can write, authenticate elsewhere or read a secret. */
const FAULTS_OF_PRIVILEGED: Faults = {
  "runs what no lockfile pins": ({ run, with: inputs }) =>
    FLOATING.test(`${run}\n${inputs.script}`),
  "restores a cache": ({ uses, with: inputs }) =>
    uses.startsWith("actions/cache") || "cache" in inputs,
  "has no exact version of Node": ({ uses, with: inputs }) =>
    uses === "./.github/actions/setup" && !/^\d+\.\d+\.\d+$/.test(String(inputs.node)),
};

/** What a workflow breaks of the rules for the supply chain. */
function violationsOf(text: string): string[] {
  const found = findMutable(text);
  if (JSON.stringify(parse(text).permissions) !== "{}") {
    found.push("the workflow has permissions");
  }
  for (const { name, permissions, steps } of jobsOf(text)) {
    if (typeof permissions !== "object") {
      found.push(`${name} does not list its permissions`);
    }
    const isPrivileged = /write"|secrets\./.test(JSON.stringify([permissions, steps]));
    const faults = { ...FAULTS, ...(isPrivileged && FAULTS_OF_PRIVILEGED) };
    for (const [fault, isIn] of Object.entries(faults)) {
      found.push(...(steps.some(isIn) ? [`${name} ${fault}`] : []));
    }
  }
  return found;
}

const read = (file: string) => readFile(join(repositoryRoot, file), "utf8");
const isMissing = (file: string) => !existsSync(join(repositoryRoot, file));
const setup = await read(".github/actions/setup/action.yml");
const dockerfile = await read("packages/server/docker/Dockerfile");
const [ci, nightly, release] = (await Promise.all(
  ["ci", "nightly", "release"].map((name) => read(`.github/workflows/${name}.yml`)),
)) as [string, string, string];
const files = [ci, nightly, release];
const jobs = files.flatMap(jobsOf);
const manifest = JSON.parse(await read("package.json"));

/** Subcommands of pnpm itself; any other word is a script of the root. */
const OF_PNPM: ReadonlySet<string> = new Set(["install", "audit"]);

/** The scripts and programs in the commands of a workflow that are not there. */
function missingIn(commands: string): string[] {
  const named = commands.matchAll(/\bpnpm(?:@12)? (?:run )?(\S+)(?: (\S+))?/g);
  return [...named].flatMap(([, word = "", next = ""]) => {
    if (word === "exec") {
      return isMissing(`node_modules/.bin/${next}`) ? [next] : [];
    }
    return OF_PNPM.has(word) || word in manifest.scripts ? [] : [word];
  });
}

describe("the workflows", () => {
  it("pin what they run, and have the least permissions", async () => {
    expect(files.flatMap(violationsOf)).toEqual([]);
    expect(findMutable(setup)).toEqual([]);
    expect(await readdir(join(repositoryRoot, ".github/workflows"))).toHaveLength(files.length);
    // Which registry it is, npm is configured with.
    expect(files.join("\n")).not.toMatch(/registry\.\w/);
  });

  const commit = /checkout@[0-9a-f]{40} # v[\d.]+/;
  it.each([
    ["an action by its tag", ci, commit, "checkout@v7", "uses: actions/checkout@v7"],
    ["no version beside the hash", ci, / # v7\.0\.1/, "", expect.stringMatching(/@[0-9a-f]{40}$/)],
    ["an image by its tag", release, /(buildkit:\S+)@\S+/, "$1", "image=moby/buildkit:v0.33.1"],
    ["permissions", ci, /: \{\}/, ": { contents: read }", "the workflow has permissions"],
    ["a job without", ci, / {4}permissions: .*\n/, "", "check does not list its permissions"],
    ["credentials", ci, / {8}with: \{ persist.*\n/, "", "check persists credentials"],
    [
      "a floating npm",
      release,
      /pnpm run release/,
      "npm i -g npm",
      "version runs what no lockfile pins",
    ],
    ["a floating script", release, /pnpm run pub/, "a b@1", "publish runs what no lockfile pins"],
    [
      "a floating Node",
      release,
      /24\.21\.0(?= \}\n.*\n.*image-files)/,
      "24",
      "image has no exact version of Node",
    ],
    [
      "a cache",
      release,
      /(?<=id-token[\s\S]*)node: 24/,
      "cache: x, node: 24",
      "publish restores a cache",
    ],
    [
      "an input",
      ci,
      /"\$\(git/,
      `"\${{ github.ref }}`,
      "test has an input in its script, in place of env",
    ],
  ])("may not have %s", (_, text, right, wrong, message) => {
    expect(violationsOf(text.replace(right, wrong))).toEqual([message]);
  });

  it("run and call what is there", () => {
    const steps = jobs.flatMap((job) => job.steps);
    const called = [...jobs, ...steps].flatMap(({ uses = "" }) =>
      uses.startsWith("./") ? [uses.replace(/(?<!\.yml)$/, "/action.yml")] : [],
    );
    expect([...new Set(called)]).toEqual([
      "./.github/workflows/ci.yml",
      "./.github/actions/setup/action.yml",
    ]);
    expect(called.filter(isMissing)).toEqual([]);
    expect(steps.flatMap(({ run, with: inputs }) => missingIn(`${run}\n${inputs.script}`))).toEqual(
      [],
    );
    expect(missingIn("pnpm run lost\npnpm exec tsx a && pnpm audit")).toEqual(["lost", "tsx"]);
  });

  it("run the pnpm of packageManager, by its hash", async () => {
    const { packages } = JSON.parse(await read(".github/tools/package-lock.json"));
    const [name = "", ...others] = Object.keys(packages[""].dependencies);
    expect(others).toEqual([]);
    expect(setup).toContain(`$PWD/node_modules/${name}"`);
    const { version, integrity } = packages[`node_modules/${name}`];
    expect(`pnpm@${version}`).toBe(manifest.packageManager);
    expect(integrity).toMatch(/^sha512-/);
  });

  it("release nothing that the tests reject", () => {
    expect(jobsOf(release).map(({ name, needs, uses }) => [name, needs ?? uses])).toEqual([
      ["ci", "./.github/workflows/ci.yml"],
      ["mode", "ci"],
      ["version", "mode"],
      ["publish", "mode"],
      ["image", "publish"],
    ]);
  });

  it("let only the jobs that publish authenticate elsewhere or read a secret", () => {
    const able = jobs.filter((job) => /id-token|secrets\./.test(JSON.stringify(job)));
    expect(able.map(({ name }) => name)).toEqual(["publish", "image"]);
  });

  it("keep what pnpm fetched and what turbo built, in each job of ci that installs", () => {
    const isCached = ({ uses, with: inputs }: Step) =>
      /^(?:actions\/cache@|\.\/\.github\/actions\/setup$)/.test(uses) &&
      ("cache" in inputs || String(inputs.path).endsWith("pnpm-store\n.turbo/cache\n"));
    const others = jobsOf(ci).filter(({ steps }) => !steps.some(isCached));
    expect(others.map(({ name }) => name)).toEqual(["advisories"]);
  });
});

describe("the image of the service", () => {
  it("has one base, by its hash", async () => {
    const { catalog } = parse(await read("pnpm-workspace.yaml"));
    const bases = [...dockerfile.matchAll(/^FROM .*?(node:[\d.]+)\S+@(\S+)/gm)].map(
      ([, ...base]) => base,
    );
    const [[, hash] = []] = bases;
    expect(bases).toEqual(Array(2).fill([`node:${catalog.node}`, hash]));
    expect(findMutable(dockerfile)).toEqual([]);
    expect(findMutable(dockerfile.replace(/@sha256:\w+/, ""))).toHaveLength(1);
    expect(findMutable("FROM debian:bookworm")).toEqual(["FROM debian:bookworm"]);
  });

  it("is released for two platforms with SBOM and provenance, and signed with the chart", () => {
    const { steps } = parse(release).jobs.image as { readonly steps: readonly Step[] };
    const script = steps.map(({ run = "" }) => run).join("\n");
    const parts = [
      "--platform linux/amd64,linux/arm64",
      "--attest type=sbom,",
      "--provenance mode=max",
      "rewrite-timestamp=true",
      "helm package packages/server/helm ",
    ];
    expect(parts.filter((part) => !script.includes(part))).toEqual([]);
    const signed = [...script.matchAll(/^cosign sign --yes "(\S+)@\$/gm)].map(([, name]) => name);
    expect(signed).toEqual(["$name", "$charts/chainkit"]);
  });
});

test("updates of packages, tools, actions and bases come a week after their release", async () => {
  const { updates } = parse(await read(".github/dependabot.yml"));
  const covered: string[] = [];
  for (const { directory, directories = [directory], cooldown, ...update } of updates) {
    expect(cooldown).toEqual({ "default-days": 7 });
    for (const path of directories) {
      covered.push(`${update["package-ecosystem"]} ${path}`);
      const { done } = await glob(path.slice(1) || "*", { cwd: repositoryRoot }).next();
      expect(done, path).toBe(false);
    }
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

test("the owner of the repository owns its code", async () => {
  const [, owner] = /github\.com\/([^/]+)\//.exec(manifest.repository.url) ?? [];
  expect(await read(".github/CODEOWNERS")).toMatch(new RegExp(`^\\* @${owner}$`, "m"));
});
