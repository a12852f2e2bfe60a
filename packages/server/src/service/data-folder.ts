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

/** Where everything that outlives a run of the service lies. */
export interface DataFolder {
  readonly path: string;
  /** The file of deployments, tags and tokens. */
  readonly managementFile: string;
  /** The file of one chain. */
  chainFile(chain: string): string;
  /** The chains that have a file. */
  chains(): string[];
  /** Key that cursors are signed with; made when it is first asked for, then the same for ever. */
  cursorSecret(): Uint8Array;
}

/**
 * Opens a data folder, and makes it if it is not there. Only its owner may look into it.
 *
 * @throws Error if the folder cannot be made, or its secret is damaged.
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
    makeSecret(file);
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file);
  if (secret.length !== SECRET_BYTES) {
    throw new Error(`${file} is damaged: delete it; lists that are being paged then start again`);
  }
  return secret;
}

/** Makes it under another name first, so that no other process finds half of it. */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster; its secret counts.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw error;
    }
  } finally {
    unlinkSync(draft);
  }
}
