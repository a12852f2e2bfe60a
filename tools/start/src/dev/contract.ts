import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { allFollowingFiles, readIfThere, writeDiffering } from "@chainkit/codegen";
import { bundleSpec, listAreas, repositoryRoot, specFolder } from "@chainkit/spec";
import { lintFolder } from "@chainkit/spec/lint";
import { getLineColLocation } from "@redocly/openapi-core";

/** The document of an area, with everything that it refers to. */
export type Document = Awaited<ReturnType<typeof bundleSpec>>;

/** Packages that carry the contract in `dist/specs`, beside their code. */
export const CARRIERS: readonly string[] = ["mock", "server"];

/** A path as a person at the root of the repository writes it. */
export const shown = (path: string): string => relative(repositoryRoot, path);

/** Names the files in a message as such a person does. */
export const shortened = (message: string): string =>
  message.replaceAll(join(repositoryRoot, sep), "");

/**
 * Reads the document of each area, by its name.
 *
 * @throws Error if one cannot be read.
 */
export async function readDocuments(): Promise<Map<string, Document>> {
  const areas = await listAreas();
  const read = areas.map(async ({ name, file }) => [name, await bundleSpec(file)] as const);
  return new Map(await Promise.all(read));
}

/** Code that was generated from an edit. */
export interface Generated {
  /** The files that have changed. */
  readonly paths: readonly string[];
  /** Puts them back as they were. */
  undo(): Promise<void>;
}

/**
 * Writes the code that follows from the specs.
 *
 * @throws Error if a spec is faulty; nothing has been written then.
 */
export async function regenerate(): Promise<Generated> {
  const wanted = await allFollowingFiles();
  const before = new Map<string, string | undefined>();
  for (const path of wanted.keys()) {
    before.set(path, await readIfThere(path));
  }
  const written = await writeDiffering(wanted);
  return {
    paths: written.map(shown),
    async undo() {
      for (const path of written) {
        const text = before.get(path);
        await (text === undefined ? rm(path) : writeFile(path, text));
      }
    },
  };
}

/** Puts the contract into the packages that carry it. */
export async function carry(documents: ReadonlyMap<string, Document>): Promise<void> {
  for (const name of CARRIERS) {
    const folder = join(repositoryRoot, "packages", name, "dist/specs");
    await mkdir(folder, { recursive: true });
    for (const [area, document] of documents) {
      await writeFile(join(folder, `${area}.json`), `${JSON.stringify(document)}\n`);
    }
  }
}

/** Returns the problems found by the linter: `spec/chain-data.yaml:43:7 message`. */
export async function problems(): Promise<string[]> {
  const found = await lintFolder(specFolder);
  const lines = found
    .filter(({ ignored }) => !ignored)
    .map(({ message, location: [place], ruleId }) => {
      if (!place) {
        return `${message} (${ruleId})`;
      }
      const { source, start } = getLineColLocation(place);
      const what = shortened(message);
      return `${shown(source.absoluteRef)}:${start.line}:${start.col} ${what} (${ruleId})`;
    });
  // Each area that refers to a shared file reports its problems.
  return [...new Set(lines)];
}
