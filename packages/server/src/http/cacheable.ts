/** How long a response stays valid. */
export type Lifetime =
  /** It never changes, except with a release of the service. */
  | "final"
  /** The last page of a final listing: it changes only if older blocks are added. */
  | "lastPage"
  /** The next block may change it. */
  | "recent";

/** What distinguishes a response from others of the same URL. */
export interface Version {
  readonly lifetime: Lifetime;
  /** Equal only for equal content; undefined: the content itself distinguishes it. */
  readonly tag: string | undefined;
}

/** Data as JSON, which is sent as it is. */
export class Rendered<Data> {
  declare readonly data: Data;
  readonly json: string | Buffer;

  constructor(json: string | Buffer) {
    this.json = json;
  }
}

/** A response that has been read but not rendered. */
export interface Versioned<Data> extends Version {
  render(): Data | Rendered<Data>;
}

/** A response that a cache may keep, and that is not rendered again for a caller who still has it. */
export class Cacheable<Data> {
  /** Reads what is rendered. */
  readonly read: () => Promise<Versioned<Data>>;
  /** Finds out the version at less cost than `read`; undefined if it cannot. */
  readonly version: () => Promise<Version | undefined>;

  /** @param version May be left out where `read` costs as little. */
  constructor(
    read: () => Promise<Versioned<Data>>,
    version: () => Promise<Version | undefined> = async () => undefined,
  ) {
    this.read = read;
    this.version = version;
  }
}
