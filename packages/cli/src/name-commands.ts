import type { OperationDescription } from "@chainkit/client/operations";
import type { Command } from "./commands.ts";
import { kebab } from "./names.ts";

/** Built-in commands, which are not operations. */
export const OWN_COMMANDS = ["completion", "help", "profile"] as const;

/**
 * Turns each operation into a command. A name that two areas share, or that equals a built-in command,
 * is prefixed with the area.
 *
 * @param operations All operations, by area key and operation id.
 * @throws Error if two commands would still have the same name.
 */
export function nameCommands(
  operations: Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>,
): Command[] {
  const all = Object.entries(operations).flatMap(([client, own]) =>
    Object.values(own).map((operation) => ({ client, operation })),
  );
  const short = all.map(({ operation }) => kebab(operation.id));
  const commands = all.map(({ client, operation }, at) => {
    const name = short[at] ?? "";
    const isTaken =
      short.indexOf(name) !== short.lastIndexOf(name) ||
      (OWN_COMMANDS as readonly string[]).includes(name);
    const responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, { description }]) => [status, description]),
    );
    return { ...operation, name: isTaken ? `${operation.area}-${name}` : name, client, responses };
  });
  const names = commands.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new Error(`two operations would both be the command ${twice}; rename one of them`);
  }
  return commands;
}
