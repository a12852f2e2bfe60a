import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { run } from "./run.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that users install. */
export interface PublishedPackage extends Manifest {
  readonly folder: string;
}

/** The packages that users install: all below packages/ that are not private. */
export async function listPackages(): Promise<PublishedPackage[]> {
  const root = join(repositoryRoot, "packages");
  const all = await Promise.all(
    (await readdir(root)).map(async (name) => {
      const folder = join(root, name);
      const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
      return { ...manifest, folder };
    }),
  );
  return all.filter((one) => !one.private);
}

async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) {
    throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
  }
}

/** Lays a package into `modules` from its packed tarball, as an installation would. */
async function install(one: PublishedPackage, modules: string): Promise<void> {
  const target = join(modules, one.name);
  await mkdir(target, { recursive: true });
  await must("pnpm", ["pack", "--out", join(target, "package.tgz")], one.folder);
  await must("tar", ["-xzf", "package.tgz", "--strip-components=1"], target);
  for (const name of Object.keys(one.dependencies ?? {})) {
    const link = join(modules, name);
    if (name.startsWith("@chainkit/")) {
      continue;
    }
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(one.folder, "node_modules", name)), link).catch((error) => {
      if (error.code !== "EEXIST") {
        throw error;
      }
    });
  }
}

/**
 * Makes an empty project outside the repository with every package installed from its tarball.
 *
 * @returns Its folder, and a function that removes it.
 */
export async function createConsumer(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "chainkit-consumer-")));
  const modules = join(folder, "node_modules");
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await Promise.all((await listPackages()).map((one) => install(one, modules)));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
