import type { DatabaseSettings, StorageSettings } from "../config/storage.ts";
import type { PostgresLocation } from "../store/open.ts";
import { openDataFolder } from "./data-folder.ts";
import type { MigratedSchema, Storage } from "./storage.ts";

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
