import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { type Area, listAreas, repositoryRoot, specFolder } from "@chainkit/spec";
import { readme } from "./area-template/readme.ts";
import { formatFiles } from "./format.ts";
import { type GeneratedArea, generateArea } from "./generate.ts";

/** The folder of the code samples of all areas. */
export const samplesFolder: string = join(specFolder, "samples");

/** The folder of an area's package. */
export function packageFolder(area: string): string {
  return join(repositoryRoot, "packages", area);
}

/** A path as a person at the root of the repository writes it. */
export function shown(path: string): string {
  return relative(repositoryRoot, path);
}

/** Generates from the spec of an area. Writes nothing. */
export function readArea(area: string): Promise<GeneratedArea> {
  const file = join(specFolder, `${area}.yaml`);
  return generateArea({ file, samples: samplesFolder, descriptions: true, pages: true });
}

/** The files of an area's package that follow the spec, by path: generated code and README. */
export async function followingFiles(area: GeneratedArea): Promise<Map<string, string>> {
  const folder = packageFolder(area.name);
  const code = [...area.files].map(
    ([name, text]) => [join(folder, "src/generated", name), text] as const,
  );
  const prose = await formatFiles(new Map([[join(folder, "README.md"), readme(area)]]));
  return new Map([...code, ...prose]);
}

/**
 * The files of all areas that follow the specs, by path.
 *
 * @throws Error saying what is wrong with which spec, for all of them together.
 */
export async function allFollowingFiles(): Promise<Map<string, string>> {
  const areas = await listAreas();
  const results = await Promise.allSettled(areas.map(followingFilesOf));
  const failures = results.filter((result) => result.status === "rejected");
  if (failures.length > 0) {
    throw new Error(failures.map(({ reason }) => (reason as Error).message).join("\n"));
  }
  return new Map(
    results.flatMap((result) => (result.status === "fulfilled" ? [...result.value] : [])),
  );
}

async function followingFilesOf({ name, file }: Area): Promise<Map<string, string>> {
  if (!existsSync(join(packageFolder(name), "package.json"))) {
    throw new Error(`${shown(file)} has no package yet. To fix: pnpm new-area ${name}`);
  }
  return followingFiles(await readArea(name));
}
