import { asObject, isObject, type JsonObject } from "@chainkit/openapi";
import { pascalCase } from "@chainkit/openapi/rules";

/** Minimum JSON length of objects that become constants. */
const MIN_LENGTH = 100;

/** A TypeScript expression, and the constants that it refers to, in order of use. */
interface Written {
  readonly text: string;
  readonly constants: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Emits plain data as TypeScript. Larger objects that occur several times become constants.
 *
 * @param taken Names that are not available for constants.
 */
export function writeShared(data: unknown, taken: readonly string[]): Written {
  const names = nameRepeated(data, new Set(taken));
  const known = new Set(names.values());
  const write = (value: unknown): string => {
    const own = JSON.stringify(value);
    const mark = (_: string, part: unknown) => {
      const json = isObject(part) ? JSON.stringify(part) : own;
      return json !== own && names.has(json) ? `\0${names.get(json)}` : part;
    };
    return JSON.stringify(value, mark, 2).replace(/"\\u0000(.*?)"/g, (marked, name) =>
      known.has(name) ? name : marked,
    );
  };
  // Parts of an object have a shorter text, and so are declared before it.
  const constants = [...names]
    .sort(([a], [b]) => a.length - b.length)
    .map(([json, name]) => ({ name, text: write(JSON.parse(json)) }));
  return { text: write(data), constants };
}

/** Names the objects that occur several times, by their JSON. */
function nameRepeated(data: unknown, taken: Set<string>): Map<string, string> {
  const hints = new Map<string, string>();
  const names = new Map<string, string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    const json = isObject(value) ? JSON.stringify(value) : "";
    const hint = hints.get(json);
    if (hint !== undefined) {
      // Its parts are not counted again: within the constant they occur once.
      if (!names.has(json)) {
        names.set(json, freeName(hint, taken));
      }
      return;
    }
    if (isObject(value) && json.length >= MIN_LENGTH) {
      hints.set(json, hintOf(value, path));
    }
    for (const [key, part] of Object.entries(asObject(value))) {
      visit(part, [...path, key]);
    }
  };
  visit(data, []);
  return names;
}

/** Returns a name hint for an object: its title, or its first location. */
function hintOf({ title }: JsonObject, path: readonly string[]): string {
  if (typeof title === "string") {
    return title;
  }
  // Indices and JSON Schema keywords are not useful as names.
  const said = path.filter((key) => !/^(\d|\d\d|\$defs|properties)$/.test(key));
  const [parent = "", key = ""] = said.slice(-2);
  return ["$defs", "properties"].includes(path.at(-2) ?? "") ? key : `${parent} ${key}`;
}

/** Converts a hint into an available constant name, and reserves it. */
export function freeName(hint: string, taken: Set<string>): string {
  const base = pascalCase(hint) || "Shared";
  let name = base;
  for (let number = 2; taken.has(name); number++) {
    name = `${base}_${number}`;
  }
  taken.add(name);
  return name;
}
