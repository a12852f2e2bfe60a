import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { UsageError } from "@chainkit/command";
import { nameOfFile } from "@chainkit/openapi/file";
import { writeDiffering } from "../files.ts";
import { generateArea, omittedIds } from "../generate.ts";
import { notesOn } from "../problems.ts";
import { readSpec } from "../read-spec.ts";
import { projectFiles } from "./project-files.ts";

/** Options of `codegen init`. */
export interface InitOptions {
  readonly into: string;
  readonly name?: string;
  readonly overrides?: string;
  readonly omit?: readonly string[];
  readonly strict?: true;
}

/**
 * Runs `codegen init`.
 *
 * @throws Error naming what is wrong with the arguments or the document; no file is written then.
 */
export async function init(file: string, options: InitOptions): Promise<void> {
  const { into, strict } = options;
  const name = options.name ?? nameOfFile(file);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new UsageError(
      `invalid name ${JSON.stringify(name)}: expected lower-case words joined by hyphens; set another with --name`,
    );
  }
  const omit = omittedIds(options.omit ?? []);
  const area = await generateArea({ file, name, omit, strict });
  const spec = `spec/${name}${extname(file)}`;
  const overrides =
    options.overrides === undefined ? "" : await readFile(options.overrides, "utf8");
  const files = await projectFiles(area, spec, omit, overrides);
  files.set(spec, await textOf(file));
  const paths = new Map([...files].map(([path, text]) => [join(into, path), text]));
  assertFree([...paths.keys()].filter((path) => resolve(path) !== resolve(file)));
  for (const path of await writeDiffering(paths)) {
    console.log(`wrote ${path}`);
  }
  for (const note of notesOn(area, file)) {
    console.error(note);
  }
  const place = into === "." ? "" : ` in ${into}`;
  console.log(`\nNext${place}:\n  npx --yes pnpm@12 install\n  npx --yes pnpm@12 test`);
}

/** The text of a document, which mock and contract tests read: one file, with what it refers to in others. */
async function textOf(file: string): Promise<string> {
  const { document, isBundle } = await readSpec(file);
  if (!isBundle) {
    return readFile(file, "utf8");
  }
  if (extname(file) === ".json") {
    return `${JSON.stringify(document, null, 2)}\n`;
  }
  const { stringifyYaml } = await import("@redocly/openapi-core");
  return stringifyYaml(document);
}

function assertFree(paths: readonly string[]): void {
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length > 0) {
    throw new Error(`${taken.join(", ")} exists already; choose an empty folder with --into`);
  }
}
