import { mkdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Document, Scalar } from "yaml";
import { checkDocument, type OpenApiDocument } from "./document.ts";
import { isObject } from "./json.ts";

/** Aliases that a document may have; more of them, nested, would take all memory. */
const MAX_ALIASES = 1_000_000;

/**
 * Reads an OpenAPI 3.0 or 3.1 file, YAML or JSON.
 *
 * @throws Error naming the file, what is wrong with it, and what to do.
 */
export async function readDocument(path: string): Promise<OpenApiDocument> {
  let document: unknown;
  try {
    const text = await readFile(path, "utf8");
    // JSON is YAML as well, but takes ten times as long to be read as such.
    document = path.endsWith(".json") ? JSON.parse(text) : await readYaml(text);
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
  createFolder(dirname(path), mode);
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

async function readYaml(text: string): Promise<unknown> {
  // 72 files, which programs that read no YAML need not load.
  const { parseDocument } = await import("yaml");
  const yaml = parseDocument(text, { merge: true });
  const [error] = yaml.errors;
  if (error) {
    throw error;
  }
  // Each use of an alias is an object of its own: documents are changed in place.
  const document: unknown = JSON.parse(JSON.stringify(yaml.toJS({ maxAliasCount: MAX_ALIASES })));
  if (isObject(document)) {
    keepNumberAsText(yaml, document, ["openapi"]);
    keepNumberAsText(yaml, Object(document.info), ["info", "version"]);
  }
  return document;
}

/** Replaces the number of a version by its text: 1.0 would be shown as 1. */
function keepNumberAsText(yaml: Document.Parsed, parent: object, path: readonly string[]): void {
  const node = yaml.getIn(path, true) as Partial<Scalar> | undefined;
  if (typeof node?.value === "number") {
    Object.assign(parent, { [path.at(-1) ?? ""]: node.source });
  }
}

/** Returns the name of the API of a file: that of the file without its extension. */
export function nameOfFile(path: string): string {
  return basename(path).replace(/\.[^.]*$/, "");
}
