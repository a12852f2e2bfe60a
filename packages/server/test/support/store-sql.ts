import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect } from "vitest";
import type { StoreLocation } from "../../src/store/open.ts";
import { inSchema } from "../../src/store/postgres/statements.ts";
import { query } from "./postgres/database.ts";

/** Stores as SQL, one of each version that added migrations. Once a version is released, its store never changes. */
const FOLDER = join(import.meta.dirname, "../fixtures/stores");

/** Migrations of the schemas of a database. */
type Schemas = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the stores of all versions, as statements. `CHAINKIT_RECORD=1` writes that of this version if it is missing.
 *
 * @param steps Migrations of this version.
 * @param store A store that this version has written.
 * @param schemas Of its database, if it is one.
 */
export async function storesOfVersions(
  kind: string,
  steps: readonly string[],
  store: StoreLocation,
  schemas: Schemas,
): Promise<string[]> {
  const own = join(FOLDER, `${kind}-${steps.length}.sql`);
  if (process.env.CHAINKIT_RECORD && !existsSync(own)) {
    const saved = store.kind === "sqlite" ? saveFile(store.file) : saveSchemas(store.url, schemas);
    writeFileSync(own, await saved);
  }
  const files = readdirSync(FOLDER).filter((file) => file.startsWith(`${kind}-`));
  expect(files).toHaveLength(steps.length);
  return files.map((file) => readFileSync(join(FOLDER, file), "utf8"));
}

/** Runs statements on the file or database of a store, such as those that create it. */
export async function load(location: StoreLocation, sql: string): Promise<void> {
  if (location.kind === "sqlite") {
    const db = new DatabaseSync(location.file);
    db.exec(sql);
    db.close();
    return;
  }
  await query(location.url, sql);
}

function saveFile(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const schema = (types: string) =>
    column(`SELECT sql FROM sqlite_schema WHERE type IN (${types}) AND sql IS NOT NULL`);
  const rows = column("SELECT name FROM sqlite_schema WHERE type = 'table'").flatMap((table) => {
    const names = column(`SELECT name FROM pragma_table_info('${table}')`);
    const values = names.map((each) => `quote(${each})`).join(" || ', ' || ");
    return column(`SELECT 'INSERT INTO ${table} VALUES (' || ${values} || ')' FROM ${table}`);
  });
  const version = `PRAGMA user_version = ${column("PRAGMA user_version")[0]}`;
  // Triggers last: they would count the rows again.
  const all = [version, ...schema("'table'"), ...rows, ...schema("'index', 'trigger'")];
  db.close();
  return joined(all);
}

/** The steps of this version, the ranges of transactions, and all rows; pg_dump is not in the package for tests. */
async function saveSchemas(url: string, schemas: Schemas): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const column = async (sql: string): Promise<string[]> =>
    (await client.query({ text: sql, rowMode: "array" })).rows.map(([value]) => value);
  const all: string[] = [];
  for (const [schema, steps] of Object.entries(schemas)) {
    all.push(`CREATE SCHEMA ${schema}`, ...steps.map((step) => inSchema(step, schema)));
    all.push(
      `CREATE TABLE ${schema}.migration (step int PRIMARY KEY, sha256 text NOT NULL,
         done_at timestamptz NOT NULL DEFAULT now())`,
      ...(await column(`SELECT format('CREATE TABLE %s PARTITION OF %s %s', c.oid::regclass,
          inhparent::regclass, pg_get_expr(relpartbound, c.oid))
        FROM pg_class c JOIN pg_inherits ON inhrelid = c.oid
        WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r'`)),
      ...(await column(`SELECT replace(pg_get_indexdef(indexrelid), ' INDEX ', ' INDEX IF NOT EXISTS ')
        FROM pg_index JOIN pg_class c ON c.oid = indrelid
        WHERE relispartition AND relnamespace = '${schema}'::regnamespace`)),
    );
    const tables = await column(`SELECT oid::regclass::text FROM pg_class
      WHERE relnamespace = '${schema}'::regnamespace AND relkind = 'r' ORDER BY 1`);
    for (const table of tables.filter((each) => each !== "chainkit.cursor_key")) {
      const values = await column(`SELECT format('quote_nullable(%I::text)', attname)
        FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND attgenerated = '' ORDER BY attnum`);
      all.push(`TRUNCATE ${table} CASCADE`);
      const row = `'INSERT INTO ${table} VALUES (' || concat_ws(', ', ${values}) || ')'`;
      all.push(...(await column(`SELECT ${row} FROM ${table}`)));
    }
  }
  await client.end();
  return joined(all);
}

const joined = (statements: readonly string[]) =>
  statements.map((statement) => `${statement.replace(/;\s*$/, "")};\n`).join("");
