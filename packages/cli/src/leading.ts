import { GENERAL, SPEC, VERSION } from "./arguments/general.ts";
import { parseCommandLine } from "./arguments/parse.ts";
import { UsageError } from "./failure.ts";

/**
 * Takes `--spec` from the flags before the command; behind it, an operation may have a flag of that name.
 *
 * @returns The file, undefined if there is none, and the other arguments.
 */
export function takeSpec(args: readonly string[]): [string | undefined, string[]] {
  const end = args.findIndex((arg, at) => !arg.startsWith("-") && !isValue(args, at));
  const leading = end < 0 ? args : args.slice(0, end);
  const at = leading.findIndex((arg) => /^--spec(=|$)/.test(arg));
  const [, inline] = /^--spec=(.*)$/s.exec(leading[at] ?? "") ?? [];
  if (at < 0) {
    return [undefined, [...args]];
  }
  const file = inline ?? args[at + 1];
  if (!file) {
    throw new UsageError("--spec needs a file", "", "spec");
  }
  return [file, [...args.slice(0, at), ...args.slice(at + (inline === undefined ? 2 : 1))]];
}

/** Whether an argument is the value of the flag before it. */
function isValue(args: readonly string[], at: number): boolean {
  const [, short, long] = /^(?:-(\w)|--([^=]+))$/.exec(args[at - 1] ?? "") ?? [];
  const option = [...GENERAL, SPEC].find(
    ({ name, short: own }) => name === long || (own !== undefined && own === short),
  );
  return option?.value !== undefined;
}

/**
 * Finds the command behind flags of the program: `--output json get-block`.
 *
 * @returns The command, empty if there is none, and the other arguments.
 */
export function takeCommand(args: readonly string[]): [string, string[]] {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("-")) {
      return [arg, [...args.slice(0, at), ...args.slice(at + 1)]];
    }
    if (isValue(args, at + 1)) {
      at++;
    }
  }
  parseCommandLine(args, [...GENERAL, VERSION], "chainkit");
  return ["", [...args]];
}
