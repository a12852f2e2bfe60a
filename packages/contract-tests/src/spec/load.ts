import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type JsonObject, toValidatable, usableDocument } from "@chainkit/openapi";
import { nameOfFile, readDocument } from "@chainkit/openapi/file";
import { createSpec, type Spec } from "./spec.ts";

/** Specs bundled by the build. The paths are the same from `src` and `dist`. */
const BUNDLES = new URL("../../dist/contract/bundles/", import.meta.url);
const SOURCES = new URL("../../dist/contract/spec/", import.meta.url);

let loaded: Promise<Spec[]> | undefined;

/**
 * Reads the specs bundled with this package. They are read once, so that their schemas are compiled once.
 *
 * @throws Error if the package is not built.
 */
export function loadSpecs(): Promise<Spec[]> {
  loaded ??= readBundles();
  return loaded;
}

/**
 * Reads OpenAPI files.
 *
 * @throws Error naming a file that cannot be read or tested.
 */
export function readSpecs(files: readonly string[]): Promise<Spec[]> {
  return Promise.all(
    files.map(async (file) => {
      const { document, unreadable } = usableDocument(await readDocument(file));
      return createSpec(nameOfFile(file), toValidatable(document), file, unreadable);
    }),
  );
}

async function readBundles(): Promise<Spec[]> {
  const files = (await readdir(BUNDLES).catch(() => [] as string[])).sort();
  if (files.length === 0) {
    throw new Error(`no specs in ${fileURLToPath(BUNDLES)}: build this package first`);
  }
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(/\.json$/, "");
      const document: JsonObject = JSON.parse(await readFile(new URL(file, BUNDLES), "utf8"));
      const source = fileURLToPath(new URL(`${name}.yaml`, SOURCES));
      return createSpec(name, document, existsSync(source) ? source : undefined);
    }),
  );
}
