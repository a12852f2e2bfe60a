import { GENERAL, VERSION } from "./arguments/general.ts";
import { parseCommandLine } from "./arguments/parse.ts";

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
    const [, short, long] = /^(?:-(\w)|--([^=]+))$/.exec(arg) ?? [];
    const option = GENERAL.find(({ name, short: own }) => name === long || own === short);
    if (option?.value !== undefined) {
      at++;
    }
  }
  parseCommandLine(args, [...GENERAL, VERSION], "chainkit");
  return ["", [...args]];
}
