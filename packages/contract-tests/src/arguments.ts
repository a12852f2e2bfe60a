import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readKnown } from "./known/read.ts";
import type { ContractOptions, TlsOptions } from "./options.ts";

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;
const flag = { type: "boolean" } as const;

const OPTIONS = {
  spec: list,
  target: list,
  prism: flag,
  token: text,
  "graph-ns": text,
  known: text,
  chain: list,
  header: list,
  include: list,
  exclude: list,
  allow: list,
  strict: flag,
  "require-known": flag,
  rate: text,
  concurrency: text,
  "max-retry-after": text,
  "block-wait": text,
  ca: text,
  cert: text,
  key: text,
  insecure: flag,
  fuzz: text,
  seed: text,
  timeout: text,
  deadline: text,
  junit: text,
  json: text,
  github: flag,
  verbose: flag,
  help: { type: "boolean", short: "h" },
} as const;

/** Parsed arguments of the command. */
export interface Arguments {
  readonly options: ContractOptions;
  /** Paths of the reports to write. */
  readonly junit?: string | undefined;
  readonly json?: string | undefined;
  /** Whether to print annotations for GitHub. */
  readonly github: boolean;
  readonly verbose: boolean;
  readonly help: boolean;
}

/**
 * Reads the arguments of the command.
 *
 * @throws Error naming the option and the expected value.
 */
export async function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Arguments> {
  const { values } = parseArgs({ options: OPTIONS, args: [...args] });
  const number = (name: keyof typeof values, unit = 1) => {
    const given = values[name];
    return typeof given === "string" ? unit * readNumber(`--${name}`, given) : undefined;
  };
  const options = {
    specs: values.spec,
    target: readTargets(values.target ?? []),
    prism: values.prism,
    token: values.token ?? env.CHAINKIT_TOKEN,
    options: values["graph-ns"] === undefined ? undefined : { graphNs: values["graph-ns"] },
    known: values.known === undefined ? undefined : await readKnown(values.known),
    chains: values.chain,
    headers: values.header && Object.fromEntries(values.header.map(readHeader)),
    include: values.include,
    exclude: values.exclude,
    allow: values.allow,
    strict: values.strict ?? values["require-known"],
    rate: positive("--rate", number("rate")),
    concurrency: positive("--concurrency", number("concurrency")),
    maxRetryAfterMs: number("max-retry-after", 1000),
    blockWaitMs: number("block-wait", 1000),
    tls: await readTls(values),
    fuzzMs: number("fuzz", 1000),
    seed: number("seed"),
    timeoutMs: positive("--timeout", number("timeout")),
    deadlineMs: number("deadline", 1000),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    options: Object.fromEntries(given) as ContractOptions,
    junit: values.junit,
    json: values.json,
    github: values.github ?? env.GITHUB_ACTIONS === "true",
    verbose: values.verbose ?? false,
    help: values.help ?? false,
  };
}

function readTargets(targets: readonly string[]): ContractOptions["target"] {
  const byArea = targets.map((each) => /^([a-z0-9-]+)=(.*)$/.exec(each));
  if (targets.length === 1 && !byArea[0]) {
    return targets[0];
  }
  if (byArea.some((match) => !match)) {
    throw new Error("--target must be one URL, or one <area>=<url> per area");
  }
  const pairs = byArea.map((match): [string, string] => [match?.[1] ?? "", match?.[2] ?? ""]);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function readHeader(header: string): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(header) ?? [];
  if (name === undefined || value === undefined) {
    throw new Error(`--header must be "Name: value"; received "${header.split(":")[0]}"`);
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

function readNumber(option: string, value: string): number {
  if (!/^\d+$/.test(value)) {
    throw new Error(`${option} must be a non-negative integer; received "${value}"`);
  }
  return Number(value);
}

function positive(option: string, value: number | undefined): number | undefined {
  if (value === 0) {
    throw new Error(`${option} must be at least 1; received 0`);
  }
  return value;
}
