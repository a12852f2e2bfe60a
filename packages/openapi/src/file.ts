import { readFile } from "node:fs/promises";
import { basename } from "node:path";
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

/** Returns the name of the API of a file: that of the file without its extension. */
export function nameOfFile(path: string): string {
  return basename(path).replace(/\.[^.]*$/, "");
}
