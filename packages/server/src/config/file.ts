import { readFileSync } from "node:fs";
import type { Command, Option } from "commander";

/**
 * Fills in, from a JSON file, what neither the command line nor the environment has set.
 *
 * The file is an object; its names are those of the options without the dashes, as `rate-token`.
 * A value is a string, a number, a boolean, or a list of strings. One file may serve all commands:
 * a setting of another command is passed over.
 *
 * @throws Error naming the file and the entry that is wrong.
 */
export function applyConfigFile(command: Command, file: string): void {
  const options = new Map(command.options.map((option) => [option.name(), option]));
  for (const [name, value] of Object.entries(readObject(file))) {
    const option = options.get(name);
    if (!option && !isSettingOf(rootOf(command), name)) {
      throw new Error(`${file}: there is no setting ${name}`);
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

function isSettingOf(command: Command, name: string): boolean {
  return (
    command.options.some((option) => option.name() === name && option.envVar !== undefined) ||
    command.commands.some((child) => isSettingOf(child, name))
  );
}

function readObject(file: string): object {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new Error(`${file}: it must hold a JSON object`);
  }
  return content;
}

function read(file: string, option: Option, value: unknown): unknown {
  const wrong = (reason: string) => new Error(`${file}: ${option.name()} is wrong. ${reason}`);
  if (option.isBoolean()) {
    if (typeof value !== "boolean") {
      throw wrong("It must be true or false.");
    }
    return value;
  }
  // An option whose value may be left out can be switched on and off as well.
  const whole = option.optional && typeof value === "boolean" ? String(value) : value;
  const texts = Array.isArray(whole) ? whole : [whole];
  if (!texts.every((text) => typeof text === "string" || typeof text === "number")) {
    throw wrong("It must be text, a number, or a list of texts.");
  }
  const text = texts.join(" ");
  if (option.argChoices && !option.argChoices.includes(text)) {
    throw wrong(`It must be one of ${option.argChoices.join(", ")}.`);
  }
  try {
    return option.parseArg && !option.argChoices ? option.parseArg(text, undefined) : text;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}
