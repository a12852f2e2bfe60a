import {
  assertValues,
  createProgram,
  didYouMean,
  Option as Flag,
  kebab,
  UsageError,
} from "@chainkit/command";
import type { Given, Option } from "./options.ts";

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
  const given = new Map<string, string[]>();
  const program = createProgram({ usage: where, description: "" })
    .helpOption(false)
    .argument("[word...]");
  for (const [at, option] of options.entries()) {
    const { name, short } = option;
    const flag = flagName(option, at);
    const value = takesValue(option) ? " <value>" : "";
    program.addOption(new Flag(`${short ? `-${short}, ` : ""}--${flag}${value}`));
    program.on(`option:${flag}`, (text?: string) => {
      given.set(name, [...(given.get(name) ?? []), text ?? "true"]);
    });
  }
  const end = [...args, "--"].indexOf("--");
  const flags = args.slice(0, end).map((arg) => completeFlag(arg, options, where));
  const full = [...flags, ...args.slice(end)];
  try {
    assertValues(program, full);
    program.parse(full, { from: "user" });
  } catch (error) {
    const { message, fix, parameter } = error as UsageError;
    throw new UsageError(`${where}: ${message}`, fix, parameter);
  }
  for (const [name, values] of given) {
    const option = options.find((each) => each.name === name);
    if (values.length > 1 && takesValue(option) && !option?.multiple) {
      throw new UsageError(
        `${where}: --${name} may be used only once; received ${values.length} values`,
        "",
        name,
      );
    }
    if (option?.values && !option.parameter) {
      checkValue(option, values[0] ?? "", where);
    }
  }
  return { given, positionals: program.args };
}

/** The name of a flag to commander, which ends a name at a space or comma. */
const flagName = ({ name }: Option, at: number): string =>
  /^[^-\s,|][^\s,|]*$/.test(name) ? name : `flag-${at}`;

/** A boolean parameter is true or false, or not given at all. */
const takesValue = (option: Option | undefined): boolean =>
  option?.value !== undefined || option?.parameter !== undefined;

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
    return `--${flagName(off, options.indexOf(off))}=false`;
  }
  const option = findOption(name, options, where);
  return `--${flagName(option, options.indexOf(option))}${value ?? (isSwitch(option) ? "=true" : "")}`;
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
        `${where}: unknown option --${name}`,
        didYouMean(name, [...new Set(names)], "--"),
        name,
      );
}
