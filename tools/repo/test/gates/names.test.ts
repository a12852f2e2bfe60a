import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, it } from "vitest";
import { KNOWN_ELSEWHERE } from "../../src/gates/commands.ts";
import { run } from "../../src/gates/run.ts";
import { listPackages } from "../../src/release/index.ts";

const texts = /\.(md|ts|js|json|ya?ml|html)$/;
const asked = /npx (?:--yes |-y )?(@?[a-z][\w./-]*)/g;
/** Tests show what is refused. */
const excluded = /\/test\//;

it("nothing tells a reader to run a package that nobody here owns", async () => {
  const { output } = await run("git", ["ls-files"], { cwd: repositoryRoot });
  const files = output.split("\n").filter((file) => texts.test(file) && !excluded.test(file));
  const owned = (await listPackages()).map(({ name }) => name);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(repositoryRoot, file), "utf8").catch(() => "");
    for (const [command, name = ""] of text.matchAll(asked)) {
      if (name !== "pnpm" && !KNOWN_ELSEWHERE.has(name) && !owned.includes(name)) {
        found.push(`${file}: ${command}`);
      }
    }
  }
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

it("only manifests name the repository, which take its address from the root's", async () => {
  const { repository } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  const [, address = ""] = /(github\.com\/.+)\.git$/.exec(repository.url) ?? [];
  const search = ["grep", "--files-with-matches", "--fixed-strings", address];
  const { output } = await run("git", search, { cwd: repositoryRoot });
  const files = output.trim().split("\n");
  expect(files.length).toBeGreaterThan(7);
  expect(files.filter((file) => !/(^|\/)package\.json$/.test(file))).toEqual([]);
});
