import type { StorageSettings } from "../config/storage.ts";
import type { PostgresLocation } from "../store/open.ts";
import { openDataFolder } from "./data-folder.ts";
import type { Deployment } from "./deployment.ts";

const CHAIN_SCHEMA_PREFIX = "chain_";

/**
 * Opens the persistent data of a service.
 *
 * @throws Error if a data folder cannot be created; a database is reached when it is first used.
 */
export function openDeployment(storage: StorageSettings): Deployment {
  return storage.kind === "folder" ? openDataFolder(storage.path) : openDatabase(storage);
}

/** The driver of a database is loaded only where there is one. */
const database = () => import("../store/postgres/deployment.ts");

type DatabaseSettings = Extract<StorageSettings, { readonly kind: "database" }>;

/** Data in PostgreSQL: what is managed in one database, each chain there or in one of its own. */
function openDatabase({
  url,
  chainUrls,
  replicas,
  pool,
}: DatabaseSettings): Deployment<PostgresLocation> {
  const at = (chain: string): PostgresLocation => ({
    kind: "postgres",
    url: chainUrls.get(chain) ?? url,
    schema: CHAIN_SCHEMA_PREFIX + chain,
    pool,
    // They are copies of the one database; a chain with its own is read there.
    replicas: chainUrls.has(chain) ? [] : replicas,
  });
  const { host, pathname } = new URL(url);
  return {
    place: host + pathname,
    async chains() {
      const urls = [...new Set([url, ...chainUrls.values()])];
      const { storedChains } = await database();
      const stored = await Promise.all(urls.map((each) => storedChains(each, CHAIN_SCHEMA_PREFIX)));
      return [...new Set(stored.flat())].sort();
    },
    chain: at,
    management: { ...at(""), url },
    cursorSecret: async () => (await database()).sharedSecret(url, "cursor"),
  };
}
