import { Argument, type Command, createProgram, list, runProgram } from "@chainkit/command";
import { atOnce, capture, inTurn, run, type Step, turbo } from "./steps.ts";

const node = process.execPath;

/** Parts of `lint`, by the name that selects them. */
const linters: Readonly<Record<string, Step>> = {
  style: ["biome", "ci", "--error-on-warnings", "."],
  imports: ["depcruise", "--config", ".dependency-cruiser.mjs", "packages", "tools"],
  spec: [node, "tools/spec/src/lint/cli.ts"],
  expressions: [node, "tools/spec/src/lint/expressions-cli.ts"],
  unused: ["knip"],
  manifests: [node, "tools/repo/src/release/manifests-cli.ts", "--check"],
};

interface Force {
  readonly force?: true;
}

const forced = ({ force }: Force) => (force ? ["--force"] : []);

/** Folders whose tests run at the same time: more would keep two processors no busier, and reach limits of time. */
const AT_ONCE = 3;

/** Folders whose tests take the longest: started last, they would leave a processor idle. */
const LONGEST = { test: ["server"], "test:full": ["server", "repo"] } as const;

/**
 * Returns the runs of Turborepo that a test command consists of. Turborepo starts tasks in any order, and so the
 * longest ones are runs of their own.
 */
export function testRuns(task: "test" | "test:full"): Step[] {
  const common = ["turbo", "run", task, "--only", "--env-mode=loose"] as const;
  const own = LONGEST[task].map((name): Step => [...common, `--filter=@chainkit/${name}`]);
  const others = LONGEST[task].map((name) => `--filter=!@chainkit/${name}`);
  return [...own, [...common, `--concurrency=${AT_ONCE - own.length}`, "--continue", ...others]];
}

function tests(task: "test" | "test:full", options: Force): Promise<number> {
  return atOnce(...testRuns(task).map((step) => () => run([...step, ...forced(options)])));
}

async function build(filters: readonly string[], options: readonly string[] = []): Promise<number> {
  const only = filters.map((filter) => `--filter=${filter}`);
  return inTurn(
    () => turbo(["generate"], options),
    () => turbo(["build"], [...only, ...options]),
  );
}

async function lint(name: string): Promise<number> {
  const { code, output } = await capture(linters[name] as Step);
  process.stdout.write(`lint ${name}:${code === 0 ? "" : " failed"}\n${output}`);
  return code;
}

const typecheck = (options: readonly string[]) =>
  turbo(["typecheck", "types:node", "types:web"], options);

/** Command of the repository, which has a script of the same name in the root's package.json. */
interface RootCommand {
  readonly summary: string;
  readonly options?: (program: Command) => Command;
  /** Positional arguments, all of which may be left out. */
  readonly arguments?: Argument;
  /** Returns the exit code. */
  run(options: Force & Options, words: readonly string[]): Promise<number>;
}

interface Options {
  readonly filter?: readonly string[];
  readonly empty?: true;
}

const force = (program: Command) =>
  program.option("--force", "also run what has not changed since it passed");

