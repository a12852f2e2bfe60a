import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../../../packages/server/test/support/thorough.ts";
import { useExtras } from "../../src/extras/index.ts";
import { type Clone, cloneRepository } from "../../src/gates/clone.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";
import { testNewArea } from "./new-area.ts";

const MINUTES = 60_000;

/** Megabytes on disk; with all that only tests and benches use, there were 2,145. */
const MAX_INSTALLED = 700;

const nodes = await useExtras("nodes");

/** What has not changed since the tests were built is taken from there. */
const builds = { TURBO_CACHE_DIR: join(repositoryRoot, ".turbo/cache") };

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository(nodes.path("node-20", "bin"));
});
afterAll(() => clone?.remove());

describe("a fresh clone under Node 20, without pnpm", () => {
  it(
    "changes nothing when a command of the root is asked for help, or does not know a flag",
    async () => {
      expect(await clone.pnpm(["install", "--frozen-lockfile"])).toMatchObject({ code: 0 });
      const manifest = await readFile(join(clone.folder, "package.json"), "utf8");
      const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
      const before = await filesOf(clone.folder);
      expect(await clone.pnpm(["run", "release", "--help"])).toMatchObject({ code: 0 });
      expect(await filesOf(clone.folder)).toBe(before);
      // Every tenth script, and each night all. pnpm takes seconds for each, and adds the option to the script's only command.
      for (const [script, command] of sampled(Object.entries(scripts), 10)) {
        expect([script, command]).toEqual([script, expect.stringMatching(/^node [\w./: -]+$/)]);
        const [, ...args] = command.split(" ");
        const call = (option: string) =>
          run(process.execPath, [...args, option], { cwd: clone.folder });
        const help = await call("--help");
        expect([script, help]).toMatchObject([script, { code: 0 }]);
        expect([script, help.output]).toEqual([script, expect.stringContaining("Usage: ")]);
        const refused = await call("--nonsense");
        expect([script, refused]).not.toMatchObject([script, { code: 0 }]);
        expect([script, refused.output]).toEqual([
          script,
          expect.stringMatching(/option.*--nonsense/),
        ]);
        expect(refused.output).not.toMatch(/^ +at /m);
      }
      expect(await filesOf(clone.folder)).toBe(before);
    },
    15 * MINUTES,
  );

  it(
    "installs itself, builds and calls every operation by the README's first command",
    async () => {
      const { code, output } = await clone.pnpm(["start", "--once"], builds);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toMatch(/All \d+ operations succeeded\./);
    },
    10 * MINUTES,
  );

  it(`installs at most ${MAX_INSTALLED} MB`, async () => {
    // What the build keeps for the next one was not installed.
    const megabytes = (await sizeOf("node_modules")) - (await sizeOf("node_modules/.cache"));
    console.log(`node_modules: ${megabytes.toFixed(0)} MB`);
    expect(megabytes).toBeGreaterThan(100);
    expect(megabytes).toBeLessThanOrEqual(MAX_INSTALLED);
  });

  // What a release does; it raises all versions, and so builds everything anew.
  it.runIf(process.env.CHAINKIT_THOROUGH === "1")(
    "releases 0.1.0 in a dry run, from versions to tarballs",
    async () => {
      const versions = await clone.pnpm(["run", "release"], builds);
      expect(versions).toMatchObject({ code: 0 });
      const { code, output } = await clone.pnpm(["run", "publish-packages", "--dry-run"], builds);
      expect({ code, output }).toMatchObject({ code: 0 });
      const published = await listPackages(clone.folder);
      expect(published.length).toBeGreaterThan(7);
      for (const { name } of published) {
        expect(output).toContain(`${name}@0.1.0: dry run`);
      }
      const count = (what: RegExp) => output.match(what)?.length;
      for (const file of [/ README\.md$/gm, / CHANGELOG\.md$/gm, / LICENSE$/gm]) {
        expect(count(file), String(file)).toBe(published.length);
      }
      const imported = published.filter((one) => one.publishConfig?.exports?.["."]);
      expect(count(/ dist\/index\.js$/gm)).toBe(imported.length);
    },
    10 * MINUTES,
  );

  it(
    "publishes nothing before the owner of the repository is set",
    async () => {
      const publish = join(clone.folder, "tools/repo/src/release/publish-cli.ts");
      const { code, output } = await run(process.execPath, [publish], { cwd: clone.folder });
      expect(code).toBe(1);
      expect(output).toContain("put the owner of the repository in place of OWNER");
    },
    MINUTES,
  );

  testNewArea(() => clone);
});

/** What git says of the files of a folder, also of those that it ignores. */
async function filesOf(cwd: string): Promise<string> {
  const { code, output } = await run("git", ["status", "--porcelain", "--ignored"], { cwd });
  expect(code).toBe(0);
  return output;
}

/** Megabytes of a folder of the clone; 0 if there is none. */
async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(join(clone.folder, folder))) {
    return 0;
  }
  const { code, output } = await run("du", ["-sk", folder], { cwd: clone.folder });
  expect({ code, output }).toMatchObject({ code: 0 });
  return (Number.parseInt(output, 10) * 1_024) / 1e6;
}
