import type { Hex } from "../../chain/records.ts";
import { chainQueries } from "../chain-queries.ts";
import { chainSteps } from "../chain-steps.ts";
import {
  type Dialect,
  numbered,
  type Query,
  resultOf,
  type Step,
  typeOf,
  type Value,
  type ValueType,
} from "../steps.ts";
import type { Queryable, Rows, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes, integer, integerOf, textOf, utf8 } from "./values.ts";

const DIALECT: Dialect = {
  tip: "(SELECT number, hash, hash::text || generation AS state, orphaned FROM :head)",
  now: "extract(epoch FROM statement_timestamp())::bigint",
  literal: (hex) => `'${bytes(hex)}'`,
};
export const STEPS = chainSteps(DIALECT);
export const QUERIES = chainQueries(DIALECT);

const TYPES: Readonly<Record<ValueType, string>> = {
  bytes: "bytea",
  word: "bytea",
  int: "bigint",
  bool: "bool",
  text: "text",
  utf8: "bytea",
};

/** Runs statements of a schema; see `Step`. */
export interface StepRunner {
  /** @returns The rows, decoded, and the number of rows written. */
  send(db: Queryable, step: Step): Promise<Rows>;
  all<Result>(db: Queryable, query: Query<Result>): Promise<Result>;
  /** Runs steps in order. @returns Number of rows that each has written. */
  run(db: Queryable, steps: readonly Step[]): Promise<number[]>;
  /** Returns the statement for rows that are encoded already, each column a parameter. */
  statementOf(sql: string, columns: readonly string[]): Statement;
}

/** Creates the runner of a schema. */
export function stepRunner(sql: Sql): StepRunner {
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
  const send = async (db: Queryable, { sql: text, values = {}, rows }: Step): Promise<Rows> => {
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
  return {
    send,
    all: async (db, query) => resultOf(query, (await send(db, query)).rows),
    async run(db, steps) {
      const counts: number[] = [];
      for (const step of steps) {
        counts.push((await send(db, step)).count);
      }
      return counts;
    },
    statementOf: (text, columns) => prepare(text, columns).statement,
  };
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
