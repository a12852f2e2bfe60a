import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { listAreas, repositoryRoot, specFolder } from "@chainkit/spec";
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
  return generateArea({ file: join(specFolder, `${area}.yaml`), samples: samplesFolder });
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
 * @throws Error if an area has no package yet.
 * @throws CodegenError with every problem of the first spec that has some.
 */
export async function allFollowingFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { name, file } of await listAreas()) {
    if (!existsSync(join(packageFolder(name), "package.json"))) {
      throw new Error(`${shown(file)} has no package yet. Make it: pnpm new-area ${name}`);
    }
    for (const [path, text] of await followingFiles(await readArea(name))) files.set(path, text);
  }
  return files;
}
