import { readFileSync } from "node:fs";
import { assertValues, createProgram, didYouMean, kebab, UsageError } from "@chainkit/command";
import { GENERAL, optionsOf, SPEC, VERSION } from "./arguments/options.ts";
import { parseCommandLine } from "./arguments/parse.ts";
import { execute } from "./call/execute.ts";
import {
  type Command,
  type DocumentCommands,
  documentCommand,
  listCommands,
  OWN_COMMANDS,
  readCommand,
  readSource,
  refusalOf,
  usageOf,
} from "./commands.ts";
import { completion } from "./completion.ts";
import { addFlags, commandHelp, overview } from "./help.ts";
import { type ReportOptions, reportError } from "./report-error.ts";
import { runProfile } from "./settings/profile-command.ts";

const print = (text: string): number => {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return 0;
};

/**
 * Runs a command line.
 *
 * @param args The arguments behind the program's name.
 * @returns The exit code.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    return reportError(error, { isJson: asksForJson(args) });
  }
}

async function dispatch(all: readonly string[]): Promise<number> {
  const { spec, version, word, rest } = splitAtCommand(all);
  if (version && word === "") {
    return print(readVersion());
  }
  const document = spec === undefined ? undefined : await readSource(spec);
  if (document && (word === "completion" || word === "profile")) {
    const fix = `See: ${usageOf(document.source)} --help`;
    throw new UsageError(`${word}: not available with --spec`, fix, "spec");
  }
  if (word === "completion") {
    return print(await completion(rest));
  }
  if (word === "profile") {
    return print(await runProfile(rest));
  }
  if (word === "help" || word === "") {
    return help(rest, word === "", document);
  }
  return runCommand(await findCommand(word, document), rest);
}

/**
 * Splits a command line at its command. Flags before it are those of the program; behind it, an operation may have a flag
 * of the same name, such as `--spec`.
 *
 * @returns The command, empty if there is none, and all other arguments but `--spec`.
 */
export function splitAtCommand(args: readonly string[]) {
  const program = createProgram({ usage: "chainkit", description: "" })
    .helpOption(false)
    .argument("[command]")
    .argument("[rest...]")
    .passThroughOptions();
  addFlags(program, "", [...GENERAL, SPEC, VERSION]).parse(args, { from: "user" });
  const { spec, version } = program.opts<{ spec?: string; version?: true }>();
  const [word = "", ...rest] = program.args;
  const before = args.slice(0, args.length - program.args.length);
  assertValues(program, before);
  if (spec === "") {
    throw new UsageError("--spec needs a file", "", "spec");
  }
  const at = before.findIndex((arg) => /^--spec(=|$)/.test(arg));
  if (at >= 0) {
    before.splice(at, before[at] === "--spec" ? 2 : 1);
  }
  return { spec, version, word, rest: [...before, ...rest] };
}

/** The version of this package. */
function readVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}

async function help(
  args: readonly string[],
  isOverview: boolean,
  document: DocumentCommands | undefined,
): Promise<number> {
  const commands = document?.commands ?? (await listCommands());
  const [name] = args.filter((arg) => !arg.startsWith("-"));
  if (name !== undefined && !isOverview) {
    return print(commandHelp(await findCommand(name, document)));
  }
  if (isOverview && !args.some((arg) => /^(--help|-h)$/.test(arg))) {
    process.stderr.write(`${overview(commands, document?.source)}\n`);
    return 2;
  }
  return print(overview(commands, document?.source));
}

async function findCommand(word: string, document?: DocumentCommands): Promise<Command> {
  const commands = document?.commands ?? (await listCommands());
  const found =
    commands.find(({ name, id }) => name === word || id === word) ??
    commands.find(({ name }) => name === kebab(word));
  if (found) {
    return document ? documentCommand(found, document.source) : readCommand(found);
  }
  const refusal = document && refusalOf(document.source, word);
  if (refusal) {
    throw refusal;
  }
  const names = [...commands.map(({ name }) => name), ...OWN_COMMANDS];
  const fix = didYouMean(word, names) || `See: ${usageOf(document?.source)} --help`;
  throw new UsageError(`unknown command ${word}`, fix);
}

/**
 * Runs the command of an operation.
 *
 * @returns The exit code.
 */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const options = optionsOf(command);
  if (args.includes("--help") || args.includes("-h")) {
    return print(commandHelp(command));
  }
  const flags = new Map(
    options.flatMap(({ name, parameter }) => (parameter ? [[parameter.name, name] as const] : [])),
  );
  const secrets: string[] = [];
  let report: ReportOptions = { isJson: asksForJson(args), secrets, command, flags };
  try {
    const { given, positionals } = parseCommandLine(args, options, command.name);
    const [format] = given.get("output") ?? [];
    const isJson = format === "json" || format === "ndjson";
    report = { ...report, isJson, noColor: given.has("no-color") };
    const [extra] = positionals;
    if (extra !== undefined) {
      const [first] = options;
      throw new UsageError(
        `${command.name}: unexpected argument ${JSON.stringify(extra)}`,
        `Parameters are flags${first ? `, such as --${first.name}` : ""}; see --help.`,
      );
    }
    await execute(command, options, given, secrets);
    return 0;
  } catch (error) {
    return reportError(error, report);
  }
}

/** Whether errors of a command line that could not be read are to be JSON. */
export function asksForJson(args: readonly string[]): boolean {
  return /(^| )(--output|-o)[ =]?(nd)?json( |$)/.test(args.join(" "));
}
