import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { createFolder } from "@chainkit/openapi/file";

/** Returns the files among `wanted` that are missing or differ. */
export async function differing(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const paths = [...wanted.keys()];
  const texts = await Promise.all(paths.map(readIfThere));
  return paths.filter((path, index) => texts[index] !== wanted.get(path));
}

/**
 * Writes the `wanted` files that differ; the others keep their modification time.
 *
 * @returns The paths written.
 */
export async function writeDiffering(wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const paths = await differing(wanted);
  for (const path of paths) {
    createFolder(dirname(path));
    await writeFile(path, wanted.get(path) as string);
  }
  return paths;
}

/** Reads a file; undefined if it does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
