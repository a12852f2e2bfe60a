import { Command, Help, Option } from "commander";
import { didYouMean } from "./suggest.ts";

/** Columns of help: no wider than is easy to read. */
const MAX_WIDTH = 100;
/** Columns of the flags in help; what follows a longer one begins on its own line. */
const FLAGS_WIDTH = 30;

const SEE_HELP = "See --help.";

/** A wrong command line or setting. Its message names what is wrong; `fix` says what to do. */
export class UsageError extends Error {
  readonly fix: string;
  /** The option or setting at fault. */
  readonly parameter: string | undefined;

  constructor(message: string, fix = "", parameter?: string) {
    super(message);
    this.name = "UsageError";
    this.fix = fix;
    this.parameter = parameter;
  }
}

/** Where a program prints. */
export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly columns?: number };
  readonly stderr: { write(text: string): unknown; readonly columns?: number };
}

/** Options of a program. */
export interface ProgramOptions {
  /** How it is called, in its help. */
  readonly usage: string;
  /** The first paragraph of its help. */
  readonly description: string;
  /** Where it prints (default: the process). */
  readonly streams?: Streams;
}

/** A command of which every wrong argument is a UsageError, with a suggestion where one is near. */
class Program extends Command {
  override createCommand(name?: string): Command {
    return new Program(name);
  }

  override error(message: string, { code = "" }: { readonly code?: string } = {}): never {
    const text = message.replace(/^error: /, "").replace(/\.$/, "");
    const [, kind = "", word = ""] = /^unknown (\w+) '(.+?)(?:=.*)?'$/s.exec(text) ?? [];
    const [, value, choices] = / '([^']*)' is invalid.* choices are (.*)$/s.exec(text) ?? [];
    if (value !== undefined && choices !== undefined) {
      throw new UsageError(text, didYouMean(value, choices.split(", ")));
    }
    if (kind === "option") {
      const names = this.options.map(({ long }) => long?.slice(2) ?? "");
      if (names.includes(word.slice(2))) {
        throw new UsageError(`${word} takes no value`, SEE_HELP, word.slice(2));
      }
      const near = word.startsWith("--") && didYouMean(word.slice(2), [...names, "help"], "--");
      throw new UsageError(`unknown option ${word}`, near || SEE_HELP, word.replace(/^-+/, ""));
    }
    if (kind === "command") {
      const names = this.commands.map((command) => command.name());
      throw new UsageError(`unknown command ${word}`, didYouMean(word, names) || SEE_HELP);
    }
    const [, option] = /^option '(?:-\w, )?(--[^ ']+).*' argument missing$/.exec(text) ?? [];
    if (option !== undefined) {
      throw new UsageError(`${option} needs a value`, SEE_HELP, option.slice(2));
    }
    if (code === "commander.excessArguments") {
      const extra = this.args[this.registeredArguments.length];
      throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`, SEE_HELP);
    }
    throw new UsageError(text, code === "commander.invalidArgument" ? "" : SEE_HELP);
  }
}

/**
 * Creates a program, without options. Wrong arguments are UsageErrors, and nothing ends the process: `startProgram` runs
 * it.
 *
 * @example
 * const program = createProgram({ usage: "npx @chainkit/mock", description: "Serves documents." })
 *   .option("--port <n>", "TCP port (default: a free one)", port())
 *   .action(async ({ port }) => serve(port));
 * await startProgram("chainkit-mock", program);
 */
export function createProgram({ usage, description, streams = process }: ProgramOptions): Command {
  const { stdout, stderr } = streams;
  return new Program(usage)
    .description(description)
    .exitOverride()
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .configureHelp({
      helpWidth: Math.min(MAX_WIDTH, stdout.columns || MAX_WIDTH),
      padWidth: (command, help) =>
        Math.min(FLAGS_WIDTH, Help.prototype.padWidth.call(help, command, help)),
      formatItem: (term, width, text, help) =>
        help.displayWidth(term) <= width || text === ""
          ? Help.prototype.formatItem.call(help, term, width, text, help)
          : `  ${term}\n${Help.prototype.formatItem.call(help, "", width, text, help)}`,
    })
    .addHelpOption(new Option("-h, --help", "show this help"))
    .helpCommand(false);
}

/** Returns the help of a program, as `--help` prints it. */
export function helpText(program: Command): string {
  let text = "";
  program.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  program.outputHelp();
  return text.trimEnd();
}

/**
 * Formats rows for the help of a program as its options are, below a title.
 *
 * @returns Empty if there are no rows.
 */
export function helpSection(
  program: Command,
  title: string,
  rows: readonly (readonly [string, string])[],
): string {
  const help = program.createHelp();
  const width = help.padWidth(program, help);
  const lines = rows.map(([term, text]) => help.formatItem(term, width, text, help));
  return rows.length === 0 ? "" : ["", `${title}:`, ...lines].join("\n");
}
