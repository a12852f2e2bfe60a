import { createHash } from "node:crypto";
import { quoted, type Statement } from "./connection.ts";

/** Makes statements over the tables of one schema. */
export type Sql = (parts: TemplateStringsArray, ...values: readonly string[]) => Statement;

/**
 * Statements of a schema. In a text, `:name` is the table of that name in the schema; other values are
 * SQL as they are.
 *
 * @example
 * const sql = statementsOf("chain_ethereum");
 * const tip = sql`SELECT number, hash FROM :head`;
 */
export function statementsOf(schema: string): Sql {
  return (parts, ...values) => {
    const text = inSchema(String.raw({ raw: parts }, ...values), schema);
    // The name must differ where the text does: a server parses the text of a name once.
    return { name: createHash("sha1").update(text).digest("base64url"), text };
  };
}

/** A text of SQL with its tables in a schema. */
export function inSchema(text: string, schema: string): string {
  return text.replaceAll(
    /(?<![:\w]):([a-z_]\w*)/g,
    (_, table) => `${quoted(schema)}.${quoted(table)}`,
  );
}
