import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";

/** The command line of changesets. */
export const changesets = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");

/** Semantic version bump. */
export type Bump = "major" | "minor" | "patch";

const ORDER: readonly Bump[] = ["patch", "minor", "major"];

/**
 * Returns the bump that the changesets of a repository announce, by package.
 *
 * @throws Error naming a changeset that cannot be read.
 */
export async function readBumps(root: string): Promise<Map<string, Bump>> {
  const folder = join(root, ".changeset");
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith(".md") && file !== "README.md",
  );
  const bumps = new Map<string, Bump>();
  for (const file of files) {
    const [, head] = /^---\n(.*?)^---$/ms.exec(await readFile(join(folder, file), "utf8")) ?? [];
    if (head === undefined) {
      throw new Error(`.changeset/${file} has no YAML front matter`);
    }
    for (const [name, bump] of Object.entries((parse(head) ?? {}) as Record<string, Bump>)) {
      if (!ORDER.includes(bump)) {
        throw new Error(
          `.changeset/${file}: unknown bump ${bump} for ${name}; expected patch, minor or major`,
        );
      }
      const other = bumps.get(name) ?? "patch";
      bumps.set(name, ORDER.indexOf(bump) > ORDER.indexOf(other) ? bump : other);
    }
  }
  return bumps;
}

/**
 * Tags the version of each published package in git, unless it has a tag. In the release workflow, the
 * action learns of new tags through `CHANGESETS_OUTPUT`, pushes them and creates a release of each.
 *
 * @param root Root of a repository with the same layout.
 * @returns What was tagged, as printed by changesets.
 */
export async function tagVersions(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [changesets, "git-tag"], {
    cwd: root,
  });
  return stdout;
}