/** Commands that consist of several programs, or of one of a dependency. */
const commands: Readonly<Record<string, RootCommand>> = {
  test: {
    summary: "Checks generated code, style and types, and runs the fast tests of all folders.",
    options: force,
    run: (options) =>
      inTurn(
        () => run([node, "tools/codegen/src/cli.ts", "--all", "--check"]),
        () => atOnce(...Object.keys(linters).map((name) => () => lint(name)), () => typecheck([])),
        () => tests("test", options),
      ),
  },
  "test:full": {
    summary: "Runs the slow tests of all folders: *.full.test.ts.",
    options: force,
    run: (options) =>
      inTurn(
        () => build([]),
        () => tests("test:full", options),
      ),
  },
  build: {
    summary: "Generates and builds what has changed.",
    options: (program) =>
      force(program).option(
        "--filter <package>",
        "only these, as turbo run --filter; repeatable",
        list,
      ),
    run: (options) => build(options.filter ?? [], forced(options)),
  },
  lint: {
    summary: "Checks style, imports, the contract, regular expressions, unused code and manifests.",
    arguments: new Argument("[part...]", "the parts (default: all)").choices(Object.keys(linters)),
    run: (_, parts) => {
      const selected = parts.length > 0 ? parts : Object.keys(linters);
      return atOnce(...selected.map((name) => () => lint(name)));
    },
  },
  format: {
    summary: "Formats files, and fixes what can be fixed safely.",
    arguments: new Argument("[path...]", "files and folders (default: all)"),
    run: (_, paths) => run(["biome", "check", "--write", ...(paths.length > 0 ? paths : ["."])]),
  },
  typecheck: {
    summary: "Checks the types of all packages, tools and tests.",
    options: force,
    run: (options) => typecheck(forced(options)),
  },
  "types:node": {
    summary: "Checks the types of what runs in Node only; a part of typecheck.",
    run: () => run(["tsc", "-p", "tsconfig.node.json"]),
  },
  "types:web": {
    summary: "Checks the types of what runs in browsers, and of the tools; a part of typecheck.",
    run: () => run(["tsc", "-p", "tsconfig.web.json"]),
  },
  changeset: {
    summary: "Asks what a change means to users, and writes the note of it to .changeset.",
    options: (program) =>
      program.option("--empty", "write a note of a change that concerns no package"),
    run: ({ empty }) => run(["changeset", "add", ...(empty ? ["--empty"] : [])]),
  },
  sbom: {
    summary: "Writes the bill of materials of each published package to dist/sbom.",
    run: () =>
      run([
        "pnpm",
        "sbom",
        ...["--sbom-format", "cyclonedx", "--prod", "--split", "--out", "dist/sbom/%s-%v.cdx.json"],
        ...["--filter", "./packages/*", "--filter", "@chainkit/codegen"],
      ]),
  },
};

/** Program that needs a build. */
interface Program {
  readonly source: string;
  /** What is run after the build (default: its source). */
  readonly built?: string;
  /** What is built for it (default: all). */
  readonly filters?: readonly string[];
  /** Options of Node. */
  readonly node?: readonly string[];
}

/** A published program, which runs as it was built. */
const published = (name: string): Program => ({
  source: `packages/${name}/src/cli.ts`,
  built: `packages/${name}/dist/cli.js`,
  filters: [`@chainkit/${name}`],
});

/** Commands that are one program each, which reads its own arguments. */
const programs: Readonly<Record<string, Program>> = {
  start: { source: "tools/start/src/cli.ts" },
  dev: { source: "tools/start/src/dev-cli.ts", node: ["--conditions=@chainkit/source"] },
  pack: { source: "tools/repo/src/release/pack-cli.ts" },
  "image-files": { source: "tools/repo/src/release/image-cli.ts" },
  mock: published("mock"),
  contract: published("contract-tests"),
  bench: {
    source: "tools/bench/src/cli.ts",
    filters: ["@chainkit/address-data", "@chainkit/server"],
  },
};

/**
 * Runs a command of the repository. Nothing is built or changed if its arguments ask for help, or if it
 * does not accept them.
 *
 * @returns The exit code.
 * @throws Error for a command that does not exist.
 */
export async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const program = programs[name];
  if (program) {
    return runBuilt(program, args);
  }
  const command = commands[name];
  if (!command) {
    const all = [...Object.keys(commands), ...Object.keys(programs)];
    throw new Error(`unknown command "${name}"; expected one of ${all.join(", ")}`);
  }
  const own = createProgram({ usage: name, description: command.summary });
  command.options?.(own);
  if (command.arguments) {
    own.addArgument(command.arguments);
  }
  let code = 0;
  own.action(async () => {
    code = await command.run(own.opts(), own.args);
  });
  return (await runProgram(name, own, args)) || code;
}

/** Asks the source first, which refuses arguments that it does not accept, and prints its help, before a build. */
async function runBuilt(
  { source, built = source, filters = [], node: options = [] }: Program,
  args: readonly string[],
): Promise<number> {
  const asked: Step = [node, "--conditions=@chainkit/source", source, ...args];
  const { code, output } = await capture(asked, { CHAINKIT_CHECK_ARGUMENTS: "1" });
  if (code !== 0 || output !== "") {
    (code === 0 ? process.stdout : process.stderr).write(output);
    return code;
  }
  return inTurn(
    () => build(filters),
    () => run([node, ...options, built, ...args]),
  );
}
