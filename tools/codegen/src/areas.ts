import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import {
  type Area,
  listAreas,
  readRegister,
  repositoryRoot,
  type SourceCache,
  specFolder,
  withRegister,
} from "@chainkit/spec";
import { readme } from "./area-template/readme.ts";
import { clientPackage } from "./client-package.ts";
import { formatFiles } from "./format.ts";
import { type GeneratedArea, generateArea } from "./generate.ts";

/** Folder of the code samples of all areas. */
export const samplesFolder: string = join(specFolder, "samples");

/** Returns the package folder of an area. */
export function packageFolder(area: string): string {
  return join(repositoryRoot, "packages", area);
}

/** Formats a path relative to the root of the repository. */
export function shown(path: string): string {
  return relative(repositoryRoot, path);
}

/**
 * Generates the code of an area; writes nothing.
 *
 * @param sources Texts of files that were read for other areas.
 */
export async function readArea(area: string, sources?: SourceCache): Promise<GeneratedArea> {
  const file = join(specFolder, `${area}.yaml`);
  const options = { samples: samplesFolder, descriptions: true, pages: true, strict: true };
  return generateArea({ file, sources, ...options });
}

/** Generates the files of an area's package that depend on the spec, by path: code and README. */
export async function followingFiles(area: GeneratedArea): Promise<Map<string, string>> {
  const folder = packageFolder(area.name);
  const code = [...area.files].map(
    ([name, text]) => [join(folder, "src/generated", name), text] as const,
  );
  const prose = await formatFiles(new Map([[join(folder, "README.md"), readme(area)]]));
  return new Map([...code, ...prose]);
}

/**
 * Generates the files of all areas, of the client package, and the register in the README of the contract, by path.
 *
 * @param isWanted Whether an area is included; all are by default.
 * @throws Error saying what is wrong with which spec, for all of them together.
 */
export async function allFollowingFiles(
  isWanted: (name: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const areas = await readAll((await listAreas()).filter(({ name }) => isWanted(name)));
  const files = await Promise.all([...areas.map(followingFiles), sharedFiles(areas)]);
  return new Map(files.flatMap((each) => [...each]));
}

async function sharedFiles(areas: readonly GeneratedArea[]): Promise<Map<string, string>> {
  const files = await clientPackage(packageFolder("client"), areas);
  const manifest = join(packageFolder("client"), "package.json");
  const contract = join(specFolder, "README.md");
  const register = withRegister(await readFile(contract, "utf8"), await readRegister());
  const formatted = await formatFiles(
    new Map([
      [manifest, files.get(manifest) as string],
      [contract, register],
    ]),
  );
  files.delete(manifest);
  return new Map([...files, ...formatted]);
}

async function readAll(areas: readonly Area[]): Promise<GeneratedArea[]> {
  const sources: SourceCache = new Map();
  const results = await Promise.allSettled(areas.map((area) => readExisting(area, sources)));
  const failures = results.filter((result) => result.status === "rejected");
  if (failures.length > 0) {
    throw new Error(failures.map(({ reason }) => (reason as Error).message).join("\n"));
  }
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** Whether an area has a client package. */
export function hasPackage(area: string): boolean {
  return existsSync(join(packageFolder(area), "package.json"));
}

async function readExisting({ name, file }: Area, sources: SourceCache): Promise<GeneratedArea> {
  if (!hasPackage(name)) {
    throw new Error(
      `${shown(file)} has no package yet. To fix: npx --yes pnpm@12 new-area ${name}`,
    );
  }
  return readArea(name, sources);
}
