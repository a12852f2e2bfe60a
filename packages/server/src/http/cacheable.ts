/** Cache lifetime of a response. */
export type Lifetime =
  /** Never changes, except with a release of the service. */
  | "final"
  /** The last page of a final listing, which changes only if older blocks are added. */
  | "lastPage"
  /** May change with the next block. */
  | "recent";

/** A response whose records have been read, but not converted. */
export interface Versioned<Data> {
  readonly lifetime: Lifetime;
  /** Equal only for equal content of the same URL; undefined: a hash of the content is used. */
  readonly tag: string | undefined;
  /** Value of the header `Chainkit-Coverage`, which may change while the content does not. */
  readonly coverage?: string | undefined;
  /** Converts the records into the response. */
  readonly data: () => Data;
}

/** A value that may be available without waiting, which saves a promise per request. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A cacheable response, which is not sent if the caller's copy is still valid. */
export class Cacheable<Data> {
  readonly read: () => Awaitable<Versioned<Data>>;
  /** Returns a number; while it is the same, `read` has the same result. Undefined: unknown. */
  readonly revision: (() => number) | undefined;

  constructor(read: () => Awaitable<Versioned<Data>>, revision: (() => number) | undefined) {
    this.read = read;
    this.revision = revision;
  }
}

/**
 * Creates the entity tag of a response.
 *
 * @param tag Identifies its content among the responses of the same URL.
 * @param release Part of every entity tag, because a release may render the same record differently.
 */
export function entityTag(tag: string, release: string): string {
  return `"${tag}-${release}"`;
}

/**
 * Whether `If-None-Match` has an entity tag. Compares weakly, as RFC 9110 requires: proxies that compress
 * weaken a tag.
 */
export function isMatch(held: string | undefined, etag: string): boolean {
  if (held === undefined) {
    return false;
  }
  return held
    .split(",")
    .map((each) => each.trim())
    .some((each) => each === "*" || each === etag || each === `W/${etag}`);
}
