/** Cache lifetime of a response. */
export type Lifetime =
  /** Never changes, except with a release of the service. */
  | "final"
  /** The last page of a final listing, which changes only if older blocks are added. */
  | "lastPage"
  /** May change with the next block. */
  | "recent";

/** Version of a response among those of the same URL. */
export interface Version {
  readonly lifetime: Lifetime;
  /** Equal only for equal content; undefined: a hash of the content is used. */
  readonly tag: string | undefined;
  /** Value of the header `Chainkit-Coverage`, which may change while the content does not. */
  readonly coverage?: string | undefined;
}

/** Serialized JSON, which is sent as is. */
export class Rendered<Data> {
  declare readonly data: Data;
  readonly json: string | Buffer;

  constructor(json: string | Buffer) {
    this.json = json;
  }
}

/** A response that has been read but not serialized. */
export interface Versioned<Data> extends Version {
  render(): Data | Rendered<Data>;
}

/** A value that may be available without waiting, which saves a promise per request. */
export type Awaitable<Value> = Value | Promise<Value>;

/** A cacheable response, which is not rendered if the caller's copy is still valid. */
export class Cacheable<Data> {
  /** Reads the data to render. */
  readonly read: () => Awaitable<Versioned<Data>>;
  /**
   * Determines the version at a lower cost than `read`; undefined if that is not possible. The argument
   * tells whether the caller has the response with a tag.
   */
  readonly version: (isHeld: (tag: string) => boolean) => Awaitable<Version | undefined>;
  /** Returns a number; while it is the same, `read` has the same result. Absent: unknown. */
  readonly revision: (() => number) | undefined;

  /** @param version Can be omitted if `read` is as cheap. */
  constructor(
    read: () => Awaitable<Versioned<Data>>,
    version: Cacheable<Data>["version"] = () => undefined,
    revision?: () => number,
  ) {
    this.read = read;
    this.version = version;
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
