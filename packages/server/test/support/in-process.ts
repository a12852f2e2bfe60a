import { format } from "node:util";
import { type Command, CommanderError } from "commander";
import { vi } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { reportFailure } from "../../src/cli/run.ts";

/**
 * Runs a command to its end in this process, which saves the start of one: for commands that start no service.
 *
 * @param env Variables that it gets in addition.
 * @returns What `finished` returns for a process of its own.
 */
export async function call(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [output, errors] = ["", ""];
  const out = (text: unknown) => {
    output += text;
    return true;
  };
  const err = (text: unknown) => {
    errors += text;
    return out(text);
  };
  const printed = [
    vi.spyOn(process.stdout, "write").mockImplementation(out),
    vi.spyOn(process.stderr, "write").mockImplementation(err),
    vi.spyOn(console, "log").mockImplementation((...all) => out(`${format(...all)}\n`)),
    vi.spyOn(console, "error").mockImplementation((...all) => err(`${format(...all)}\n`)),
  ];
  for (const [name, value] of Object.entries(env)) {
    vi.stubEnv(name, value);
  }
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    const program = createProgram();
    neverExit(program);
    await program.parseAsync(args, { from: "user" }).catch((error) => {
      if (error instanceof CommanderError) {
        process.exitCode = error.exitCode;
      } else {
        reportFailure(error);
      }
    });
    return { code: Number(process.exitCode ?? 0), output, errors };
  } finally {
    process.exitCode = exitCode;
    vi.unstubAllEnvs();
    for (const spy of printed) {
      spy.mockRestore();
    }
  }
}

/** Commander exits after the help and a wrong option. */
function neverExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(neverExit);
}
