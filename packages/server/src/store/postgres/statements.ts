import { hash } from "node:crypto";
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
    const statement = String.raw({ raw: parts }, ...values);
    const text = inSchema(statement, schema);
    return {
      name: `${labelOf(statement)} ${hash("sha1", text, "base64url")}`,
      text,
    };
  };
}

/**
 * Returns what a statement does, for logs and `pg_prepared_statements`, such as "select head". Its text is hashed
 * besides, because a server parses a named statement once.
 */
function labelOf(statement: string): string {
  const [verb = ""] = /\b(insert|update|delete|select|lock)\b/i.exec(statement) ?? [];
  const [, table = ""] = /(?<![:\w]):([a-z_]\w*)/.exec(statement) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
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
