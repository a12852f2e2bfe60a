import { existsSync, mkdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { parse } from "yaml";
import { checkDocument } from "./check.ts";
import type { OpenApiDocument } from "./document.ts";

/**
 * Reads an OpenAPI 3.0 or 3.1 file, YAML or JSON, in which every `$ref` is internal.
 *
 * @throws Error naming the file, what is wrong with it, and what to do.
 */
export async function readDocument(path: string): Promise<OpenApiDocument> {
  let document: unknown;
  try {
    const text = await readFile(path, "utf8");
    // JSON is YAML as well, but takes ten times as long to be read as such.
    document = path.endsWith(".json") ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
  return checkDocument(path, document);
}

/**
 * Creates a folder and those above it that are missing; one that exists is left as it is.
 *
 * Not by `recursive: true`, with which Node never returns where the system allows no folder, as in `/proc` or below a
 * link that leads nowhere.
 *
 * @param mode Permissions of the folders that are created.
 * @throws Error if one cannot be created.
 */
export function createFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) {
    return;
  }
  const parent = dirname(path);
  if (!existsSync(parent)) {
    createFolder(parent, mode);
  }
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(path)) {
      throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the name of the API of a file: that of the file without its extension. */
export function nameOfFile(path: string): string {
  return basename(path).replace(/\.[^.]*$/, "");
}
