import { type Command, type Flag, type Given, readArguments } from "./command.ts";
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

const force: Flag = { type: "boolean", help: "also run what has passed before" };
const forced = ({ flags }: Given) => (flags.force ? ["--force"] : []);

/**
 * Returns the two runs of Turborepo that a test command consists of. The tests of the service take the
 * longest: started last, they would leave a processor idle, and Turborepo starts tasks in any order.
 */
export function testRuns(task: "test" | "test:full"): Step[] {
  const common = ["turbo", "run", task, "--only", "--env-mode=loose"] as const;
  return [
    [...common, "--filter=@chainkit/server"],
    [...common, "--concurrency=2", "--continue", "--filter=!@chainkit/server"],
  ];
}

function tests(task: "test" | "test:full", given: Given): Promise<number> {
  return atOnce(...testRuns(task).map((step) => () => run([...step, ...forced(given)])));
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

const typecheck = (options: readonly string[]) => turbo(["typecheck", "types:node"], options);

/** Commands that consist of several programs, or of one of a dependency. */
const commands: Readonly<Record<string, Command>> = {
  test: {
    summary: "Checks generated code, style and types, and runs the fast tests of all folders.",
    flags: { force },
    run: (given) =>
      inTurn(
        () => run([node, "tools/codegen/src/cli.ts", "--all", "--check"]),
        () => atOnce(...Object.keys(linters).map((name) => () => lint(name)), () => typecheck([])),
        () => tests("test", given),
      ),
  },
  "test:full": {
    summary: "Runs the slow tests of all folders: *.full.test.ts.",
    flags: { force },
    run: (given) =>
      inTurn(
        () => build([]),
        () => tests("test:full", given),
      ),
  },
  build: {
    summary: "Generates and builds what has changed.",
    flags: {
      filter: {
        type: "string",
        multiple: true,
        value: "package",
        help: "only these, as turbo run --filter; repeatable",
      },
      force: { type: "boolean", help: "also build what has not changed" },
    },
    run: (given) => build((given.flags.filter ?? []) as string[], forced(given)),
  },
  lint: {
    summary: "Checks style, imports, the contract, regular expressions, unused code and manifests.",
    positionals: { name: "part", oneOf: Object.keys(linters) },
    run: ({ positionals }) => {
      const selected = positionals.length > 0 ? positionals : Object.keys(linters);
      return atOnce(...selected.map((name) => () => lint(name)));
    },
  },
  format: {
    summary: "Formats files, and fixes what can be fixed safely.",
    positionals: { name: "path" },
    run: ({ positionals }) =>
      run(["biome", "check", "--write", ...(positionals.length > 0 ? positionals : ["."])]),
  },
  typecheck: {
    summary: "Checks the types of all packages, tools and tests.",
    flags: { force },
    run: (given) => typecheck(forced(given)),
  },
  "types:node": {
    summary: "Checks the types of what runs in Node only; a part of typecheck.",
    run: () => run(["tsc", "-p", "tsconfig.node.json"]),
  },
  changeset: {
    summary: "Asks what a change means to users, and writes the note of it to .changeset.",
    flags: {
      empty: { type: "boolean", help: "write a note of a change that concerns no package" },
    },
    run: ({ flags }) => run(["changeset", "add", ...(flags.empty ? ["--empty"] : [])]),
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

const packages = (...names: readonly string[]) => names.map((name) => `@chainkit/${name}`);

/** Commands that are one program each, which reads its own arguments. */
const programs: Readonly<Record<string, Program>> = {
  start: { source: "tools/start/src/cli.ts" },
  dev: { source: "tools/start/src/dev-cli.ts", node: ["--conditions=@chainkit/source"] },
  pack: { source: "tools/repo/src/release/pack-cli.ts" },
  "image-files": { source: "tools/repo/src/release/image-cli.ts" },
  mock: {
    source: "packages/mock/src/cli.ts",
    built: "packages/mock/dist/cli.js",
    filters: packages("mock"),
  },
  contract: {
    source: "packages/contract-tests/src/cli.ts",
    built: "packages/contract-tests/dist/cli.js",
    filters: packages("contract-tests"),
  },
  bench: {
    source: "tools/bench/src/cli.ts",
    filters: packages("address-data", "server"),
  },
};

/**
 * Runs a command of the repository. Nothing is built or changed if its arguments ask for help, or if it
 * does not accept them.
 *
 * @returns The exit code.
 * @throws UsageError for an argument that the command does not accept.
 */
export async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const program = programs[name];
  if (program) {
    return runProgram(program, args);
  }
  const command = commands[name];
  if (!command) {
    const all = [...Object.keys(commands), ...Object.keys(programs)];
    throw new Error(`unknown command "${name}"; expected one of ${all.join(", ")}`);
  }
  const given = readArguments(name, command, args);
  if (typeof given === "string") {
    process.stdout.write(given);
    return 0;
  }
  return command.run(given);
}

/** Asks the source for help with the same arguments: it refuses those that it does not accept, before a build. */
async function runProgram(
  { source, built = source, filters = [], node: options = [] }: Program,
  args: readonly string[],
): Promise<number> {
  const { code, output } = await capture([
    node,
    "--conditions=@chainkit/source",
    source,
    ...args,
    "--help",
  ]);
  if (code !== 0) {
    process.stderr.write(output);
    return code;
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(output);
    return 0;
  }
  return inTurn(
    () => build(filters),
    () => run([node, ...options, built, ...args]),
  );
}
