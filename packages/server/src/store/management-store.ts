import type { Hex } from "../chain/records.ts";
import type { Handle, ManagementDb, ManagementSql } from "./handle.ts";
import type { Values } from "./steps.ts";

/** Scope of a token; tokens of every scope get the higher rate limit of the data areas. */
export type TokenScope = "management" | "data";

/** A deployed version of a subgraph. */
interface Deployment {
  readonly name: string;
  readonly version: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A name that points at a version of a subgraph. */
interface Tag {
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
  readonly hash: Hex;
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

/** Tables that other stores of management data write, too. */
export const REGISTER = `INSERT INTO :deployment VALUES (@name, @version, @createdAt)
  ON CONFLICT DO NOTHING`;
const IS_VERSION = "name = @name AND version = @version";
export const UNREGISTER = `DELETE FROM :deployment WHERE ${IS_VERSION}`;
export const IS_REGISTERED = `SELECT created_at AS "createdAt" FROM :deployment WHERE ${IS_VERSION}`;
export const IS_TAGGED = `SELECT 1 FROM :tag WHERE ${IS_VERSION} LIMIT 1`;

const TOKEN = `SELECT id, name, scope, hash, created_at AS "createdAt", expires_at AS "expiresAt"
  FROM :token`;
// A tag that already points there retains its time, so that the call is idempotent.
const SET_TAG = `INSERT INTO :tag AS t (name, version, tag, created_at)
  VALUES (@name, @version, @tag, @createdAt) ON CONFLICT (name, tag) DO UPDATE
  SET version = excluded.version, created_at = excluded.created_at WHERE t.version <> excluded.version`;

/** Creates the management store. @param now Clock, in Unix seconds. */
export function managementStore(
  handle: Handle<ManagementDb>,
  now: () => number = () => Math.floor(Date.now() / 1000),
): ManagementStore {
  const read = <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
    handle.use((db) => db.read(work));
  const write = <Result>(work: (sql: ManagementSql) => Promise<Result>) =>
    handle.use((db) => db.write(work));
  /** Writes one row, or none. */
  const writeOne = (text: string, values: Values) =>
    write(async (sql) => (await sql.run(text, values)) === 1);
  return {
    addDeployment: (name, version) => writeOne(REGISTER, { name, version, createdAt: now() }),
    hasDeployment: (name, version) =>
      read(async (sql) => (await sql.get(IS_REGISTERED, { name, version })) !== undefined),
    listDeployments: () =>
      read((sql) =>
        sql.all(`SELECT name, version, created_at AS "createdAt"
          FROM :deployment ORDER BY name, created_at, version`),
      ),
    removeDeployment: (name, version) =>
      write(async (sql) => {
        if (await sql.get(IS_TAGGED, { name, version })) {
          return "tagged";
        }
        return (await sql.run(UNREGISTER, { name, version })) === 1 ? "removed" : "unknown";
      }),
    setTag: (name, version, tag) =>
      write(async (sql) => {
        if (!(await sql.get(IS_REGISTERED, { name, version }))) {
          return false;
        }
        await sql.run(SET_TAG, { name, version, tag, createdAt: now() });
        return true;
      }),
    deleteTag: (name, version, tag) =>
      writeOne(`DELETE FROM :tag WHERE ${IS_VERSION} AND tag = @tag`, { name, version, tag }),
    listTags: (name, version) =>
      read((sql) =>
        sql.all(
          `SELECT tag, created_at AS "createdAt" FROM :tag WHERE ${IS_VERSION}
            ORDER BY created_at DESC, tag`,
          { name, version },
        ),
      ),
    async addToken(token) {
      const add =
        "INSERT INTO :token VALUES (@identifier, @name, @scope, @hash, @createdAt, @expiresAt)";
      await writeOne(add, { ...token, identifier: token.id, createdAt: now() });
    },
    findToken: (id) =>
      read((sql) => sql.get(`${TOKEN} WHERE id = @identifier`, { identifier: id })),
    listTokens: () => read((sql) => sql.all(`${TOKEN} ORDER BY created_at, id`)),
    deleteToken: (id) => writeOne("DELETE FROM :token WHERE id = @identifier", { identifier: id }),
    readOnlyReason: handle.readOnlyReason,
    close: handle.close,
  };
}
