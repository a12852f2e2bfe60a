import type { Handle, ManagementDb, Sql, SqlRow, SqlValue } from "./handle.ts";

/** Rows of management data by kind, as they are written to a document. */
export interface ManagementRows {
  readonly versions: readonly SqlRow[];
  readonly tags: readonly SqlRow[];
  readonly tokens: readonly SqlRow[];
  /** Deployments at graph-node. */
  readonly deployments: readonly SqlRow[];
}

type Kind = keyof ManagementRows;

/** Tables and columns by kind; one comes after those that it refers to. */
const TABLES: Readonly<
  Record<Kind, { readonly table: string; readonly columns: readonly string[] }>
> = {
  versions: { table: ":deployment", columns: ["name", "version", "created_at"] },
  tags: { table: ":tag", columns: ["name", "tag", "version", "created_at"] },
  tokens: {
    table: ":token",
    columns: ["id", "name", "scope", "hash", "created_at", "expires_at"],
  },
  deployments: {
    table: ":graph_node",
    columns: [
      ...["name", "version", "deployment_id", "remote_name", "node", "state", "reason"],
      ...["created_at", "until"],
    ],
  },
};
const KINDS = Object.keys(TABLES) as readonly Kind[];
/** Columns of untrusted text. */
const TEXTS: ReadonlySet<string> = new Set(["name", "version", "tag"]);

/** Reads all management data, beside which none are written if they can be. */
export async function exportRows(handle: Handle<ManagementDb>): Promise<ManagementRows> {
  const isWritable = (await handle.readOnlyReason()) === undefined;
  return handle.use((db) => (isWritable ? db.write(readAll) : db.read(readAll)));
}

/**
 * Writes management data to a place without any, in one transaction that includes the comparison of what was
 * written.
 *
 * @param place Path or host, for messages.
 * @throws Error if there are some, or if what is read differs.
 */
export async function importRows(
  handle: Handle<ManagementDb>,
  rows: ManagementRows,
  place: string,
): Promise<void> {
  await handle.use((db) =>
    db.write(async (sql) => {
      const before = await readAll(sql);
      const known = KINDS.find((kind) => before[kind].length > 0);
      if (known) {
        throw new Error(`${place} has ${known} already; an import needs a place without them`);
      }
      for (const kind of KINDS) {
        await insertAll(sql, kind, rows[kind]);
      }
      const after = await readAll(sql);
      const different = KINDS.find((kind) => textOf(after[kind]) !== textOf(rows[kind]));
      if (different) {
        throw new Error(`what ${place} has stored differs from the original in ${different}`);
      }
    }),
  );
}

async function readAll(sql: Sql): Promise<ManagementRows> {
  const read = async (kind: Kind) => {
    const { table, columns } = TABLES[kind];
    const rows = await sql.all(`SELECT ${columns.join(", ")} FROM ${table}`);
    return rows.map((row) =>
      row.hash instanceof Uint8Array
        ? { ...row, hash: Buffer.from(row.hash).toString("hex") }
        : { ...row },
    );
  };
  return {
    versions: await read("versions"),
    tags: await read("tags"),
    tokens: await read("tokens"),
    deployments: await read("deployments"),
  };
}

async function insertAll(sql: Sql, kind: Kind, rows: readonly SqlRow[]): Promise<void> {
  const { table, columns } = TABLES[kind];
  const marks = columns.map((_, at) => `?${at + 1}`);
  const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks.join(", ")})`;
  for (const row of rows) {
    const values = columns.map((column): SqlValue => {
      const value = row[column] ?? null;
      if (column === "hash") {
        return Buffer.from(String(value), "hex");
      }
      return TEXTS.has(column) ? sql.text(String(value)) : (value as SqlValue);
    });
    await sql.run(insert, ...values);
  }
}

/** Formats rows so that equal ones are equal, in whatever order. */
function textOf(rows: readonly SqlRow[]): string {
  return rows
    .map((row) => JSON.stringify(Object.entries(row).sort()))
    .sort()
    .join("\n");
}
