/**
 * Headers of every response. Caching is disabled except where a handler enables it: errors may be
 * temporary, and responses of management are private to the caller.
 */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** States which part of the chain a list covers. */
export const COVERAGE_HEADER = "chainkit-coverage";

export type Lifetime =
  /** Never changes, except with a release of the service. */
  | "final"
  /** The last page of a final listing, which changes only if older blocks are added. */
  | "lastPage"
  /** May change with the next block. */
  | "recent";

/** A response whose records have been read, but not converted. */
interface Versioned<Data> {
  readonly lifetime: Lifetime;
  /** Equal only for equal content of the same URL; undefined: a hash of the content is used. */
  readonly tag: string | undefined;
  /** Value of the header `Chainkit-Coverage`, which may change while the content does not. */
  readonly coverage?: string | undefined;
  /** Converts the records into the response. */
  readonly data: () => Data | JsonText;
}

/** A cacheable response, which is not sent if the caller's copy is still valid. */
export class Cacheable<Data> {
  readonly read: () => Promise<Versioned<Data>>;
  /** Returns a number; while it is the same, `read` has the same result. Undefined: unknown. */
  readonly revision: () => number | undefined;

  constructor(read: () => Promise<Versioned<Data>>, revision: () => number | undefined) {
    this.read = read;
    this.revision = revision;
  }
}

/** A response that is JSON text already, and is sent as it is. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Formats an object of which the values are JSON texts.
 *
 * @example
 * jsonOf<Point>({ x: "1", label: JSON.stringify(label) }); // {"x":1,"label":"…"}
 */
export function jsonOf<Shape extends object>(
  texts: Readonly<Record<keyof Shape & string, string>>,
): string {
  const members: Readonly<Record<string, string>> = texts;
  let json = "";
  // An array of entries would take twice as long (bench: ERC-721 page).
  for (const name in members) {
    json += `${json && ","}"${name}":${members[name]}`;
  }
  return `{${json}}`;
}
