import { isObject, type Parameter } from "@chainkit/openapi";

/** A value as texts, as a server reads it from a URL or a header. */
export function texts(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(texts);
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, texts(each)]))
    : String(value);
}

const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
};

/**
 * Reads a parameter from a path, a header or a cookie as RFC 6570 has it, or from a query in which it is one
 * pair.
 *
 * @param value What was given, which says whether it is an array or an object.
 */
export function readText(
  { name, in: place, style, explode, media }: Parameter,
  value: unknown,
  raw: string,
): unknown {
  const decode = place === "header" ? String : decodeURIComponent;
  if (media) {
    return JSON.parse(decode(raw));
  }
  const [text, separator] = partsOf(raw);
  if (Array.isArray(value)) {
    const start = style === "matrix" && explode ? `${name}=` : "";
    return text.split(separator).map((part) => decode(part.slice(start.length)));
  }
  if (!isObject(value)) {
    return decode(text);
  }
  const parts = text.split(separator);
  const pairs = explode
    ? parts.map((part) => part.split(/=(.*)/s).slice(0, 2))
    : parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ""]] : []));
  return Object.fromEntries(pairs.map((pair) => pair.map(decode)));

  /** The text without what begins it, and what separates its parts. */
  function partsOf(whole: string): [text: string, separator: string] {
    if (style === "label") {
      return [whole.slice(1), explode ? "." : ","];
    }
    if (style === "matrix") {
      const isExploded = explode && typeof value === "object";
      return isExploded ? [whole.slice(1), ";"] : [whole.slice(`;${name}=`.length), ","];
    }
    return [whole, SEPARATORS[style] ?? ","];
  }
}

/** A query as pairs, from which parameters are taken. */
export class Query {
  #pairs: string[][];

  constructor(search: string) {
    this.#pairs =
      search === "" ? [] : search.split("&").map((pair) => pair.split(/=(.*)/s).slice(0, 2));
  }

  /** Takes the texts of a name, as they are on the wire. */
  take(name: string): string[] {
    const isIt = ([own = ""]: string[]) => decodeURIComponent(own) === name;
    const found = this.#pairs.filter(isIt).map(([, text = ""]) => text);
    this.#pairs = this.#pairs.filter((pair) => !isIt(pair));
    return found;
  }

  /** Takes what stands in brackets, as deep as the value is. */
  #nested(name: string, value: unknown): unknown {
    if (typeof value !== "object" || value === null) {
      return this.take(name).map(decodeURIComponent)[0];
    }
    const isPlain = (each: unknown) => typeof each !== "object" || each === null;
    if (Array.isArray(value) && value.every(isPlain)) {
      const all = this.take(name).map(decodeURIComponent);
      return all.length > 0 ? all : value.map((each, at) => this.#nested(`${name}[${at}]`, each));
    }
    const members = Object.entries(value).map(([key, each]) => [
      key,
      this.#nested(`${name}[${key}]`, each),
    ]);
    return Array.isArray(value) ? members.map(([, each]) => each) : Object.fromEntries(members);
  }

  get rest(): string {
    return this.#pairs.map((pair) => pair.join("=")).join("&");
  }

  /** Takes a parameter; undefined if it is absent. */
  read(parameter: Parameter, value: unknown): unknown {
    const { name, style, explode, media } = parameter;
    if (!media && style === "deepObject" && typeof value === "object") {
      return this.#nested(name, value);
    }
    if (!media && isObject(value) && explode) {
      const found = Object.keys(value).map((member) => {
        const all = this.take(member).map(decodeURIComponent);
        return [member, Array.isArray(value[member]) ? all : all[0]];
      });
      return Object.fromEntries(found);
    }
    const all = this.take(name);
    if (!media && Array.isArray(value) && explode) {
      return all.map(decodeURIComponent);
    }
    return all[0] === undefined || all.length > 1
      ? all[0] && all
      : readText(parameter, value, all[0]);
  }
}

/** Whether a value can stand in its place at all. */
export function isSendable(
  { name, in: place, style, explode, media }: Parameter,
  value: unknown,
  others: readonly string[],
): boolean {
  if (media) {
    return value !== undefined && value !== null;
  }
  const members = isObject(value) ? Object.entries(value) : [];
  const all = isObject(value) ? members.flat(2).map(String) : [value].flat().map(String);
  // An object whose members are sent by themselves may have none.
  if (isObject(value) && all.length === 0 && place === "query" && style === "form" && explode) {
    return true;
  }
  // Of nothing, nothing is sent.
  if (all.length === 0 || members.some(([, each]) => Array.isArray(each) && each.length === 0)) {
    return false;
  }
  if (place === "query") {
    const separator = decodeURIComponent(SEPARATORS[style] ?? "");
    const isTaken = members.some(([member]) => member !== name && others.includes(member));
    return !(explode && isTaken) && !(separator && all.some((text) => text.includes(separator)));
  }
  if (place === "path") {
    const isSplit = style === "label" && explode && all.some((text) => text.includes("."));
    return !isSplit && !/^\.{0,2}$/.test(all.join(",")) && !(all.length > 1 && all.includes(""));
  }
  return all.every((text) => /^[!-+\--~]+$/.test(text));
}
