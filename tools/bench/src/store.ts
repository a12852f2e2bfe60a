import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startPostgres } from "../../../packages/server/test/support/postgres/server.ts";
import { sum } from "./figures.ts";

/** Where an indexer keeps the chain. */
export interface Store {
  /** Folder, or URL of a PostgreSQL database. */
  readonly place: string;
  /** Ids of the processes of the database. */
  readonly pids: readonly number[];
  /** Bytes of the database, without its log. */
  size(): Promise<number>;
  stop(): Promise<void>;
}

export type Engine = "SQLite" | "PostgreSQL" | "PGlite";

/** Opens an empty store. @param folder An empty folder, which servers do not use. */
export async function openStore(engine: Engine, folder: string): Promise<Store> {
  if (engine === "PostgreSQL") {
    // Writes durably, as the others do.
    const server = await startPostgres({ fsync: "on", max_wal_size: "4GB" });
    const [pid] = (await readFile(join(server.folder, "postmaster.pid"), "utf8")).split("\n");
    const size = () => largestDatabase(server.folder);
    return { place: server.url, pids: [Number(pid)], size, stop: server.stop };
  }
  const size = () => (engine === "PGlite" ? largestDatabase(folder) : folderBytes(folder));
  return { place: folder, pids: [], size, stop: async () => {} };
}

/** Returns the bytes of the largest database of PostgreSQL: its others are empty. */
async function largestDatabase(folder: string): Promise<number> {
  const base = join(folder, "base");
  const sizes = (await readdir(base)).map((name) => folderBytes(join(base, name)));
  return Math.max(...(await Promise.all(sizes)));
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  // A temporary file may be gone.
  const files = names.map((name) => lstat(join(folder, name)).catch(() => undefined));
  return sum((await Promise.all(files)).map((file) => (file?.isFile() ? file.size : 0)));
}
