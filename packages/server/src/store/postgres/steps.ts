import type { Hex } from "../../chain/records.ts";
import { type Connection, chainStatements } from "../chain-writing.ts";
import {
  type BulkStep,
  numbered,
  type Query,
  resultOf,
  type Step,
  typeOf,
  type Value,
  type ValueType,
} from "../steps.ts";
import type { Queryable, Rows, Statement, Transaction } from "./connection.ts";
import { inSchema, statementsOf } from "./statements.ts";
import { bytes, integer, integerOf, textOf, utf8 } from "./values.ts";

export const CHAIN = chainStatements({
  hasAddressTable: false,
  moveTip: [
    {
      sql: `UPDATE :head SET generation = generation + 1, (number, hash) = (
        SELECT number, hash FROM :block ORDER BY number DESC LIMIT 1)`,
    },
  ],
  tip: "(SELECT number, hash, hash::text || generation AS state, orphaned FROM :head)",
  now: "extract(epoch FROM statement_timestamp())::bigint",
  literal: (hex) => `'${bytes(hex)}'`,
});

const TYPES: Readonly<Record<ValueType, string>> = {
  bytes: "bytea",
  word: "bytea",
  int: "bigint",
  bool: "bool",
  text: "text",
  utf8: "bytea",
};

/** Runs statements over a connection; see `Step`. */
export interface StepRunner {
  /** @returns The rows, decoded, and the number of rows written. */
  send(step: Step): Promise<Rows>;
  all<Result>(query: Query<Result>): Promise<Result>;
}

/** Creates runners of the statements of a schema. */
export function stepRunners(schema: string) {
  const sql = statementsOf(schema);
  const known = new Map<string, { readonly statement: Statement; readonly names: string[] }>();
  const prepare = (text: string, columns: readonly string[]) => {
    const key = columns + text;
    let found = known.get(key);
    if (!found) {
      const { text: numberedText, names } = numbered(withRows(text, columns), place);
      found = { statement: sql`${numberedText}`, names };
      known.set(key, found);
    }
    return found;
  };
  const on = (db: Queryable): StepRunner => {
    const send = async ({ sql: text, values = {}, rows }: Step): Promise<Rows> => {
      if (rows?.length === 0) {
        return { rows: [], count: 0 };
      }
      const columns = Object.keys(rows?.[0] ?? {});
      const { statement, names } = prepare(text, columns);
      const parameters = rows
        ? columns.map((name) => rows.map((row) => encode(name, row[name] ?? null)))
        : names.map((name) => encode(name, values[name] ?? null));
      const result = await db.run(statement, ...parameters);
      decode(result.rows as Record<string, unknown>[]);
      return result;
    };
    return { send, all: async (query) => resultOf(query, (await send(query)).rows) };
  };
  /** The same in a transaction. */
  const within = (db: Transaction): Connection => {
    const { send, all } = on(db);
    const insert = async ({ columns, bulk, ...into }: BulkStep) => {
      if (bulk.length === 0) {
        return 0;
      }
      if ("table" in into && into.onConflict === undefined) {
        const rows = bulk.map((row) => columns.map((name, at) => encode(name, row[at] ?? null)));
        await db.copy(inSchema(`:${into.table} (${columns})`, schema), rows);
        return bulk.length;
      }
      const text =
        "sql" in into
          ? into.sql
          : // In order, as the writers of pending pairs would wait for each other otherwise.
            `INSERT INTO :${into.table} (${columns}) SELECT * FROM :rows ORDER BY 1, 2 ${into.onConflict}`;
      const parameters = columns.map((name, at) =>
        bulk.map((row) => encode(name, row[at] ?? null)),
      );
      return (await db.run(prepare(text, columns).statement, ...parameters)).count;
    };
    return {
      all,
      async run(steps) {
        const counts: number[] = [];
        for (const step of steps) {
          counts.push("bulk" in step ? await insert(step) : (await send(step)).count);
        }
        return counts;
      },
    };
  };
  return { on, within };
}

/** How columns are read, by their types; others are read as the driver returns them. */
const DECODERS: Partial<Record<ValueType, (column: unknown) => unknown>> = {
  word: integerOf,
  utf8: textOf,
  bool: Boolean,
};

/** Decodes the columns of rows, in place. */
function decode(rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    for (const name in row) {
      const read = DECODERS[typeOf(name)];
      if (read && row[name] !== null) {
        row[name] = read(row[name]);
      }
    }
  }
}

/** The rows of a statement, from parameters. */
function withRows(sql: string, columns: readonly string[]): string {
  const types = columns.map((name, at) => `$${at + 1}::${TYPES[typeOf(name)]}[]`);
  return sql.replaceAll(":rows", `unnest(${types.join(", ")}) AS u (${columns.join(", ")})`);
}

/** Place of a value in a text. Bytes have a type, because not each place tells theirs. */
export function place(number: number, name: string): string {
  return ["bytes", "utf8"].includes(typeOf(name)) ? `$${number}::bytea` : `$${number}`;
}

export function encode(name: string, value: Value): unknown {
  switch (typeof value) {
    case "bigint":
      return integer(value);
    case "string": {
      const type = typeOf(name);
      if (type === "text") {
        return value;
      }
      return type === "utf8" ? utf8(value) : bytes(value as Hex);
    }
    default:
      return value;
  }
}
