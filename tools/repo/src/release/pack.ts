import { execFile } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { pnpmCommand } from "../extras/index.ts";
import { listPackages, type PublishedPackage } from "./packages.ts";

/** Packed package. */
export interface PackedPackage extends PublishedPackage {
  readonly tarball: string;
}

/**
 * Builds and packs all published packages.
 *
 * @param target Folder for the tarballs.
 * @throws Error with the output of the command that fails.
 */
export async function packPackages(target: string): Promise<PackedPackage[]> {
  const packages = await listPackages();
  await mkdir(target, { recursive: true });
  const [program, ...first] = pnpmCommand();
  const filters = packages.map(({ name }) => `--filter=${name}`);
  const options = { cwd: repositoryRoot, maxBuffer: 2 ** 26 };
  const pnpm = (...args: readonly string[]) =>
    promisify(execFile)(program, [...first, ...args], options).catch((error) => {
      throw new Error(`the packages cannot be packed: ${error.message}\n${error.stdout}`);
    });
  // Once for all: their own script would start Turborepo for each.
  await pnpm("exec", "turbo", "run", "build", "--output-logs=errors-only", ...filters);
  const unscripted = ["--config.ignore-scripts=true", "--pack-destination", target];
  await pnpm("pack", "--recursive", ...filters, ...unscripted);
  return packedPackages(target);
}

/**
 * The packages that `packPackages` has put into a folder.
 *
 * @throws Error if one of them is not there.
 */
export async function packedPackages(target: string): Promise<PackedPackage[]> {
  const packed = (await listPackages()).map((one) => ({
    ...one,
    tarball: join(target, `${one.name.replace("@", "").replace("/", "-")}-${one.version}.tgz`),
  }));
  await Promise.all(packed.map(({ tarball }) => access(tarball)));
  return packed;
}
