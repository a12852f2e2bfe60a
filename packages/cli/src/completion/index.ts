import { didYouMean, UsageError } from "@chainkit/command";
import { optionsOf } from "../arguments/options.ts";
import { type Command, listCommands, OWN_COMMANDS, readCommand } from "../commands.ts";
import { ACTIONS } from "../settings/profile-command.ts";
import { bashCompletion } from "./bash.ts";
import type { Completed } from "./completed.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const HELP = `Prints a completion script for the command \`chainkit\` (npm install --global @chainkit/cli).

Usage: npx @chainkit/cli completion <shell>

  bash   eval "$(chainkit completion bash)"             in ~/.bashrc
  zsh    eval "$(chainkit completion zsh)"              in ~/.zshrc, after compinit
  fish   chainkit completion fish > ~/.config/fish/completions/chainkit.fish`;

/** The completion script of a shell. */
export async function completion(args: readonly string[]): Promise<string> {
  const [shell = "", ...rest] = args;
  if (shell === "" || shell.startsWith("-")) {
    return HELP;
  }
  if (!Object.hasOwn(SHELLS, shell) || rest.length > 0) {
    const names = Object.keys(SHELLS);
    const fix = didYouMean(shell, names) || `Expected one of ${names.join(", ")}.`;
    throw new UsageError(`completion: unknown shell ${args.join(" ")}`, fix);
  }
  const commands = await Promise.all((await listCommands()).map(readCommand));
  const completed = [...commands.map(complete), ...ownCommands(commands)];
  return SHELLS[shell as keyof typeof SHELLS](completed);
}

const firstSentence = (text: string): string =>
  text
    .replaceAll("`", "")
    .replaceAll("\n", " ")
    .split(/(?<=[.;]) /)[0] ?? "";

function complete(command: Command): Completed {
  const flags = optionsOf(command).map(({ name, short, value, values = [], text, parameter }) => ({
    name,
    ...(short === undefined ? {} : { short }),
    isProfile: name === "profile" && !parameter,
    text: firstSentence(text),
    takesValue: value !== undefined,
    values,
  }));
  return { name: command.name, text: command.summary, flags, words: [] };
}

function ownCommands(commands: readonly Command[]): Completed[] {
  const words: Record<(typeof OWN_COMMANDS)[number], readonly string[]> = {
    completion: Object.keys(SHELLS),
    help: commands.map(({ name }) => name),
    profile: ACTIONS,
  };
  const texts: Record<(typeof OWN_COMMANDS)[number], string> = {
    completion: "Print a completion script",
    help: "Show the help of a command",
    profile: "Manage named base URLs and tokens",
  };
  return OWN_COMMANDS.map((name) => ({
    name,
    text: texts[name],
    flags: [],
    words: words[name],
    ...(name === "profile" ? { beforeProfile: ["set", "use", "remove"] } : {}),
  }));
}
