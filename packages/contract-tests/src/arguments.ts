import { readFile } from "node:fs/promises";
import {
  type Command,
  createProgram,
  integer,
  list,
  Option,
  type Streams,
  UsageError,
} from "@chainkit/command";
import { type ContractOptions, DEFAULTS, type TlsOptions } from "./options.ts";
import type { Waiver } from "./waivers.ts";

/** An option: its flags, its help, and the least number that it may be, or that it is repeatable. */
type Row = readonly [flags: string, help: string, value?: number | typeof list];

const CHAINKIT = "The chainkit APIs:";
const RETRY_SECONDS = DEFAULTS.maxRetryAfterMs / 1000;
const BLOCK_SECONDS = DEFAULTS.blockWaitMs / 1000;

const OPTIONS: Readonly<Record<string, readonly Row[]>> = {
  "Contract (default: the chainkit APIs):": [
    ["--spec <file>", "OpenAPI 3.0 or 3.1 file, YAML or JSON; repeatable", list],
  ],
  "Target (default: a mock of the contract, started for the run):": [
    ["--target <url>", "base URL of the deployment, or <area>=<url>, once per area", list],
    ["--prism", "the target is a mock: it returns examples and accepts any token"],
    [
      "--token <token>",
      "bearer token that the target accepts (default: $CHAINKIT_TOKEN); where the contract asks for it instead, API key, or <username>:<password>",
    ],
    ["--header <name: value>", "header sent with every request; repeatable", list],
    ["--ca <file>", "trusted certificates as PEM"],
    ["--cert <file>", "client certificate as PEM, with --key"],
    ["--key <file>", "private key of --cert as PEM"],
    ["--insecure", "accept any certificate"],
  ],
  "Values:": [
    ["--known <file>", "YAML or JSON: calls that must succeed on the target, by operation id"],
  ],
  "Selection:": [
    [
      "--include <pattern>",
      "tests to run: area, operation id, kind, name or title; * matches any text; repeatable",
      list,
    ],
    ["--exclude <pattern>", "tests to skip; as above", list],
    [
      "--strict",
      "exit with 2 if an operation was not tested with existing values, an invariant found nothing to compare, or a requirement was not tried (also --require-known)",
    ],
    ["--fuzz <s>", "duration of fuzzing with random requests (default: 0)", 0],
  ],
  "Limits:": [
    ["--rate <n>", "requests per second (default: unlimited)", 1],
    ["--concurrency <n>", `concurrent requests (default: ${DEFAULTS.concurrency})`, 1],
    ["--timeout <ms>", `timeout per request (default: ${DEFAULTS.timeoutMs})`, 1],
    ["--deadline <s>", `time limit of the run (default: ${DEFAULTS.deadlineMs / 1000})`, 0],
    ["--max-retry-after <s>", `longest Retry-After to wait for (default: ${RETRY_SECONDS})`, 0],
  ],
  "Output:": [
    ["--seed <n>", "seed of the random choices (default: random; printed)", 0],
    ["--verbose", "list every failure, operation and reason"],
    ["--junit <file>", "write the results as JUnit XML"],
    ["--json <file>", "write the results as JSON"],
    ["--github", "print annotations for GitHub (default: in GitHub Actions)"],
  ],
  [CHAINKIT]: [
    ["--graph-ns <ns>", "the {graph_ns} segment of the management paths"],
    [
      "--chain <name>",
      "chain on which to discover values (default: all of the contract); repeatable",
      list,
    ],
    ["--block-wait <s>", `how long to wait for a new block (default: ${BLOCK_SECONDS})`, 0],
    ["--allow <waiver>", "accept a deviation that the register allows; repeatable", list],
  ],
};

/**
 * Creates the program, without its action.
 *
 * @param waivers The waivers of the register, for the help; documents of `--spec` have no register.
 */
