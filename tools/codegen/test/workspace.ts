import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { pnpmCommand } from "../../repo/src/extras/index.ts";

const run = promisify(execFile);

/** A copy of the repository, installed, in which a test may change what it likes. */
export interface Workspace {
  readonly folder: string;
  /** Runs a program with Node; its output. */
  node(...args: string[]): Promise<string>;
  pnpm(...args: string[]): Promise<string>;
  /** A digest of each file that git knows or would know, by path. */
  digests(): Promise<Map<string, string>>;
  remove(): Promise<void>;
}

/** Copies what git holds of the repository, or would hold, and installs it without the network. */
export async function copyWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), "chainkit-"));
  for (const path of await files(repositoryRoot)) {
    await cp(join(repositoryRoot, path), join(folder, path));
  }
  await commitAll(folder);
  const env = {
    ...process.env,
    PATH: `${join(folder, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
    // What has not changed since the tests were built is taken from there.
    TURBO_CACHE_DIR: join(repositoryRoot, ".turbo/cache"),
    TURBO_TELEMETRY_DISABLED: "1",
  };
  const [command, ...first] = pnpmCommand();
  const exec = async (program: string, args: string[]) => {
    const options = { cwd: folder, env, timeout: 600_000, maxBuffer: 2 ** 26 };
    const { stdout } = await run(program, args, options).catch((failure) => {
      throw new Error(`${failure.message}\n${failure.stdout}`);
    });
    return stdout;
  };
  const workspace: Workspace = {
    folder,
    node: (...args) => exec(process.execPath, args),
    pnpm: (...args) => exec(command as string, [...first, ...args]),
    digests: async () => {
      const paths = await files(folder);
      const texts = await Promise.all(paths.map((path) => readFile(join(folder, path))));
      const digest = (text: Buffer) => createHash("sha256").update(text).digest("hex");
      return new Map(paths.map((path, index) => [path, digest(texts[index] as Buffer)]));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await workspace.pnpm(...install);
  return workspace;
}

/** Commits all files: without a commit, turbo reads whole folders, `node_modules` too, and finds each build changed. */
async function commitAll(cwd: string): Promise<void> {
  const author = ["-c", "user.name=chainkit", "-c", "user.email=tests@chainkit.invalid"];
  const commit = [
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--quiet",
    "--no-verify",
    "--message=copy",
  ];
  for (const args of [
    ["init", "--quiet"],
    ["add", "--all"],
    [...author, ...commit],
  ]) {
    await run("git", args, { cwd });
  }
}

/** Installs from what is on this machine already, taking in new packages of the workspace. */
export const install = ["install", "--offline", "--no-frozen-lockfile"];

async function files(folder: string): Promise<string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", args, { cwd: folder, maxBuffer: 2 ** 26 });
  const paths = new Set(stdout.split("\0").filter(Boolean));
  const deleted = await run("git", ["ls-files", "-z", "--deleted"], { cwd: folder });
  for (const path of deleted.stdout.split("\0")) {
    paths.delete(path);
  }
  return [...paths];
}
