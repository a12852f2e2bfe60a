import { execFile } from "node:child_process";
import { glob, readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { pnpmCommand } from "../extras/index.ts";
import type { PackedPackage } from "./pack.ts";

const SERVICE = "@chainkit/server";
/** What pnpm records of an installation. */
const RECORDS = ["node_modules/.*.{yaml,json}", "pnpm-*.yaml", "node_modules/.pnpm/*.yaml"];
const run = promisify(execFile);

/**
 * Writes what the container image of the service contains: the packed service, and its dependencies as
 * the lockfile has them.
 *
 * @param target Folder for the files; what it contains is removed.
 * @param packed Packed packages, which `packPackages` returns.
 * @throws Error with the output of the command that fails.
 */
export async function writeImageFiles(
  target: string,
  packed: readonly PackedPackage[],
): Promise<void> {
  await rm(target, { recursive: true, force: true });
  const [program, ...first] = pnpmCommand();
  const args = [...first, `--filter=${SERVICE}`, "--prod", "deploy", resolve(target)];
  await run(program, args, { cwd: repositoryRoot }).catch((error) => {
    throw new Error(`the dependencies cannot be installed: ${error.message}\n${error.stdout}`);
  });
  // They name the path of the clone and the time, and only pnpm reads them.
  for await (const file of glob(RECORDS, { cwd: target })) {
    await rm(join(target, file));
  }
  // `pnpm deploy` leaves out `publishConfig`, so that their `exports` would name sources.
  const scope = join(target, "node_modules", dirname(SERVICE));
  await unpack(packed, basename(SERVICE), target);
  for (const name of await readdir(scope)) {
    await unpack(packed, name, await realpath(join(scope, name)));
  }
}

/** Puts a packed package in place of the one in a folder, but for its `node_modules`. */
async function unpack(
  packed: readonly PackedPackage[],
  name: string,
  folder: string,
): Promise<void> {
  const { tarball = "" } = packed.find((one) => basename(one.name) === name) ?? {};
  const own = (await readdir(folder)).filter((entry) => !/^(node_modules|pnpm-.*)$/.test(entry));
  await Promise.all(own.map((entry) => rm(join(folder, entry), { recursive: true })));
  await run("tar", ["-xzf", basename(tarball), "-C", folder, "--strip-components=1"], {
    // A drive letter would be the name of a machine to GNU's tar.
    cwd: dirname(tarball),
  });
}
