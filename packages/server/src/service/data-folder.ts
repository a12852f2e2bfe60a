import { createSecretKey, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createFolder } from "@chainkit/openapi/file";
import type { SqliteLocation } from "../store/open.ts";
import type { Storage, StoredCursorKey } from "./storage.ts";

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
    throw new Error(`--data: folder ${path} cannot be created: ${(error as Error).message}`);
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

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EACCES") {
      throw new Error(`--data: folder ${folder} cannot be read: ${message}`, { cause: error });
    }
    const user = process.getuid ? ` by user ${process.getuid()}` : "";
    const advice = "run the command as the user who owns the folder";
    throw new Error(`--data: folder ${folder} cannot be read${user} (${code}); ${advice}`, {
      cause: error,
    });
  }
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
  const secret = readFileSync(file);
  if (secret.length !== SECRET_BYTES) {
    throw new Error(
      `${file} is corrupt: delete it to create a new key; cursors in use become invalid`,
    );
  }
  return secret;
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
