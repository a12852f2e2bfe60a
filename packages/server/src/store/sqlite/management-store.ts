import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { ManagementStore, StoredToken } from "../management-store.ts";
import { inTransaction, openDatabase } from "./database.ts";
import { isReadOnly, isUnwritable } from "./errors.ts";
import { STEPS } from "./management-schema.ts";
import type { Immediate } from "./promised.ts";
import { openReadOnly } from "./read-only.ts";
import { untilWritable } from "./until-writable.ts";

/** The caller repeats what fails, because waiting would block its thread. */
export const NO_WAIT_MS = 0;

/**
 * Opens the management store in a separate SQLite file, and creates it if it does not exist. If the
 * folder cannot be written, an existing file is read, and written as soon as it can be. While another
 * process has locked the file, methods fail at once.
 *
 * @param file Path of the file, or `:memory:`.
 * @param now Clock, in Unix seconds.
 * @throws Error if a newer version created the file, or if it is not a database.
 */
export function openManagementStore(
  file: string,
  now: () => number = unixSeconds,
): Immediate<ManagementStore> {
  const open = () => managementStore(openDatabase(file, STEPS, NO_WAIT_MS), now);
  try {
    return open();
  } catch (error) {
    if (!existsSync(file) || !isUnwritable(error)) {
      throw error;
    }
    const { message } = error as Error;
    const readOnly = openReadOnly(file, STEPS, (db) =>
      explained(managementStore(db, now, message), message),
    );
    return untilWritable(readOnly, open);
  }
}

function managementStore(
  db: DatabaseSync,
  now: () => number,
  readOnlyReason?: string,
): Immediate<ManagementStore> {
  const has = db.prepare("SELECT 1 FROM deployment WHERE name = ? AND version = ?");
  const tagsOf = db.prepare(
    `SELECT tag, created_at AS createdAt FROM tag WHERE name = ? AND version = ?
     ORDER BY created_at DESC, tag`,
  );
  const remove = db.prepare("DELETE FROM deployment WHERE name = ? AND version = ?");
  const token = db.prepare(`SELECT ${TOKEN} FROM token WHERE id = ?`);
  const hasDeployment = (name: string, version: string) => has.get(name, version) !== undefined;

  return {
    hasDeployment,
    addDeployment(name, version) {
      const sql = "INSERT INTO deployment VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
      return db.prepare(sql).run(name, version, now()).changes === 1;
    },
    listDeployments() {
      const sql = `SELECT name, version, created_at AS createdAt FROM deployment
                   ORDER BY name, created_at, version`;
      return rows(db.prepare(sql).all());
    },
    removeDeployment(name, version) {
      return inTransaction(db, () => {
        if (tagsOf.get(name, version)) {
          return "tagged";
        }
        return remove.run(name, version).changes === 1 ? "removed" : "unknown";
      });
    },
    setTag(name, version, tag) {
      // A tag that already points there retains its time, so that the call is idempotent.
      const sql = `INSERT INTO tag (name, tag, version, created_at) VALUES (?, ?, ?, ?)
                   ON CONFLICT DO UPDATE SET version = excluded.version,
                     created_at = excluded.created_at WHERE version <> excluded.version`;
      return inTransaction(db, () => {
        if (!hasDeployment(name, version)) {
          return false;
        }
        db.prepare(sql).run(name, tag, version, now());
        return true;
      });
    },
    deleteTag(name, version, tag) {
      const sql = "DELETE FROM tag WHERE name = ? AND version = ? AND tag = ?";
      return db.prepare(sql).run(name, version, tag).changes === 1;
    },
    listTags: (name, version) => rows(tagsOf.all(name, version)),
    addToken({ id, name, scope, hash, expiresAt }) {
      const sql = "INSERT INTO token VALUES (?, ?, ?, ?, ?, ?)";
      db.prepare(sql).run(id, name, scope, hash, now(), expiresAt);
    },
    findToken: (id) => token.get(id) as StoredToken | undefined,
    listTokens: () => rows(db.prepare(`SELECT ${TOKEN} FROM token ORDER BY created_at, id`).all()),
    deleteToken: (id) => db.prepare("DELETE FROM token WHERE id = ?").run(id).changes === 1,
    readOnlyReason: () => readOnlyReason,
    close: () => db.close(),
  };
}

/** Makes writes to a file that is read-only at present fail with the reason, such as a full disk. */
function explained<Store extends object>(store: Store, reason: string): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  const call = (method: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]) => {
      try {
        return method(...args);
      } catch (error) {
        throw isReadOnly(error) ? new Error(reason, { cause: error }) : error;
      }
    };
  };
  return Object.fromEntries(methods.map(([name, method]) => [name, call(method)])) as Store;
}

const TOKEN = "id, name, scope, hash, created_at AS createdAt, expires_at AS expiresAt";

/** Casts rows to a type whose fields match the column names. */
function rows<Row>(found: unknown[]): Row[] {
  return found as Row[];
}

function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
