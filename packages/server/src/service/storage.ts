import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createFolder } from "@chainkit/openapi/file";
import type { DatabaseSettings, StorageSettings } from "../config/storage.ts";
import { StoreLockedError } from "../store/engine.ts";
import type { PostgresLocation, SqliteLocation, StoreLocation } from "../store/open.ts";

export interface StoredCursorKey {
  readonly key: KeyObject;
  /** Reason why the key is not stored, so that cursors are valid until the next restart only. */
  readonly trouble?: string;
}

interface MigratedSchema {
  readonly schema: string;
  readonly applied: number;
}

/** The persistent data of a service: a data folder or a database. */
export interface Storage<Location extends StoreLocation = StoreLocation> {
  /** Path or host, for messages. */
  readonly place: string;
  /** Chains that have data. */
  chains(): Promise<readonly string[]>;
  chain(name: string): Location;
  /** Store of subgraph versions, tags and tokens. */
  readonly management: Location;
  /** Returns the key of cursors, which is created on first use. */
  cursorKey(): Promise<StoredCursorKey>;
  /**
   * Brings all schemas up to date. Absent: files are migrated when they are opened.
   *
   * @param newChains Chains whose schemas are created, if they do not exist.
   */
  migrate?(newChains: readonly string[]): Promise<readonly MigratedSchema[]>;
}

/** Creates a handler of errors that says what to do if another process writes the data. */
export function lockedUnless(fix: string): (error: unknown) => never {
  return (error) => {
    const isLocked = error instanceof StoreLockedError;
    throw isLocked ? new Error(`${error.message}: ${fix}`, { cause: error }) : error;
  };
}

const CHAIN_SCHEMA_PREFIX = "chain_";

/** @throws Error if a data folder cannot be created. A database is connected to on first use. */
export function openStorage(storage: StorageSettings): Storage {
  return storage.kind === "folder" ? openDataFolder(storage.path) : openDatabase(storage);
}

/** Loads the database driver only if it is needed. */
const database = () => import("../store/postgres/storage.ts");

/** Data in PostgreSQL: management data in one database, each chain in the same or in a separate one. */
export function openDatabase({
  url,
  chainUrls,
  readFrom,
  pool,
  rangeBlocks,
}: DatabaseSettings): Storage<PostgresLocation> {
  const at = (chain: string): PostgresLocation => ({
    kind: "postgres",
    url: chainUrls.get(chain) ?? url,
    schema: CHAIN_SCHEMA_PREFIX + chain,
    pool,
    ...(rangeBlocks !== undefined && { blocksPerRange: rangeBlocks }),
    // The replica is one of the main database; a chain with a separate database is read from that.
    readFrom: chainUrls.has(chain) ? undefined : readFrom,
  });
  const copiesOf = (server: string) =>
    server === url && readFrom !== undefined ? [url, readFrom] : [server];
  /** Not those that another service has there, nor those that were moved to another database. */
  const storedIn = async (server: string) => {
    const stored = await (await database()).storedChains(copiesOf(server), CHAIN_SCHEMA_PREFIX);
    return stored.filter((chain) => at(chain).url === server);
  };
  const urls = [...new Set([url, ...chainUrls.values()])];
  const { host, pathname } = new URL(url);
  return {
    place: host + pathname,
    async chains() {
      const stored = await Promise.all(urls.map(storedIn));
      return stored.flat().sort();
    },
    chain: at,
    management: { ...at(""), url },
    cursorKey: async () => ({ key: await (await database()).createdKey(copiesOf(url)) }),
    async migrate(newChains) {
      const { migrateSchemas } = await database();
      const migrated: MigratedSchema[] = [];
      for (const server of urls) {
        const own = newChains.filter((chain) => at(chain).url === server);
        const chains = new Set([...(await storedIn(server)), ...own]);
        const schemas = [...chains].map((chain) => at(chain).schema);
        migrated.push(...(await migrateSchemas(server, schemas)));
      }
      return migrated;
    },
  };
}

const SECRET_BYTES = 32;
const CHAIN_SUFFIX = ".chain.sqlite";
const KEY_FILE = "cursor.key";

/**
 * Opens a data folder, and creates it if it does not exist, readable by its owner only. Each chain is
 * a SQLite file in it.
 *
 * @throws Error if it is not a folder, or cannot be created.
 */
export function openDataFolder(path: string): Storage<SqliteLocation> {
  try {
    createFolder(path, 0o700);
  } catch (error) {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    const fix = code === "EACCES" && syscall === "mkdir" ? creationAdvice(path) : "";
    throw new Error(`--data: folder ${path} cannot be created: ${message}${fix}`, { cause: error });
  }
  const inFile = (name: string): SqliteLocation => ({ kind: "sqlite", file: join(path, name) });
  return {
    place: path,
    chains: async () =>
      filesOf(path)
        .filter((file) => file.endsWith(CHAIN_SUFFIX))
        .map((file) => file.slice(0, -CHAIN_SUFFIX.length)),
    chain: (name) => inFile(`${name}${CHAIN_SUFFIX}`),
    management: inFile("management.sqlite"),
    cursorKey: async () => openSecret(join(path, KEY_FILE)),
  };
}

/** Says how root creates a data folder where this user may not. */
export function creationAdvice(path: string): string {
  const user = process.getuid?.();
  return user === undefined
    ? ""
    : `; create it as root: install -d -m 700 -o ${user} '${resolve(path)}'`;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw unreadable("folder", folder, error);
  }
}

function unreadable(kind: "file" | "folder", path: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "EACCES") {
    return new Error(`--data: ${kind} ${path} cannot be read: ${message}`, { cause: error });
  }
  const user = process.getuid ? ` by user ${process.getuid()}` : "";
  const owner = kind === "file" ? "it, or change its permissions" : "the folder";
  const fix = `run the command as the user who owns ${owner}`;
  return new Error(`--data: ${kind} ${path} cannot be read${user} (${code}); ${fix}`, {
    cause: error,
  });
}

/** Returns the key of cursors of a data folder; undefined if there is none yet. */
export function storedKey(path: string): Uint8Array | undefined {
  const file = join(path, KEY_FILE);
  return existsSync(file) ? readSecret(file) : undefined;
}

function openSecret(file: string): StoredCursorKey {
  try {
    if (!existsSync(file)) {
      createSecret(file);
    }
  } catch (error) {
    // A folder that cannot be written is served as it is.
    const trouble = `${file}: ${(error as Error).message}`;
    return { key: createSecretKey(randomBytes(SECRET_BYTES)), trouble };
  }
  return { key: createSecretKey(readSecret(file)) };
}

function readSecret(file: string): Uint8Array {
  try {
    chmodSync(file, 0o600);
  } catch {
    // A read-only folder is served as it is.
  }
  const secret = contentOf(file);
  if (secret.length !== SECRET_BYTES) {
    throw new Error(
      `${file} is corrupt: delete it to create a new key; cursors in use become invalid`,
    );
  }
  return secret;
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable("file", file, error);
  }
}

/** Writes to a temporary name first, so that no other process reads a partial file. */
function createSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    // Another process has created the key first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
