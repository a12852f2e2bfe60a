import { basename, join, relative } from "node:path";
import { type Command, createProgram, list, runProgram, UsageError } from "@chainkit/command";
import { differing, writeDiffering } from "./files.ts";
import type { InitOptions } from "./init/init.ts";
import { firstOf, notesOn } from "./problems.ts";

/** Generates the files of all areas, by path. */
type AllAreas = () => Promise<Map<string, string>>;

interface Options {
  readonly all?: true;
  readonly out?: string;
  readonly samples?: string;
  readonly omit?: readonly string[];
  readonly allowRef?: readonly string[];
  readonly check?: true;
  readonly strict?: true;
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
  let code = 0;
  const program = codegenProgram(allAreas, output).action(
    async (file: string | undefined, options: Options) => {
      code = await generate(file, options, allAreas, output);
    },
  );
  const init = program
    .command("init")
    .description(
      "Creates a project from an OpenAPI 3.0 or 3.1 document: the spec, a generated client, a mock, contract tests against " +
        "any deployment, docs, and a workflow of GitHub Actions that tests it all.",
    )
    .summary("create a project");
  addInitOptions(init).action(async (file: string, options: InitOptions) => {
    const { init } = await import("./init/init.ts");
    await init(file, options);
  });
  const stderr = { write: (text: string) => output.error(text.trimEnd()) };
  return (await runProgram("codegen", program, args, { stderr })) || code;
}

function codegenProgram(allAreas: AllAreas | undefined, output: Output): Command {
  const print = { write: (text: string) => output.log(text.trimEnd()) };
  const program = createProgram({
    usage: "npx @chainkit/codegen",
    description:
      "Generates a typed client from an OpenAPI 3.0 or 3.1 document: types.ts and operations.ts in the folder of --out.",
    streams: { stdout: print, stderr: print },
  })
    .argument("[spec]", "OpenAPI document, YAML or JSON")
    .option("--out <folder>", "folder of the generated files")
    .option("--samples <folder>", "folder of code samples <operationId>.ts, included in docstrings")
    .option(
      "--allow-ref <at>",
      "URL or folder that a $ref may lead to, besides the folder of the document; repeatable",
      list,
    )
    .option(...OMIT)
    .option(...STRICT)
    .option("--check", "write nothing; exit with 1 and list the files that are out of date");
  return allAreas
    ? program.option(
        "--all",
        "all areas of spec/, into their packages; also without arguments, with no option but --check",
      )
    : program;
}

const OMIT = [
  "--omit <ids>",
  'operations to leave out: comma-separated ids, or "METHOD /path"; repeatable',
  list,
] as const;
const STRICT = [
  "--strict",
  "fail if an operation cannot be generated; otherwise it is left out, with the reason",
] as const;

/** Adds the arguments of `init` to its command. */
export function addInitOptions(command: Command): Command {
  return command
    .argument("<spec>", "OpenAPI document, YAML or JSON")
    .option("--into <folder>", "folder of the project; no file in it is overwritten", ".")
    .option("--name <name>", "name of the API, such as museum (default: that of the file)")
    .option(...OMIT)
    .option(
      "--overrides <file>",
      "overrides of pnpm to add to pnpm-workspace.yaml, such as those of packages from a clone",
    )
    .option(...STRICT);
}

async function generate(
  file: string | undefined,
  options: Options,
  allAreas: AllAreas | undefined,
  output: Output,
): Promise<number> {
  const { all, check: isCheck, ...ofOne } = options;
  const isAll = allAreas && (all === true || file === undefined);
  if (isAll && (file !== undefined || Object.keys(ofOne).length > 0)) {
    throw new UsageError("expected one spec, or no arguments except --check", "See --help.");
  }
  if (!isAll && file === undefined) {
    throw new UsageError("expected one spec", "See --help.");
  }
  const wanted = isAll
    ? { files: await allAreas(), rerun: "npx --yes pnpm@12 generate" }
    : await oneSpec(file as string, options, output);
  return finish(wanted, isCheck, output);
}

interface Wanted {
  readonly files: Map<string, string>;
  /** Command that writes the files. */
  readonly rerun: string;
}

async function oneSpec(file: string, options: Options, output: Output): Promise<Wanted> {
  const { out, samples, omit = [], allowRef: allowRefs, strict } = options;
  if (out === undefined) {
    throw new UsageError("--out <folder> is required");
  }
  const { generateArea, omittedIds } = await import("./generate.ts");
  const { files, operations, refused, leftOut } = await generateArea({
    file,
    samples,
    allowRefs,
    strict,
    omit: omittedIds(omit),
  });
  for (const note of notesOn({ refused, leftOut }, file)) {
    output.error(note);
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
  const names = firstOf([...invented].map(([id, route]) => `${id} (${route})`));
  const head = `${file}: methods named by method and path, for lack of an operationId of their own:`;
  return [head, ...names].join("\n  ");
}

async function finish(
  { files, rerun }: Wanted,
  isCheck: boolean | undefined,
  output: Output,
): Promise<number> {
  const paths = await (isCheck ? differing(files) : writeDiffering(files));
  for (const path of paths.map((each) => relative(process.cwd(), each))) {
    if (isCheck) {
      output.error(`${path} is out of date.`);
    } else {
      output.log(`wrote ${path}`);
    }
  }
  if (paths.length === 0) {
    output.log(`${files.size} generated files are up to date.`);
  } else if (isCheck) {
    output.error(`To fix: ${rerun}`);
    return 1;
  }
  return 0;
}
