import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const SECRET_BYTES = 32;
const CHAIN_SUFFIX = ".chain.sqlite";

/** The folder with all persistent data of the service. */
export interface DataFolder {
  readonly path: string;
  /** Database of deployments, tags and tokens. */
  readonly managementFile: string;
  /** Database of one chain. */
  chainFile(chain: string): string;
  /** Chains that have a database. */
  chains(): string[];
  /** Signing key of cursors; created on first use, then permanent. */
  cursorSecret(): Uint8Array;
}

/**
 * Opens a data folder, and creates it if it does not exist, readable by its owner only.
 *
 * @throws Error if the folder cannot be created, or its key is corrupt.
 */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    managementFile: join(path, "management.sqlite"),
    chainFile: (chain) => join(path, `${chain}${CHAIN_SUFFIX}`),
    chains: () =>
      readdirSync(path)
        .filter((file) => file.endsWith(CHAIN_SUFFIX))
        .map((file) => file.slice(0, -CHAIN_SUFFIX.length)),
    cursorSecret: () => readSecret(join(path, "cursor.key")),
  };
}

function readSecret(file: string): Uint8Array {
  if (!existsSync(file)) {
    createSecret(file);
  }
  chmodSync(file, 0o600);
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
  writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster; use its key.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  } finally {
    unlinkSync(draft);
  }
}
