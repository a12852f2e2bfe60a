import { existsSync } from "node:fs";
import type { Command } from "commander";
import { CHAIN_NAMES, isChainName } from "../chain/profiles.ts";
import { readDatabaseUrl } from "./database-url.ts";
import { addConfigFile, addSetting } from "./options.ts";
import { readInteger } from "./values.ts";

export interface DatabaseSettings {
  readonly kind: "database";
  readonly url: string;
  /** Databases of chains that have one of their own, by the name of the chain. */
  readonly chainUrls: ReadonlyMap<string, string>;
  /** Replica to read chains from; undefined: the database itself. */
  readonly readFrom?: string | undefined;
  /** Connections for reading, at most, for each chain. */
  readonly pool: number;
  /** Blocks per new range. */
  readonly rangeBlocks?: number;
}

/** Where a service keeps its data. */
export type StorageSettings = { readonly kind: "folder"; readonly path: string } | DatabaseSettings;

const POOL = 8;

/**
 * Adds `--data` and `--database`, and `--config`, where they may stand as well. Neither has a default, so that nobody
 * uses the wrong data by mistake.
 */
export function addStorage(command: Command): void {
  addSetting(command, "--data <folder>", "data folder; or use --database");
  addSetting(
    command,
    "--database <url>",
    "PostgreSQL database, instead of a data folder",
    (option) => option.argParser((text: string) => readDatabaseUrl("--database", text)),
  );
  addSetting(
    command,
    "--chain-database <chain=url>",
    "PostgreSQL database of one chain; may be repeated",
    (option) => option.argParser(readChainDatabase),
  );
  addSetting(
    command,
    "--read-from <url>",
    "replica of the database to read chains from (default: the database)",
    (option) => option.argParser(readReplica),
  );
  addSetting(command, "--pool <n>", "database connections per chain for reading", (option) =>
    option.argParser(readInteger(1)).default(POOL),
  );
  addSetting(
    command,
    "--range-blocks <n>",
    "blocks per new range in a database (default: 50000)",
    (option) => option.argParser(readInteger(1)),
  );
  addConfigFile(command);
}

/** @throws Error if neither `--data` nor `--database` was given, or both. */
export function storageOf(command: Command): StorageSettings {
  const { data, database, chainDatabase } = command.opts();
  if (data && database) {
    throw new Error("--data and --database are mutually exclusive: pass one of them");
  }
  if (database) {
    return databaseOf(command);
  }
  if (typeof data !== "string" || data === "") {
    throw new Error(
      "--data is required: pass the path of the data folder, or --database with the URL of a database",
    );
  }
  if (chainDatabase !== undefined) {
    throw new Error("--chain-database needs --database");
  }
  return { kind: "folder", path: data };
}

/**
 * Returns where a command finds its data, which must be there already: for commands to which a folder that
 * is created by a mistyped name would look like one without data.
 *
 * @throws Error as `storageOf`, or if the folder does not exist.
 */
export function existingStorageOf(command: Command): StorageSettings {
  const storage = storageOf(command);
  if (storage.kind === "folder" && !existsSync(storage.path)) {
    throw new Error(`--data: folder ${storage.path} does not exist`);
  }
  return storage;
}

/** Returns the settings of a command that uses both. @throws Error if one of them was not given. */
export function storagesOf(command: Command): {
  readonly folder: string;
  readonly database: DatabaseSettings;
} {
  const { data, database } = command.opts();
  if (!data || !database) {
    throw new Error("--data and --database are required: the folder is copied to the database");
  }
  // What was just written is compared, which a replica may not have yet.
  const written = { ...databaseOf(command), readFrom: undefined };
  return { folder: data, database: written };
}

function databaseOf(command: Command): DatabaseSettings {
  const { database, chainDatabase, readFrom, pool, rangeBlocks } = command.opts();
  const chainUrls = chainDatabase ?? new Map();
  return { kind: "database", url: database, chainUrls, readFrom, pool, rangeBlocks };
}

function readReplica(text: string): string {
  if (text.includes(",")) {
    throw new Error("--read-from: expected one URL; of several, pass one to each API process");
  }
  return readDatabaseUrl("--read-from", text);
}

function readChainDatabase(
  text: string,
  earlier: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const at = text.indexOf("=");
  const chain = text.slice(0, at);
  if (!isChainName(chain)) {
    throw new Error(
      `--chain-database: expected <chain>=<url> with one of ${CHAIN_NAMES.join(", ")}`,
    );
  }
  return new Map([...earlier, [chain, readDatabaseUrl("--chain-database", text.slice(at + 1))]]);
}
