import { createHash } from "node:crypto";

/** Longest name of a tool that clients accept. */
const MAX_TOOL = 64;

/**
 * Names the tool of each operation of a document: its id, in the characters and the length that clients accept. Where
 * two would be equal, each ends with a digest of its id.
 */
export function toolNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const plain = ids.map((id) => id.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_TOOL));
  const names = ids.map((id, at) => {
    const name = plain[at] ?? "";
    if (plain.indexOf(name) === plain.lastIndexOf(name)) {
      return [id, name] as const;
    }
    const digest = createHash("sha256").update(id).digest("hex").slice(0, 8);
    return [id, `${name.slice(0, MAX_TOOL - digest.length - 1)}_${digest}`] as const;
  });
  return new Map(names);
}

/** Names that the interfaces of models accept for an argument. */
const ACCEPTED = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Longest name that is made of an argument. */
const MAX_ARGUMENT = 60;

/**
 * Names the argument of each parameter: the parameter's name, or one in characters that models' interfaces accept, such
 * as `page_size` for `page[size]`.
 *
 * @param reserved Names that no argument of a parameter may have.
 */
export function argumentNames(
  parameters: readonly string[],
  reserved: readonly string[],
): ReadonlyMap<string, string> {
  const isAccepted = (name: string) => ACCEPTED.test(name) && !reserved.includes(name);
  const taken = new Set([...reserved, ...parameters.filter(isAccepted)]);
  const names = new Map<string, string>();
  for (const parameter of parameters) {
    names.set(parameter, isAccepted(parameter) ? parameter : unusedName(parameter, taken));
  }
  return names;
}

/** Makes a name and adds it to those that are taken. */
function unusedName(parameter: string, taken: Set<string>): string {
  const words = parameter.split(/[^a-zA-Z0-9_.-]+/).filter(Boolean);
  const plain = words.join("_").slice(0, MAX_ARGUMENT) || "argument";
  let name = plain;
  for (let number = 2; taken.has(name); number += 1) {
    name = `${plain}_${number}`;
  }
  taken.add(name);
  return name;
}

/** The members of an object by other names; those without one keep theirs. */
export function renamed<Value>(
  members: Readonly<Record<string, Value>>,
  names: ReadonlyMap<string, string>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
