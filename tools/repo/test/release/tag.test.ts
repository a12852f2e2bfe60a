import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tagVersions } from "../../src/release/changesets.ts";

test("each version is tagged once, and the action is told of new tags", async () => {
  const root = await mkdtemp(join(tmpdir(), "chainkit-tag-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const write = async (file: string, content: object) => {
    await mkdir(join(root, file, ".."), { recursive: true });
    await writeFile(join(root, file), JSON.stringify(content));
  };
  await write("package.json", { private: true });
  // YAML includes JSON.
  await write("pnpm-workspace.yaml", { packages: ["packages/*"] });
  await write(".changeset/config.json", { changelog: false, baseBranch: "main", access: "public" });
  await write("packages/mock/package.json", { name: "@chainkit/mock", version: "0.1.0" });
  await write("packages/docs/package.json", {
    name: "@chainkit/docs",
    version: "0.1.0",
    private: true,
  });
  git("init", "--quiet");
  git("remote", "add", "origin", root);
  for (const [name, value] of Object.entries({ "user.name": "t", "user.email": "t@localhost" })) {
    git("config", name, value);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "first");

  const output = join(root, "output.ndjson");
  vi.stubEnv("CHANGESETS_OUTPUT", output);
  onTestFinished(() => void vi.unstubAllEnvs());
  await tagVersions(root);
  await tagVersions(root);
  expect(git("tag").trim()).toBe("@chainkit/mock@0.1.0");
  const told = { type: "git-tag", tag: "@chainkit/mock@0.1.0", packageName: "@chainkit/mock" };
  expect(JSON.parse(await readFile(output, "utf8"))).toEqual(told);
});
