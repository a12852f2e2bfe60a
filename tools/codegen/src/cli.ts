#!/usr/bin/env node
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { differing, writeDiffering } from "./files.ts";
import type { CodegenError } from "./problems.ts";

const HELP = `Generates TypeScript (types.ts and operations.ts) from OpenAPI 3.0 or 3.1 documents.

  codegen [--all]                     all areas of spec/, into their packages
  codegen <spec.yaml> --out <folder>  one document

  --samples <folder>  folder of code samples <operationId>.ts, included in docstrings
  --allow-ref <at>    URL or folder that a $ref may lead to, besides the folder of the document; repeatable
  --omit <ids>        operations to skip: comma-separated ids, or "METHOD /path"; repeatable
  --check             write nothing; exit with 1 and list the files that are out of date
  --help              show this help

All unsupported input is reported at once; no file is written then.`;

/** Names of a note that are shown. */
const MAX_NAMES = 10;

interface Options {
  out?: string;
  samples?: string;
  omit?: string[];
  "allow-ref"?: string[];
  check?: boolean;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean" },
      out: { type: "string" },
      samples: { type: "string" },
      omit: { type: "string", multiple: true },
      "allow-ref": { type: "string", multiple: true },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    return console.log(HELP);
  }
  const [file, ...others] = positionals;
  const isAll = values.all === true || file === undefined;
  if (
    others.length > 0 ||
    (isAll && (file || ["out", "samples", "omit", "allow-ref"].some((name) => name in values)))
  ) {
    throw new Error("expected one spec, or no arguments except --check; see --help");
  }
  const { files, rerun } = isAll ? await allAreas() : await oneSpec(file as string, values);
  if (values.check) {
    await check(files, rerun);
  } else {
    await write(files);
  }
}

interface Wanted {
  readonly files: Map<string, string>;
  /** Command that writes the files. */
  readonly rerun: string;
}

async function allAreas(): Promise<Wanted> {
  const { allFollowingFiles } = await import("./areas.ts");
  return { files: await allFollowingFiles(), rerun: "npx --yes pnpm@12 generate" };
}

async function oneSpec(file: string, options: Options): Promise<Wanted> {
  const { out, samples, omit = [], "allow-ref": allowRefs } = options;
  if (out === undefined) {
    throw new Error("--out <folder> is required");
  }
  const { generateArea } = await import("./generate.ts");
  const { files, operations } = await generateArea({
    file,
    samples,
    allowRefs,
    omit: omit.flatMap(splitIds),
  }).catch((error: Error) => {
    const { operations = [] } = error as Partial<CodegenError>;
    const options = operations.map((name) => ` --omit ${JSON.stringify(name)}`).join("");
    if (options) {
      error.message += `\nOr skip these operations:${options}`;
    }
    throw error;
  });
  if (operations.invented.size > 0) {
    console.error(noteOn(operations.invented, file));
  }
  return {
    files: new Map([...files].map(([name, text]) => [join(out, name), text])),
    rerun: `codegen ${basename(file)} again, without --check`,
  };
}

/** Tells which method names the document does not state: they change with the path. */
function noteOn(invented: ReadonlyMap<string, string>, file: string): string {
  const names = [...invented].map(([id, route]) => `  ${id} (${route})`);
  const more = names.length - MAX_NAMES;
  const shown = more > 0 ? [...names.slice(0, MAX_NAMES), `  and ${more} more`] : names;
  return `${file}: methods named by method and path, for lack of an operationId:\n${shown.join("\n")}`;
}

/** `METHOD /path` is not split, because a path may contain a comma. */
function splitIds(text: string): string[] {
  return text.includes(" /") ? [text] : text.split(",").filter(Boolean);
}

async function check(files: Map<string, string>, rerun: string): Promise<void> {
  const paths = await differing(files);
  for (const path of paths) {
    console.error(`${fromHere(path)} is out of date.`);
  }
  if (paths.length === 0) {
    return console.log(`${files.size} generated files are up to date.`);
  }
  console.error(`To fix: ${rerun}`);
  process.exitCode = 1;
}

async function write(files: Map<string, string>): Promise<void> {
  const paths = await writeDiffering(files);
  for (const path of paths) {
    console.log(`wrote ${fromHere(path)}`);
  }
  if (paths.length === 0) {
    console.log(`${files.size} generated files are up to date.`);
  }
}

function fromHere(path: string): string {
  return relative(process.cwd(), path);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
