import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { describe, expect, it } from "vitest";
import { KNOWN_ELSEWHERE } from "../../src/gates/commands.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";
import { testRuns } from "../../src/run/commands.ts";

/** Script of a folder by the task that runs it. */
const SCRIPTS = {
  test: 'vitest run --exclude "**/*.full.test.ts"',
  "test:full": "vitest run .full.test.ts",
};

const isThere = (path: string) => existsSync(join(repositoryRoot, path));
const read = (file: string) => readFile(join(repositoryRoot, file), "utf8");
const git = async (...args: string[]) =>
  (await run("git", args, { cwd: repositoryRoot })).output.trim().split("\n");
const listed = await git("ls-files", "--cached", "--others", "--exclude-standard");
const files = listed.filter(isThere);
/** Manifests of packages and tools, and their folders. */
const folders = files.flatMap(
  (file) => /^((?:packages|tools)\/[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
);

describe("each folder of the repository", () => {
  // Both commands run what turbo finds: a folder without the script would be left out in silence.
  it("runs its tests by its own configuration, in `test` or in `test:full`", async () => {
    const tested = folders.filter((folder) => isThere(`${folder}/test`));
    expect(tested.length).toBeGreaterThan(12);
    for (const folder of tested) {
      const { scripts } = JSON.parse(await read(`${folder}/package.json`));
      const isFull = files.some(
        (file) => file.startsWith(`${folder}/test/`) && /\.full\.test\.ts$/.test(file),
      );
      expect([
        folder,
        scripts.test,
        scripts["test:full"],
        isThere(`${folder}/vitest.config.ts`),
      ]).toEqual([folder, SCRIPTS.test, isFull ? SCRIPTS["test:full"] : undefined, true]);
    }
  });

  it("is tested by both commands, and in CI", async () => {
    const { scripts } = JSON.parse(await read("package.json"));
    for (const task of ["test", "test:full"] as const) {
      expect(scripts[task]).toBe(`node tools/repo/src/run/cli.ts ${task}`);
      const runs = testRuns(task).map((step) => step.join(" ").replace(/ --(env|con)\S+/g, ""));
      const own = runs.slice(0, -1).map((line) => line.replace(/^.*--filter=/, ""));
      expect(runs).toEqual([
        ...own.map((name) => `turbo run ${task} --only --filter=${name}`),
        `turbo run ${task} --only ${own.map((name) => `--filter=!${name}`).join(" ")}`,
      ]);
      expect(await read(".ci/run")).toContain(`pnpm@12 ${task} --force\n`);
      expect(await read(".github/workflows/ci.yml")).toMatch(new RegExp(`turbo run .*\\b${task} `));
    }
  });

  // One in neither would be left out in silence.
  it("has its types checked, by a script of its own or in one program with others", async () => {
    const programs = ["tsconfig.node.json", "tsconfig.web.json"].map(async (file) => {
      const config = (await read(file)).replaceAll(/^ *\/\/.*$/gm, "");
      return (JSON.parse(config) as { readonly include: readonly string[] }).include;
    });
    const include = (await Promise.all(programs)).flat();
    const code = files.flatMap((file) => /^(\w+\/[\w-]+\/[\w-]+)\/.*\.ts$/.exec(file)?.[1] ?? []);
    // Programs for peers, which are installed on first use, and those that tests compile against the published packages.
    const others = ["tools/bench/indexers", "tools/repo/consumers"];
    const parts = [...new Set(code)].filter(
      (part) => /^(packages|tools)/.test(part) && !others.includes(part),
    );
    const unchecked: string[] = [];
    for (const part of parts) {
      const { scripts } = JSON.parse(await read(`${dirname(part)}/package.json`));
      if (!scripts?.typecheck && !include.includes(part)) {
        unchecked.push(part);
      }
    }
    expect(parts.length).toBeGreaterThan(40);
    expect(unchecked).toEqual([]);
  });

  it("is in the map of ARCHITECTURE.md, and whatever is there exists", async () => {
    const paths = mappedPaths(await read("ARCHITECTURE.md"));
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !isThere(path))).toEqual(["packages/<area>/"]);
    const areas = (await listAreas()).map(({ name }) => `packages/${name}/`);
    expect([...paths, ...areas]).toEqual(
      expect.arrayContaining(folders.map((folder) => `${folder}/`)),
    );
  });
});

/** Paths in the map of the repository; indented entries are relative to the entry above. */
function mappedPaths(architecture: string): string[] {
  const [, map = ""] = /## Repository layout\n\n((?: {4}.*\n)+)/.exec(architecture) ?? [];
  let parent = "";
  return map.split("\n").flatMap((line) => {
    const [, indent = "", names = ""] = /^ {4}( *)((?:\S+\/ +)+)/.exec(line) ?? [];
    const paths = names.split(/ +/).filter(Boolean);
    // The line of a file, such as that of the register, has no folder.
    if (indent === "") {
      parent = paths[0] ?? parent;
      return paths;
    }
    return paths.map((path) => parent + path);
  });
}

/** Lists the links of a Markdown text to other files, without anchors. */
function linkedFiles(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, file = ""]) => file);
}

it("every relative link of a Markdown file leads to a file of the repository", async () => {
  expect(linkedFiles("[a](a.md#b) `[c](d.md)` [e](#e)\n\n```md\n[f](f.md)\n```\n")).toEqual([
    "a.md",
  ]);
  const texts = files.filter((file) => file.endsWith(".md"));
  const broken: string[] = [];
  for (const file of texts) {
    const links = linkedFiles(await read(file)).filter(
      (link) => !isThere(join(dirname(file), link)),
    );
    broken.push(...links.map((link) => `${file}: ${link}`));
  }
  expect(texts).toContain("packages/docs/guides/versioning.md");
  expect(broken).toEqual([]);
});

it("nothing tells a reader to run a package that nobody here owns", async () => {
  // Tests show what is refused.
  const texts = files.filter(
    (file) => /\.(md|ts|js|json|ya?ml|html)$/.test(file) && !/\/test\//.test(file),
  );
  const owned = (await listPackages()).map(({ name }) => name);
  const found: string[] = [];
  for (const file of texts) {
    for (const [command, name = ""] of (await read(file)).matchAll(
      /npx (?:--yes |-y )?(@?[a-z][\w./-]*)/g,
    )) {
      if (name !== "pnpm" && !KNOWN_ELSEWHERE.has(name) && !owned.includes(name)) {
        found.push(`${file}: ${command}`);
      }
    }
  }
  expect(texts.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

it("only manifests name the repository, which take its address from the root's", async () => {
  const { repository } = JSON.parse(await read("package.json"));
  const [, address = ""] = /(github\.com\/.+)\.git$/.exec(repository.url) ?? [];
  const named = await git("grep", "--files-with-matches", "--fixed-strings", address);
  expect(named.length).toBeGreaterThan(7);
  expect(named.filter((file) => !/(^|\/)package\.json$/.test(file))).toEqual([]);
});
