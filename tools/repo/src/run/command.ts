import { type ParseArgsConfig, parseArgs } from "node:util";

/** Flag of a command. */
export interface Flag {
  readonly type: "boolean" | "string";
  readonly multiple?: boolean;
  /** What the help calls its value. */
  readonly value?: string;
  readonly help: string;
}

/** Arguments of a command, after they have been checked. */
export interface Given {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/** Command of the repository, which has a script of the same name in the root's package.json. */
export interface Command {
  /** One sentence for `--help`. */
  readonly summary: string;
  readonly flags?: Readonly<Record<string, Flag>>;
  /** Positional arguments, all of which may be left out. */
  readonly positionals?: { readonly name: string; readonly oneOf?: readonly string[] };
  /** Returns the exit code. */
  run(given: Given): Promise<number>;
}

/** Arguments that a command does not accept. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the arguments of a command.
 *
 * @returns The arguments, or the text to print if they ask for help.
 * @throws UsageError for an argument that the command does not accept.
 */
export function readArguments(
  name: string,
  command: Command,
  args: readonly string[],
): Given | string {
  const { flags = {}, positionals } = command;
  const config = {
    args: [...args],
    allowPositionals: positionals !== undefined,
    options: { ...flags, help: { type: "boolean", short: "h" } },
  } satisfies ParseArgsConfig;
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs(config);
  } catch (error) {
    // Node adds how to write a positional argument that begins with a dash.
    const [reason] = (error as Error).message.split(". ");
    throw new UsageError(`${name}: ${reason}; see --help`);
  }
  const { help, ...values } = parsed.values;
  if (help) {
    return helpText(name, command);
  }
  for (const value of parsed.positionals) {
    if (positionals?.oneOf && !positionals.oneOf.includes(value)) {
      const expected = positionals.oneOf.join(", ");
      throw new UsageError(
        `${name}: unknown ${positionals.name} "${value}"; expected one of ${expected}`,
      );
    }
  }
  return { flags: values, positionals: parsed.positionals };
}

function helpText(name: string, { summary, flags = {}, positionals }: Command): string {
  const rows = Object.entries(flags).map(([flag, { value, help }]) => [
    value === undefined ? `--${flag}` : `--${flag} <${value}>`,
    help,
  ]);
  if (positionals?.oneOf) {
    rows.unshift([positionals.name, `one of ${positionals.oneOf.join(", ")} (default: all)`]);
  }
  rows.push(["--help", "show this help"]);
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  const lines = rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`);
  const usage = positionals ? `${name} [${positionals.name} …]` : name;
  return `${summary}\n\nUsage: ${usage} [options]\n\n${lines.join("\n")}\n`;
}
