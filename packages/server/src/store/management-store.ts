/** What a token is good for; every token also lifts the rate limit of the data areas. */
export type TokenScope = "management" | "data";

/** One deployed version of a subgraph. */
export interface Deployment {
  readonly name: string;
  readonly version: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A name that points at one version of a subgraph. */
export interface Tag {
  readonly tag: string;
  /** Unix seconds since the tag points at this version. */
  readonly createdAt: number;
}

/** A token as it is kept: not its text, which only its holder knows. */
export interface StoredToken {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** Outcome of removing a deployment. */
type Removal = "removed" | "unknown" | "tagged";

/**
 * What is managed rather than read from a chain: deployments, their tags, and the tokens of callers.
 * Each method is one transaction, and other processes see its effect at once.
 */
export interface ManagementStore {
  /** @returns false: it was there already. */
  addDeployment(name: string, version: string): Promise<boolean>;
  hasDeployment(name: string, version: string): Promise<boolean>;
  /** By name, then by age. */
  listDeployments(): Promise<readonly Deployment[]>;
  /** Removes a deployment unless tags point at it. */
  removeDeployment(name: string, version: string): Promise<Removal>;

  /**
   * Points a tag of a subgraph at a version, wherever it pointed before.
   *
   * @returns false: the version is not deployed.
   */
  setTag(name: string, version: string, tag: string): Promise<boolean>;
  /** @returns false: the version does not carry the tag. */
  deleteTag(name: string, version: string, tag: string): Promise<boolean>;
  /** The tags of a version, newest first. */
  listTags(name: string, version: string): Promise<readonly Tag[]>;

  addToken(token: Omit<StoredToken, "createdAt">): Promise<void>;
  findToken(id: string): Promise<StoredToken | undefined>;
  /** By age. */
  listTokens(): Promise<readonly StoredToken[]>;
  /** @returns false: there is no such token. */
  deleteToken(id: string): Promise<boolean>;

  close(): Promise<void>;
}
