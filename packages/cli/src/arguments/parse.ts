import { parseArgs } from "node:util";
import { UsageError } from "../failure.ts";
import { kebab } from "../names.ts";
import { didYouMean } from "../suggest.ts";
import type { Given, Option } from "./option.ts";

/** A command line, read. */
export interface Arguments {
  readonly given: Given;
  readonly positionals: readonly string[];
}

/**
 * Reads a command line. A flag may be shortened to its first words as long as one flag begins so:
 * `--block` for `--block-number`.
 *
 * @param where What the messages begin with, such as the command.
 * @throws UsageError for a flag that is unknown, ambiguous, given twice, or without its value.
 */
export function parseCommandLine(
  args: readonly string[],
  options: readonly Option[],
  where: string,
): Arguments {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  const rest = end < 0 ? [] : args.slice(end);
  const full = flags.map((arg) => completeFlag(arg, options, where));
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...full, ...rest],
      allowPositionals: true,
      options: Object.fromEntries(options.map((option) => [option.name, ruleOf(option)])),
    });
  } catch (error) {
    throw explain(error as Error, where);
  }
  const given = new Map<string, string[]>();
  for (const [name, value] of Object.entries(parsed.values)) {
    const values = [value].flat().map(String);
    const option = options.find((each) => each.name === name);
    if (values.length > 1 && !option?.multiple) {
      throw new UsageError(
        `${where}: --${name} may be used only once; received ${values.length} values`,
        "",
        name,
      );
    }
    if (option?.values && !option.parameter) {
      checkValue(option, values[0] ?? "", where);
    }
    given.set(name, values);
  }
  return { given, positionals: parsed.positionals };
}

/** The parser's error in a line. */
function explain({ message }: Error, where: string): UsageError {
  const [line = ""] = message.split("\n");
  const [, name] = /^Option '(?:-\w, )?--([\w-]+)/.exec(line) ?? [];
  return name === undefined || !/missing|ambiguous/.test(line)
    ? new UsageError(`${where}: ${shorten(line)}`)
    : new UsageError(
        `${where}: --${name} needs a value`,
        `Write a value that begins with a dash as --${name}=-…`,
        name,
      );
}

/** Leaves out the parser's advice on positional arguments, which commands do not take. */
const shorten = (line: string) =>
  line.replace(/^Unknown option '(-[^']+)'.*$/, "unknown flag $1").replace(/\.$/, "");

/** Refuses a value that is not among those of a flag. */
export function checkValue({ name, values = [], parameter }: Option, value: string, where: string) {
  if (!values.includes(value)) {
    throw new UsageError(
      `${where}: --${name} must be one of ${values.join(", ")}; received "${value}"`,
      didYouMean(value, values),
      parameter?.name ?? name,
    );
  }
}

function ruleOf(option: Option) {
  // A boolean parameter is true or false, or not given at all.
  const takesValue = option.value !== undefined || option.parameter;
  return {
    type: takesValue ? ("string" as const) : ("boolean" as const),
    ...(takesValue ? { multiple: true } : {}),
    ...(option.short ? { short: option.short } : {}),
  };
}

/** The argument with its flag's whole name. */
function completeFlag(arg: string, options: readonly Option[], where: string): string {
  const [, name = "", value] = /^--([^=]+)(=.*)?$/s.exec(arg) ?? [];
  if (!name) {
    return arg;
  }
  const negated = name.startsWith("no-") ? name.slice(3) : undefined;
  const isSwitch = (option: Option) => option.parameter && option.value === undefined;
  const off = negated && options.find((option) => isSwitch(option) && option.name === negated);
  if (off) {
    return `--${off.name}=false`;
  }
  const option = findOption(name, options, where);
  return `--${option.name}${value ?? (isSwitch(option) ? "=true" : "")}`;
}

function findOption(name: string, options: readonly Option[], where: string): Option {
  const short = kebab(name);
  const longer = options.filter((option) => option.name.startsWith(`${short}-`));
  const exact = [name, short].flatMap((each) =>
    options.filter((option) => option.name === each),
  )[0];
  if (exact && !(exact.secret && longer.some(({ parameter }) => parameter))) {
    return exact;
  }
  // A parameter is meant before a flag of the program.
  const own = longer.filter(({ parameter }) => parameter);
  const found = exact ? [exact, ...own] : own.length > 0 ? own : longer;
  const [first, ...others] = found;
  if (first && others.length === 0) {
    return first;
  }
  // The first words of a flag are as good as its whole name.
  const names = options.flatMap((option) => {
    const words = option.name.split("-");
    return words.map((_, at) => words.slice(0, words.length - at).join("-"));
  });
  throw first
    ? new UsageError(
        `${where}: --${name} is ambiguous`,
        `Use ${found.map((option) => `--${option.name}`).join(" or ")}${exact?.secret ? " (for the secret, CHAINKIT_TOKEN or --token-file)" : ""}.`,
        name,
      )
    : new UsageError(
        `${where}: unknown flag --${name}`,
        didYouMean(name, [...new Set(names)], "--"),
        name,
      );
}
