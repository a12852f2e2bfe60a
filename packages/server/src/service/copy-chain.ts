import type { PostgresLocation, SqliteLocation } from "../store/open.ts";
import { openChainSource, openManagementSource } from "../store/sqlite/copy-source.ts";
import type { Display } from "./display.ts";
import { lockedUnless, openDataFolder, type Storage, storedKey } from "./storage.ts";

/**
 * Copies a chain from a file that nobody writes to a database. It is there as a whole, or not at all.
 *
 * @throws Error if another process writes the chain, or if the database has blocks of it.
 */
export async function copyChain(
  from: SqliteLocation,
  to: PostgresLocation,
  display: Display,
): Promise<string> {
  const source = await Promise.try(openChainSource, from.file).catch(
    lockedUnless("stop the service, or pass the folder of a backup as --data"),
  );
  try {
    const { blocks } = source;
    if (!blocks) {
      throw new Error(`${from.file} has no blocks to copy: serve or import the chain first`);
    }
    // The database driver is loaded only if it is needed.
    const { copyChainInto } = await import("../store/postgres/copy-target.ts");
    const startedAt = performance.now();
    let copied = 0;
    function* rows(table: string, columns: readonly string[]) {
      for (const row of source.rows(table, columns)) {
        yield row;
        copied += 1;
        display.update(() => `${copied} rows copied, now of ${table}`);
      }
    }
    await copyChainInto(to, { ...source, blocks, rows });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return `blocks ${blocks.oldest} to ${blocks.tip} with ${copied} rows copied in ${seconds} s`;
  } finally {
    display.end();
    source.close();
  }
}

/** Copies subgraph versions, tags, tokens and the key of cursors from a data folder to a database without any. */
export async function copyManagement(
  folder: string,
  { management }: Storage<PostgresLocation>,
): Promise<string> {
  const source = openManagementSource(openDataFolder(folder).management.file);
  try {
    const { copyManagementInto } = await import("../store/postgres/copy-target.ts");
    const counts: Record<string, number> = {};
    function* rows(table: string, columns: readonly string[]) {
      counts[table] = 0;
      for (const row of source.rows(table, columns)) {
        counts[table] += 1;
        yield row;
      }
    }
    await copyManagementInto(management, { rows }, storedKey(folder));
    return `${counts.deployment} versions, ${counts.tag} tags and ${counts.token} tokens copied`;
  } finally {
    source.close();
  }
}
