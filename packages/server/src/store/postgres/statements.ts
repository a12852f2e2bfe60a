import { createHash } from "node:crypto";
import { quoted, type Statement } from "./connection.ts";

/** Creates statements over the tables of one schema. */
export type Sql = (parts: TemplateStringsArray, ...values: readonly string[]) => Statement;

/**
 * Creates a template tag for statements of a schema. `:name` is the table of that name in the schema;
 * interpolated values are SQL.
 *
 * @example
 * const sql = statementsOf("chain_ethereum");
 * const tip = sql`SELECT number, hash FROM :head`;
 */
export function statementsOf(schema: string): Sql {
  return (parts, ...values) => {
    const text = inSchema(String.raw({ raw: parts }, ...values), schema);
    // The name must be unique per text, because a server parses a named statement once.
    return { name: createHash("sha1").update(text).digest("base64url"), text };
  };
}

/**
 * The same for statements that are not prepared: commands, and those that a connection runs rarely.
 *
 * @example
 * const command = commandsOf("chain_ethereum");
 * await db.run(command`DROP TABLE :tx_${first}`);
 */
export function commandsOf(schema: string) {
  return (parts: TemplateStringsArray, ...values: readonly (string | number)[]): Statement => ({
    text: inSchema(String.raw({ raw: parts }, ...values), schema),
  });
}

/** Resolves the tables of an SQL text in a schema. */
export function inSchema(text: string, schema: string): string {
  return text.replaceAll(
    /(?<![:\w]):([a-z_]\w*)/g,
    (_, table) => `${quoted(schema)}.${quoted(table)}`,
  );
}
