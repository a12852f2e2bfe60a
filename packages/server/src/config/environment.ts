import type { Command, Option } from "commander";
import { distance } from "fastest-levenshtein";

/** A variable that looks like a setting and is none. */
export interface MisspeltVariable {
  readonly name: string;
  /** The settings that it resembles most. */
  readonly nearest: readonly string[];
}

const PREFIX = "CHAINKIT_";

/**
 * Finds environment variables that resemble a setting of a program. Others with the same prefix belong to other
 * programs, such as the command line of the clients.
 */
export function misspeltVariables(
  program: Command,
  environment: NodeJS.ProcessEnv = process.env,
): MisspeltVariable[] {
  const known = [...new Set(settingsOf(program).map(({ envVar = "" }) => envVar))];
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => ({ name, nearest: nearestOf(name, known) }))
    .filter(({ nearest }) => nearest.length > 0);
}

/** Describes a misspelt variable in one sentence. */
export function describeMisspelt({ name, nearest }: MisspeltVariable): string {
  return `${name} is no setting and is ignored; did you mean ${nearest.join(" or ")}?`;
}

function nearestOf(name: string, known: readonly string[]): string[] {
  // More than a third of the letters would make any short name resemble another.
  const limit = Math.max(1, Math.floor((name.length - PREFIX.length) / 3));
  const edits = known.map((setting) => distance(name, setting));
  const least = Math.min(...edits);
  return least <= limit ? known.filter((_, at) => edits[at] === least) : [];
}

/** Returns the options of a command, and of those below it, that the environment or a file can set. */
export function settingsOf(command: Command): Option[] {
  const own = command.options.filter(({ envVar }) => envVar !== undefined);
  return [...own, ...command.commands.flatMap(settingsOf)];
}
