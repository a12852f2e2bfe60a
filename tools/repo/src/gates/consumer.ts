import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { afterAll, inject } from "vitest";
import { useExtras } from "../extras/index.ts";
import { type PackedPackage, packedPackages } from "../release/index.ts";
import { run } from "./run.ts";

/** Extracts a tarball into `modules`, as an installation would. */
async function unpack(one: PackedPackage, modules: string): Promise<void> {
  const target = join(modules, one.name);
  await mkdir(target, { recursive: true });
  await cp(one.tarball, join(target, "package.tgz"));
  const args = ["-xzf", "package.tgz", "--strip-components=1"];
  const { code, output } = await run("tar", args, { cwd: target });
  if (code !== 0) {
    throw new Error(`${one.tarball} cannot be unpacked:\n${output}`);
  }
  for (const name of Object.keys({ ...one.dependencies, ...one.peerDependencies })) {
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
 * Packs every package by the command that users are given, and installs it from its tarball.
 *
 * @returns A `node_modules` folder outside the repository, what the command printed, and a function
 *   that removes folder and tarballs.
 */
export async function installPackages(): Promise<{
  modules: string;
  printed: string;
  remove: () => Promise<void>;
}> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "chainkit-packed-")));
  const modules = join(folder, "node_modules");
  const tarballs = join(folder, "tarballs");
  const pack = join(repositoryRoot, "tools/repo/src/release/pack-cli.ts");
  const { code, output } = await run(process.execPath, [pack, "--out", tarballs]);
  if (code !== 0) {
    throw new Error(output);
  }
  const packed = await packedPackages(tarballs);
  await Promise.all(packed.map((one) => unpack(one, modules)));
  return { modules, printed: output, remove: () => rm(folder, { recursive: true }) };
}

/** Programs of readers use these packages besides ours. */
const OF_READERS = [
  "@opentelemetry",
  "react",
  "react-dom",
  "viem",
  "@types/react",
  "@types/react-dom",
];

/**
 * Creates an empty project outside the repository with the packed packages, which is removed after the tests of the file.
 *
 * @returns Its folder.
 */
export async function useConsumer(): Promise<string> {
  const modules = inject("packedModules");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "chainkit-consumer-")));
  afterAll(() => rm(folder, { recursive: true }));
  const own = join(folder, "node_modules");
  await mkdir(own);
  for (const name of await readdir(modules)) {
    // A scope is a folder of its own: what one project adds to it, others must not have.
    const packages = name.startsWith("@") ? await readdir(join(modules, name)) : undefined;
    if (packages) {
      await mkdir(join(own, name));
    }
    for (const path of packages?.map((each) => join(name, each)) ?? [name]) {
      await symlink(join(modules, path), join(own, path));
    }
  }
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  return folder;
}

/** Creates a project as `useConsumer` does, with what the code of READMEs, guides and pages needs besides our packages. */
export async function useReader(): Promise<string> {
  const folder = await useConsumer();
  const { path } = await useExtras("guides");
  const ours = join(repositoryRoot, "tools/repo/node_modules");
  const links = [
    ...["@types/node", "@modelcontextprotocol/client"].map((name) => [name, join(ours, name)]),
    ...OF_READERS.map((name) => [name, path(name)]),
  ];
  await mkdir(join(folder, "node_modules/@types"));
  for (const [name = "", target = ""] of links) {
    await symlink(target, join(folder, "node_modules", name));
  }
  return folder;
}
