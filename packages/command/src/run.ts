import { type Command, CommanderError } from "commander";
import { type Streams, UsageError } from "./program.ts";

/** Variable under which a program reads its arguments, and ends before it does anything. */
const CHECK = "CHAINKIT_CHECK_ARGUMENTS";

/**
 * Runs a program to its end. Errors are printed in a line that begins with its name.
 *
 * @param name The program, in errors.
 * @param args The arguments behind the program's name.
 * @returns The exit code: 0, 1 if it failed, or 2 for wrong arguments.
 */
export async function runProgram(
  name: string,
  program: Command,
  args: readonly string[],
  { stderr }: Pick<Streams, "stderr"> = process,
): Promise<number> {
  try {
    assertValues(program, args);
    if (process.env[CHECK]) {
      program.hook("preAction", () => {
        throw new CommanderError(0, "chainkit.checked", "");
      });
    }
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : 2;
    }
    const { message, fix = "" } = error as Error & { readonly fix?: string };
    stderr.write(`${name}: ${message}${fix && `. ${fix}`}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Runs a program with the arguments of the process, and sets the exit code if it fails. */
export async function startProgram(name: string, program: Command): Promise<void> {
  const code = await runProgram(name, program, process.argv.slice(2));
  process.exitCode = code || process.exitCode;
}

/**
 * Checks that no option lacks its value: commander takes whatever follows, also the next option.
 *
 * @throws UsageError naming the option.
 */
export function assertValues(program: Command, args: readonly string[]): void {
  const end = args.indexOf("--");
  const options = optionsOf(program);
  for (const [at, arg] of (end < 0 ? args : args.slice(0, end)).entries()) {
    const option = options.find(({ long, short }) => arg === long || arg === short);
    const next = args[at + 1];
    if (option?.required && (next === undefined || /^-./.test(next))) {
      const example = `Write one that begins with a dash as ${option.long}=-…`;
      throw new UsageError(`${option.long} needs a value`, example, option.name());
    }
  }
}

const optionsOf = (program: Command): Command["options"] => [
  ...program.options,
  ...program.commands.flatMap(optionsOf),
];
