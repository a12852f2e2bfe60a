import type { CopyColumn, CopyRow } from "./chain-copy.ts";

/** Tables of the management store; a table comes after those that it refers to. */
export const MANAGEMENT = {
  deployment: { name: "utf8", version: "utf8", created_at: "int8" },
  tag: { name: "utf8", tag: "utf8", version: "utf8", created_at: "int8" },
  token: {
    ...{ id: "text", name: "utf8", scope: "text", hash: "bytes" },
    ...{ created_at: "int8", expires_at: "int8" },
  },
  graph_node: {
    ...{ name: "utf8", version: "utf8", deployment_id: "text", remote_name: "text" },
    ...{ node: "text", state: "text", reason: "text", created_at: "int8", holder: "text" },
    ...{ until: "int8" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CopyColumn>>>>;

/** Name of a table of the management store. */
export type ManagementTable = keyof typeof MANAGEMENT;

export const MANAGEMENT_TABLES = Object.keys(MANAGEMENT) as readonly ManagementTable[];

/** All rows of the management store at one time. */
export type ManagementRows = Readonly<Record<ManagementTable, readonly CopyRow[]>>;

/** @throws Error if there are rows. @param place File or database, for the message. */
export function assertEmpty(rows: ManagementRows, place: string): void {
  const table = MANAGEMENT_TABLES.find((name) => rows[name].length > 0);
  if (table) {
    throw new Error(`${place} has rows in ${table} already; a copy needs a place without them`);
  }
}

/** @throws Error if two stores have different rows, in whatever order. */
export function assertSame(expected: ManagementRows, actual: ManagementRows): void {
  const table = MANAGEMENT_TABLES.find((name) => text(expected[name]) !== text(actual[name]));
  if (table) {
    throw new Error(`the copy differs from the original in ${table}`);
  }
}

function text(rows: readonly CopyRow[]): string {
  const shown = (row: CopyRow) =>
    row.map((value) =>
      value instanceof Uint8Array ? [Buffer.from(value).toString("hex")] : value,
    );
  return rows
    .map((row) => JSON.stringify(shown(row)))
    .sort()
    .join("\n");
}
