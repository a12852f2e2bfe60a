import { readFileSync } from "node:fs";
import type { Command, Option } from "commander";
import { distance } from "fastest-levenshtein";

/**
 * Applies a JSON configuration file to options that neither the command line nor the environment has set.
 *
 * The file is an object keyed by option names without the leading dashes, e.g. `rate-token`. A value
 * is a string, a number, a boolean, or an array of strings. One file may be shared by all commands:
 * settings of other commands are ignored.
 *
 * @throws Error naming the file and the invalid entry.
 */
export function applyConfigFile(command: Command, file: string): void {
  const options = new Map(command.options.map((option) => [option.name(), option]));
  for (const [name, value] of Object.entries(readObject(file))) {
    const option = options.get(name);
    if (!option && !settingsOf(rootOf(command)).some((setting) => setting.name() === name)) {
      throw new Error(`${file}: unknown setting "${name}"`);
    }
    if (!option) {
      continue;
    }
    const key = option.attributeName();
    const source = command.getOptionValueSource(key);
    if (source === undefined || source === "default") {
      command.setOptionValueWithSource(key, read(file, option, value), "config");
    }
  }
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

function readObject(file: string): object {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!(content instanceof Object) || Array.isArray(content)) {
    throw new Error(`${file}: expected a JSON object`);
  }
  return content;
}

function read(file: string, option: Option, value: unknown): unknown {
  const wrong = (reason: string) =>
    new Error(`${file}: invalid value for ${option.name()}. ${reason}`);
  if (option.isBoolean()) {
    if (typeof value !== "boolean") {
      throw wrong("Expected true or false.");
    }
    return value;
  }
  const texts = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === "string" || typeof text === "number")) {
    throw wrong("Expected a string, a number, or an array of strings.");
  }
  const text = texts.join("\n");
  if (option.argChoices && !option.argChoices.includes(text)) {
    throw wrong(`Expected one of ${option.argChoices.join(", ")}.`);
  }
  try {
    return option.parseArg && !option.argChoices ? option.parseArg(text, undefined) : text;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

const PREFIX = "CHAINKIT_";

/**
 * Finds environment variables that resemble a setting of a program. Others with the same prefix belong to other
 * programs, such as the command line of the clients.
 *
 * @returns A sentence for each.
 */
export function misspeltVariables(program: Command): string[] {
  const known = [...new Set(settingsOf(program).map(({ envVar = "" }) => envVar))];
  return Object.keys(process.env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => ({ name, nearest: nearestOf(name, known) }))
    .filter(({ nearest }) => nearest.length > 0)
    .map(({ name, nearest }) => {
      return `${name} is no setting and is ignored; did you mean ${nearest.join(" or ")}?`;
    });
}

function nearestOf(name: string, known: readonly string[]): string[] {
  // More than a third of the letters would make any short name resemble another.
  const limit = Math.max(1, Math.floor((name.length - PREFIX.length) / 3));
  const edits = known.map((setting) => distance(name, setting));
  const least = Math.min(...edits);
  return least <= limit ? known.filter((_, at) => edits[at] === least) : [];
}

/** Returns the options of a command, and of those below it, that the environment or a file can set. */
function settingsOf(command: Command): Option[] {
  const own = command.options.filter(({ envVar }) => envVar !== undefined);
  return [...own, ...command.commands.flatMap(settingsOf)];
}
