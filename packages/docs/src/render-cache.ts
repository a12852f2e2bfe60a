import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

let folder: string | undefined;

/** Keeps renderings in a folder from now on: other processes that build the same site do not render it again. */
export function keepRenderings(inFolder: string | undefined): void {
  folder = inFolder;
}

/**
 * Finds a kept rendering.
 *
 * @param parts All that it is made from, with the version of what makes it.
 * @returns undefined if there is none.
 */
export function findRendering(parts: readonly string[]): string | undefined {
  try {
    return folder && gunzipSync(readFileSync(fileOf(folder, parts))).toString();
  } catch {
    return undefined;
  }
}

/** Keeps a rendering. */
export function keepRendering(parts: readonly string[], rendering: string): void {
  if (folder !== undefined) {
    const file = fileOf(folder, parts);
    mkdirSync(folder, { recursive: true });
    // Nobody reads half of it.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, gzipSync(rendering, { level: 1 }));
    renameSync(draft, file);
  }
}

function fileOf(parent: string, parts: readonly string[]): string {
  return join(parent, createHash("sha256").update(JSON.stringify(parts)).digest("hex"));
}
