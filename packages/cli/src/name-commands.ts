import { kebab } from "./names.ts";

/** Built-in commands, which are not operations. */
export const OWN_COMMANDS = ["completion", "help", "profile"] as const;

/**
 * Names the command of each operation: its id in kebab-case. A name that two areas share, or that equals a built-in
 * command, is prefixed with the area; where two ids of an area differ in their spelling only, each is its own name.
 *
 * @returns Names in the order of the operations.
 */
export function nameCommands(
  operations: readonly { readonly id: string; readonly area: string }[],
): string[] {
  const short = operations.map(({ id }) => kebab(id));
  const taken = new Set<string>([...OWN_COMMANDS, ...repeated(short)]);
  const long = operations.map(({ area }, at) =>
    taken.has(short[at] ?? "") ? `${area}-${short[at]}` : (short[at] ?? ""),
  );
  const twice = repeated(long);
  return operations.map(({ id }, at) => (twice.has(long[at] ?? "") ? id : (long[at] ?? "")));
}

/** The names that occur more than once. */
function repeated(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}
