import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";

const changeset = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");

/**
 * Tags the version of each published package in git, unless it has a tag. In the release workflow, the
 * action learns of new tags through `CHANGESETS_OUTPUT`, pushes them and creates a release of each.
 *
 * @param root Root of a repository with the same layout.
 * @returns What was tagged, as printed by changesets.
 */
export async function tagVersions(root: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [changeset, "git-tag"], {
    cwd: root,
  });
  return stdout;
}
