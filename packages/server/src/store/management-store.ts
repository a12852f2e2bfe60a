/** Scope of a token; tokens of every scope get the higher rate limit of the data areas. */
export type TokenScope = "management" | "data";

/** A deployed version of a subgraph. */
export interface Deployment {
  readonly name: string;
  readonly version: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A name that points at a version of a subgraph. */
export interface Tag {
  readonly tag: string;
  /** Unix seconds at which the tag was pointed at this version. */
  readonly createdAt: number;
}

/** A stored token: its hash, not its text. */
export interface StoredToken {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds from which on it is not valid; null: it does not expire. */
  readonly expiresAt: number | null;
}

/** Outcome of removing a deployment. */
type Removal = "removed" | "unknown" | "tagged";

/**
 * Store of management data: deployments, their tags, and API tokens. Each method is one transaction,
 * whose effect other processes see at once.
 */
export interface ManagementStore {
  /** @returns false if it exists already. */
  addDeployment(name: string, version: string): Promise<boolean>;
  hasDeployment(name: string, version: string): Promise<boolean>;
  /** Ordered by name, then by age. */
  listDeployments(): Promise<readonly Deployment[]>;
  /** Removes a deployment unless tags point at it. */
  removeDeployment(name: string, version: string): Promise<Removal>;

  /**
   * Points a tag of a subgraph at a version; creates or moves the tag.
   *
   * @returns false if the version is not deployed.
   */
  setTag(name: string, version: string, tag: string): Promise<boolean>;
  /** @returns false if the version does not have the tag. */
  deleteTag(name: string, version: string, tag: string): Promise<boolean>;
  /** Lists the tags of a version, newest first. */
  listTags(name: string, version: string): Promise<readonly Tag[]>;

  addToken(token: Omit<StoredToken, "createdAt">): Promise<void>;
  findToken(id: string): Promise<StoredToken | undefined>;
  /** Ordered by age. */
  listTokens(): Promise<readonly StoredToken[]>;
  /** @returns false if the token does not exist. */
  deleteToken(id: string): Promise<boolean>;

  /** Returns the reason why the store can only be read; undefined if it can be written. */
  readOnlyReason(): Promise<string | undefined>;
  close(): Promise<void>;
}