export function contractProgram(streams?: Streams, waivers: readonly Waiver[] = []): Command {
  const program = createProgram({
    usage: "npx @chainkit/contract-tests",
    description: "Tests whether a deployment conforms to an OpenAPI contract.",
    ...(streams && { streams }),
  });
  for (const [group, rows] of Object.entries(OPTIONS)) {
    for (const [flags, help, value] of rows) {
      const option = new Option(flags, help).helpGroup(group);
      if (typeof value === "number") {
        option.argParser(integer(`--${option.name()}`, value));
      } else if (value) {
        option.argParser(value);
      }
      program.addOption(option);
    }
  }
  program.addOption(new Option("--require-known").hideHelp());
  program.on("option:spec", () => {
    for (const option of program.options) {
      option.hideHelp(option.hidden || option.helpGroupHeading === CHAINKIT);
      option.helpGroup(option.long === "--spec" ? "Contract:" : (option.helpGroupHeading ?? ""));
    }
  });
  return program
    .addHelpOption(new Option("-h, --help", "show this help").helpGroup("Output:"))
    .addHelpText("after", () => (program.opts().spec ? "" : ofChainkit(waivers)))
    .addHelpText(
      "after",
      "\nExit codes: 0 no violations, 1 violations, 2 the target could not be tested.",
    );
}

function ofChainkit(waivers: readonly Waiver[]): string {
  const width = Math.max(...waivers.map(({ id }) => id.length));
  const lines = waivers.map(({ id, question }) => `  ${id.padEnd(width)}  ${question}`);
  return (
    "\nDeployments that --known lists under removeSubgraph are actually removed.\n\n" +
    `Waivers for --allow, with the question of the register (spec/README.md):\n${lines.join("\n")}`
  );
}

/** Parsed arguments of the command. */
export interface Arguments {
  readonly options: ContractOptions;
  /** Paths of the reports to write. */
  readonly junit?: string | undefined;
  readonly json?: string | undefined;
  /** Whether to print annotations for GitHub. */
  readonly github: boolean;
  readonly verbose: boolean;
}

/**
 * Reads the options of a program that has parsed its arguments, and the files that they name.
 *
 * @throws Error naming the option and the expected value.
 */
export async function readArguments(
  program: Command,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Arguments> {
  const values = program.opts();
  // Loaded late, as YAML and documents take as long as the rest of the start.
  const { readKnown } = await import("./known/read.ts");
  const seconds = (value: number | undefined) => value && value * 1000;
  const options = {
    specs: values.spec,
    target: readTargets(values.target ?? []),
    prism: values.prism,
    token: values.token ?? env.CHAINKIT_TOKEN,
    options: values.graphNs === undefined ? undefined : { graphNs: values.graphNs },
    known: values.known === undefined ? undefined : await readKnown(values.known),
    chains: values.chain,
    headers: values.header && Object.fromEntries(values.header.map(readHeader)),
    include: values.include,
    exclude: values.exclude,
    allow: values.allow,
    strict: values.strict ?? values.requireKnown,
    rate: values.rate,
    concurrency: values.concurrency,
    maxRetryAfterMs: seconds(values.maxRetryAfter),
    blockWaitMs: seconds(values.blockWait),
    tls: await readTls(values),
    fuzzMs: seconds(values.fuzz),
    seed: values.seed,
    timeoutMs: values.timeout,
    deadlineMs: seconds(values.deadline),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    options: Object.fromEntries(given) as ContractOptions,
    junit: values.junit,
    json: values.json,
    github: values.github ?? env.GITHUB_ACTIONS === "true",
    verbose: values.verbose ?? false,
  };
}

function readTargets(targets: readonly string[]): ContractOptions["target"] {
  const byArea = targets.map((each) => /^([a-z0-9-]+)=(.*)$/.exec(each));
  if (targets.length === 1 && !byArea[0]) {
    return targets[0];
  }
  if (byArea.some((match) => !match)) {
    throw new UsageError("--target must be one URL, or one <area>=<url> per area");
  }
  const pairs = byArea.map((match): [string, string] => [match?.[1] ?? "", match?.[2] ?? ""]);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function readHeader(header: string): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(header) ?? [];
  if (name === undefined || value === undefined) {
    throw new UsageError(`--header must be "Name: value"; received "${header.split(":")[0]}"`);
  }
  return [name.toLowerCase(), value];
}

async function readTls(files: {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly insecure?: boolean | undefined;
}): Promise<TlsOptions | undefined> {
  const tls: Record<string, string | boolean> = files.insecure ? { insecure: true } : {};
  for (const name of ["ca", "cert", "key"] as const) {
    const { [name]: file } = files;
    if (file !== undefined) {
      tls[name] = await readFile(file, "utf8");
    }
  }
  return Object.keys(tls).length === 0 ? undefined : tls;
}
