import { readFile } from "node:fs/promises";

/** The range of a version of each package that this one depends on or was tested with, by name. */
export async function ownVersions(): Promise<Record<string, string>> {
  // The same from src/ and, as published, from dist/.
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const { name, version, dependencies, devDependencies } = JSON.parse(text);
  const ranges: Record<string, string> = { ...devDependencies, ...dependencies };
  const entries = Object.entries(ranges).map(([each, range]) => [
    each,
    // In this repository, there is no version yet.
    range.startsWith("workspace:") ? "latest" : range,
  ]);
  return { ...Object.fromEntries(entries), [name]: `^${version}` };
}
