import { asObject, isObject, type JsonObject } from "@chainkit/openapi";
import { pascalCase } from "../operations/names.ts";

/** Objects whose JSON is shorter stay where they are. */
const MIN_LENGTH = 100;

/** A value as TypeScript, and the constants that it refers to, in the order of their use. */
interface Written {
  readonly text: string;
  readonly constants: readonly { readonly name: string; readonly text: string }[];
}

/**
 * Writes plain data as TypeScript. Each larger object that occurs in several places becomes a
 * constant.
 *
 * @param taken Names that no constant may have.
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
  // What is part of another object has a shorter text, and so is declared before it.
  const constants = [...names]
    .sort(([a], [b]) => a.length - b.length)
    .map(([json, name]) => ({ name, text: write(JSON.parse(json)) }));
  return { text: write(data), constants };
}

/** A name for each object that occurs in several places, by its JSON. */
function nameRepeated(data: unknown, taken: Set<string>): Map<string, string> {
  const hints = new Map<string, string>();
  const names = new Map<string, string>();
  const visit = (value: unknown, path: readonly string[]): void => {
    const json = isObject(value) ? JSON.stringify(value) : "";
    const hint = hints.get(json);
    if (hint !== undefined) {
      // Its parts are not looked at again: within it they occur once.
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

/** What to call an object: by its title, or by where it occurs first. */
function hintOf({ title }: JsonObject, path: readonly string[]): string {
  if (typeof title === "string") {
    return title;
  }
  // An index says nothing, and neither does a word of JSON Schema.
  const said = path.filter((key) => !/^(\d|\d\d|\$defs|properties)$/.test(key));
  const [parent = "", key = ""] = said.slice(-2);
  return ["$defs", "properties"].includes(path.at(-2) ?? "") ? key : `${parent} ${key}`;
}

/** The hint as the name of a constant that is not taken yet; takes it. */
export function freeName(hint: string, taken: Set<string>): string {
  const base = pascalCase(hint) || "Shared";
  let name = base;
  for (let number = 2; taken.has(name); number++) {
    name = `${base}_${number}`;
  }
  taken.add(name);
  return name;
}
