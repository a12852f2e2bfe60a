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
import type { ContractOptions, TlsOptions } from "./options.ts";
import type { Waiver } from "./waivers/waiver.ts";

const CHAINKIT = "The chainkit APIs:";

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
  const count = (flag: string, least = 0) => integer(flag, least);
  program.optionsGroup("Contract (default: the chainkit APIs):");
  program.option("--spec <file>", "OpenAPI 3.0 or 3.1 file, YAML or JSON; repeatable", list);
  program.optionsGroup("Target (default: a mock of the contract, started for the run):");
  program.option(
    "--target <url>",
    "base URL of the deployment, or <area>=<url>, once per area",
    list,
  );
  program.option("--prism", "the target is a mock: it returns examples and accepts any token");
  program.option(
    "--token <token>",
    "bearer token that the target accepts (default: $CHAINKIT_TOKEN); where the contract asks for it instead, API key, or <username>:<password>",
  );
  program.option("--header <name: value>", "header sent with every request; repeatable", list);
  program.option("--ca <file>", "trusted certificates as PEM");
  program.option("--cert <file>", "client certificate as PEM, with --key");
  program.option("--key <file>", "private key of --cert as PEM");
  program.option("--insecure", "accept any certificate");
  program.optionsGroup("Values:");
  program.option(
    "--known <file>",
    "YAML or JSON: calls that must succeed on the target, by operation id",
  );
  program.optionsGroup("Selection:");
  program.option(
    "--include <pattern>",
    "tests to run: area, operation id, kind, name or title; * matches any text; repeatable",
    list,
  );
  program.option("--exclude <pattern>", "tests to skip; as above", list);
  program.option(
    "--strict",
    "exit with 2 if an operation was not tested with existing values, an invariant found nothing to compare, or a requirement was not tried (also --require-known)",
  );
  program.addOption(new Option("--require-known").hideHelp());
  program.option(
    "--fuzz <s>",
    "duration of fuzzing with random requests (default: 0)",
    count("--fuzz"),
  );
  program.optionsGroup("Limits:");
  program.option("--rate <n>", "requests per second (default: unlimited)", count("--rate", 1));
  program.option(
    "--concurrency <n>",
    "concurrent requests (default: 8)",
    count("--concurrency", 1),
  );
  program.option("--timeout <ms>", "timeout per request (default: 10000)", count("--timeout", 1));
  program.option("--deadline <s>", "time limit of the run (default: 300)", count("--deadline"));
  program.option(
    "--max-retry-after <s>",
    "longest Retry-After to wait for (default: 30)",
    count("--max-retry-after"),
  );
  program.optionsGroup("Output:");
  program.option(
    "--seed <n>",
    "seed of the random choices (default: random; printed)",
    count("--seed"),
  );
  program.option("--verbose", "list every failure, operation and reason");
  program.option("--junit <file>", "write the results as JUnit XML");
  program.option("--json <file>", "write the results as JSON");
  program.option("--github", "print annotations for GitHub (default: in GitHub Actions)");
  program.optionsGroup(CHAINKIT);
  program.option("--graph-ns <ns>", "the {graph_ns} segment of the management paths");
  program.option(
    "--chain <name>",
    "chain on which to discover values (default: all of the contract); repeatable",
    list,
  );
  program.option(
    "--block-wait <s>",
    "how long to wait for a new block (default: 15)",
    count("--block-wait"),
  );
  program.option(
    "--allow <waiver>",
    "accept a deviation that the register allows; repeatable",
    list,
  );
  program.on("option:spec", () => {
    for (const option of program.options.filter((each) => each.helpGroupHeading === CHAINKIT)) {
      option.hideHelp();
    }
    for (const option of program.options.filter((each) => each.long === "--spec")) {
      option.helpGroup("Contract:");
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
  return `\nDeployments that --known lists under removeSubgraph are actually removed.${
    lines.length > 0
      ? `\n\nWaivers for --allow, with the question of the register (spec/README.md):\n${lines.join("\n")}`
      : ""
  }`;
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
  const names = ["ca", "cert", "key"] as const;
  const read = await Promise.all(
    names.map(async (name) => {
      const file = files[name];
      return file === undefined ? [] : [[name, await readFile(file, "utf8")] as const];
    }),
  );
  const tls = { ...Object.fromEntries(read.flat()), ...(files.insecure ? { insecure: true } : {}) };
  return Object.keys(tls).length === 0 ? undefined : tls;
}
