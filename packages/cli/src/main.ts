import { type Command, listCommands, readCommand } from "./commands.ts";
import { completion } from "./completion/index.ts";
import {
  type DocumentCommands,
  documentCommand,
  readSource,
  refusalOf,
} from "./document-commands.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { UsageError } from "./failure.ts";
import { commandHelp } from "./help/command.ts";
import { overview } from "./help/overview.ts";
import { takeCommand, takeSpec } from "./leading.ts";
import { OWN_COMMANDS } from "./name-commands.ts";
import { kebab } from "./names.ts";
import { reportError } from "./report-error.ts";
import { asksForJson, runCommand } from "./run-command.ts";
import { runProfile } from "./settings/profile-command.ts";
import { usageOf } from "./source.ts";
import { didYouMean } from "./suggest.ts";
import { version } from "./version.ts";

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
    reportError(error, { isJson: asksForJson(args) });
    return exitCodeOf(error);
  }
}

async function dispatch(all: readonly string[]): Promise<number> {
  const [file, args] = takeSpec(all);
  const document = file === undefined ? undefined : await readSource(file);
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  // A flag before the command may have a value, which is not the command.
  const [word = "", rest] = at === 0 ? [args[0], args.slice(1)] : takeCommand(args);
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

async function help(
  args: readonly string[],
  isOverview: boolean,
  document: DocumentCommands | undefined,
): Promise<number> {
  const commands = document?.commands ?? (await listCommands());
  if (isOverview && args.includes("--version")) {
    return print(version());
  }
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
