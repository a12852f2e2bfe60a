import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { differing, writeDiffering } from "./files.ts";
import { noteOnRefused } from "./problems.ts";

const HELP = `Generates a typed client from an OpenAPI 3.0 or 3.1 document.

Usage: npx @chainkit/codegen <spec.yaml> --out <folder>  write types.ts and operations.ts
       npx @chainkit/codegen init <spec.yaml>            create a project; see init --help

  --samples <folder>  folder of code samples <operationId>.ts, included in docstrings
  --allow-ref <at>    URL or folder that a $ref may lead to, besides the folder of the document; repeatable
  --omit <ids>        operations to skip: comma-separated ids, or "METHOD /path"; repeatable
  --strict            fail if an operation cannot be generated; otherwise it is left out, with the reason
  --check             write nothing; exit with 1 and list the files that are out of date
  --help              show this help`;

const AREAS_HELP = `
Without arguments, or with --all: all areas of spec/, into their packages.`;

/** Names of a note that are shown. */
const MAX_NAMES = 10;

/** Generates the files of all areas, by path. */
type AllAreas = () => Promise<Map<string, string>>;

interface Options {
  out?: string;
  samples?: string;
  omit?: string[];
  "allow-ref"?: string[];
  check?: boolean;
  strict?: boolean;
}

/** Where results and messages are printed. */
export type Output = Pick<Console, "log" | "error">;

/**
 * Runs a command line.
 *
 * @param args The arguments behind the program's name.
 * @param allAreas Generates the files of all areas, where there are any.
 * @returns The exit code.
 */
export async function runCommand(
  args: readonly string[],
  allAreas?: AllAreas,
  output: Output = console,
): Promise<number> {
  try {
    const [command, ...others] = args;
    if (command === "init") {
      const { init } = await import("./init/init.ts");
      await init(others);
      return 0;
    }
    return await generate(args, allAreas, output);
  } catch (error) {
    output.error((error as Error).message);
    return 1;
  }
}

async function generate(
  args: readonly string[],
  allAreas: AllAreas | undefined,
  output: Output,
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...(allAreas && { all: { type: "boolean" } as const }),
      out: { type: "string" },
      samples: { type: "string" },
      omit: { type: "string", multiple: true },
      "allow-ref": { type: "string", multiple: true },
      strict: { type: "boolean" },
      check: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    output.log(allAreas ? HELP + AREAS_HELP : HELP);
    return 0;
  }
  const [file, ...others] = positionals;
  const isAll = allAreas && (values.all === true || file === undefined);
  if (
    isAll &&
    (file || ["out", "samples", "omit", "allow-ref", "strict"].some((name) => name in values))
  ) {
    throw new Error("expected one spec, or no arguments except --check; see --help");
  }
  if (!isAll && (file === undefined || others.length > 0)) {
    throw new Error("expected one spec; see --help");
  }
  const { files, rerun } = isAll
    ? { files: await allAreas(), rerun: "npx --yes pnpm@12 generate" }
    : await oneSpec(file as string, values, output);
  return values.check ? check(files, rerun, output) : write(files, output);
}

interface Wanted {
  readonly files: Map<string, string>;
  /** Command that writes the files. */
  readonly rerun: string;
}

async function oneSpec(file: string, options: Options, output: Output): Promise<Wanted> {
  const { out, samples, omit = [], "allow-ref": allowRefs, strict } = options;
  if (out === undefined) {
    throw new Error("--out <folder> is required");
  }
  const { generateArea, omittedIds } = await import("./generate.ts");
  const { files, operations, refused } = await generateArea({
    file,
    samples,
    allowRefs,
    strict,
    omit: omittedIds(omit),
  });
  if (refused.length > 0) {
    output.error(noteOnRefused(refused, file));
  }
  if (operations.invented.size > 0) {
    output.error(noteOn(operations.invented, file));
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

async function check(files: Map<string, string>, rerun: string, output: Output): Promise<number> {
  const paths = await differing(files);
  for (const path of paths) {
    output.error(`${fromHere(path)} is out of date.`);
  }
  if (paths.length === 0) {
    output.log(`${files.size} generated files are up to date.`);
    return 0;
  }
  output.error(`To fix: ${rerun}`);
  return 1;
}

async function write(files: Map<string, string>, output: Output): Promise<number> {
  const paths = await writeDiffering(files);
  for (const path of paths) {
    output.log(`wrote ${fromHere(path)}`);
  }
  if (paths.length === 0) {
    output.log(`${files.size} generated files are up to date.`);
  }
  return 0;
}

function fromHere(path: string): string {
  return relative(process.cwd(), path);
}
