import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { useExtras } from "@chainkit/extras";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Clone, cloneRepository } from "../src/clone.ts";
import { run } from "../src/run.ts";

const MINUTES = 60_000;

/**
 * What an install came to when it brought all that only tests and benches use: packages, megabytes on
 * disk, and megabytes to download, as estimated below.
 */
const BEFORE = { packages: 663, installed: 2_145, download: 716 };
const MAX_INSTALLED = 700;
const MAX_DOWNLOAD = BEFORE.download / 3;

const nodes = await useExtras("nodes");

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository(nodes.path("node-20", "bin"));
});
afterAll(() => clone?.remove());

/** What a shell command prints, in bytes as it counts them. */
async function bytes(command: string): Promise<number> {
  const { code, output } = await run("sh", ["-c", command], { cwd: clone.folder });
  expect({ code, output }).toMatchObject({ code: 0 });
  return Number.parseInt(output, 10);
}

describe("a fresh clone under Node 20, without pnpm", () => {
  it(
    "installs itself, builds and calls every operation by the README's first command",
    async () => {
      // What has not changed since the tests were built is taken from there; the dry run below builds all.
      const env = { TURBO_CACHE_DIR: join(repositoryRoot, ".turbo/cache") };
      const { code, output } = await clone.pnpm(["start", "--once"], env);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toMatch(/All \d+ operations succeeded\./);
    },
    10 * MINUTES,
  );

  it(`installs at most ${MAX_INSTALLED} MB, of a third of the download there once was`, async () => {
    const packages = (await readdir(join(clone.folder, "node_modules/.pnpm"))).length;
    const installed = ((await bytes("du -sk node_modules")) * 1_024) / 1e6;
    // The registry compresses better than this, so that the estimate is on the safe side.
    const download = (await bytes("tar -c node_modules/.pnpm | gzip -1 | wc -c")) / 1e6;
    const row = (...cells: (string | number)[]) =>
      `| ${cells.map((cell) => String(cell).padEnd(11)).join(" | ")} |`;
    console.log(
      [
        row("install", "packages", "MB on disk", "MB to fetch"),
        row("before", BEFORE.packages, BEFORE.installed, BEFORE.download),
        row("now", packages, installed.toFixed(0), download.toFixed(0)),
      ].join("\n"),
    );
    expect(download).toBeGreaterThan(100);
    expect(installed).toBeLessThanOrEqual(MAX_INSTALLED);
    expect(download).toBeLessThanOrEqual(MAX_DOWNLOAD);
  });

  it(
    "releases 0.1.0 in a dry run, from versions to tarballs",
    async () => {
      const versions = await clone.pnpm(["run", "release"]);
      expect(versions).toMatchObject({ code: 0 });
      const { code, output } = await clone.pnpm(["run", "publish-packages", "--dry-run"]);
      expect({ code, output }).toMatchObject({ code: 0 });
      const manifests = await Promise.all(
        (await readdir(join(clone.folder, "packages"))).map(async (name) =>
          JSON.parse(await readFile(join(clone.folder, "packages", name, "package.json"), "utf8")),
        ),
      );
      const published = manifests.filter((one) => !one.private);
      expect(published.length).toBeGreaterThan(7);
      for (const { name } of published) {
        expect(output).toContain(`${name}@0.1.0: dry run`);
      }
      const count = (what: RegExp) => output.match(what)?.length;
      for (const file of [/ README\.md$/gm, / CHANGELOG\.md$/gm, / LICENSE$/gm]) {
        expect(count(file), String(file)).toBe(published.length);
      }
      const imported = published.filter((one) => one.exports?.["."]);
      expect(count(/ dist\/index\.js$/gm)).toBe(imported.length);
    },
    10 * MINUTES,
  );

  it(
    "publishes nothing before the owner of the repository is set",
    async () => {
      const { code, output } = await clone.pnpm(["run", "publish-packages"]);
      expect(code).toBe(1);
      expect(output).toContain("put the owner of the repository in place of OWNER");
    },
    MINUTES,
  );
});
