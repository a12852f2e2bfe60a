/** Names that the interfaces of models accept for an argument. */
const ACCEPTED = /^[a-zA-Z0-9_.-]{1,64}$/;

const MAX_LENGTH = 60;

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
  const plain = words.join("_").slice(0, MAX_LENGTH) || "argument";
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
