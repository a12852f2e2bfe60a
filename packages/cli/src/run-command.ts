import { UsageError } from "@chainkit/command";
import { optionsOf } from "./arguments/options.ts";
import { parseCommandLine } from "./arguments/parse.ts";
import { execute } from "./call/execute.ts";
import type { Command } from "./commands.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { commandHelp } from "./help.ts";
import { type ReportOptions, reportError } from "./report-error.ts";

/**
 * Runs the command of an operation.
 *
 * @returns The exit code.
 */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const options = optionsOf(command);
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${commandHelp(command)}\n`);
    return 0;
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
    reportError(error, report);
    return exitCodeOf(error);
  }
}

/** Whether errors of a command line that could not be read are to be JSON. */
export function asksForJson(args: readonly string[]): boolean {
  return /(^| )(--output|-o)[ =]?(nd)?json( |$)/.test(args.join(" "));
}
