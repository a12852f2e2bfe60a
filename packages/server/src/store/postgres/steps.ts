import type { Hex } from "../../chain/records.ts";
import { chainQueries } from "../chain-queries.ts";
import { chainSteps } from "../chain-steps.ts";
import type { Dialect, Query, Rows, Step, Value, ValueType } from "../steps.ts";
import type { Queryable, Statement } from "./connection.ts";
import type { Sql } from "./statements.ts";
import { bytes, integer, integerOf, textOf, utf8, ZERO_BYTES } from "./values.ts";

export const DIALECT: Dialect = {
  now: "extract(epoch FROM statement_timestamp())::bigint",
  nobody: `'${ZERO_BYTES}'`,
  literal: (hex) => `'${bytes(hex)}'`,
  isFalse: (column) => `NOT ${column}`,
  hex: (column) => column as Hex,
  integer: integerOf,
  text: textOf,
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
  all<Result>(db: Queryable, query: Query<Result>): Promise<Result>;
  /** Runs steps in order. @returns Number of rows that each has written. */
  run(db: Queryable, steps: readonly Step[]): Promise<number[]>;
  /** Returns the statement for rows that are encoded already, each column a parameter. */
  statementOf(sql: string, columns: Rows["columns"]): Statement;
}

/** Creates the runner of a schema. */
export function stepRunner(sql: Sql): StepRunner {
  const known = new Map<string, Statement>();
  const statementOf = (text: string, columns: Rows["columns"] = {}): Statement => {
    const key = Object.keys(columns) + text;
    const statement = known.get(key) ?? sql`${statementText(text, columns)}`;
    known.set(key, statement);
    return statement;
  };
  const send = (db: Queryable, { sql: text, values = [], rows }: Step) => {
    const parameters = rows
      ? Object.values(rows.columns).map((type, at) =>
          rows.values.map((row) => encode(type, row[at] ?? null)),
        )
      : values.map(([type, value]) => encode(type, value));
    return db.run(statementOf(text, rows?.columns), ...parameters);
  };
  const isEmpty = ({ rows }: Step) => rows?.values.length === 0;
  return {
    statementOf,
    all: async (db, query) => query.result(isEmpty(query) ? [] : (await send(db, query)).rows),
    async run(db, steps) {
      const counts: number[] = [];
      for (const step of steps) {
        counts.push(isEmpty(step) ? 0 : (await send(db, step)).count);
      }
      return counts;
    },
  };
}

/** The rows of a statement, from parameters; their order only where it is used. */
function statementText(sql: string, columns: Rows["columns"]): string {
  const types = Object.values(columns).map((type, at) => `$${at + 1}::${TYPES[type]}[]`);
  const names = Object.keys(columns).join(", ");
  const hasOrder = sql.includes("u.at");
  const source = hasOrder
    ? `unnest(${types.join(", ")}) WITH ORDINALITY AS u (${names}, at)`
    : `unnest(${types.join(", ")}) AS u (${names})`;
  return sql.replaceAll(":rows", source).replaceAll(/\?(?=\d)/g, "$");
}

function encode(type: ValueType, value: Value): string | number | boolean | null {
  if (value === null) {
    return null;
  }
  switch (type) {
    case "bytes":
      return bytes(value as Hex);
    case "word":
      return integer(value as bigint);
    case "utf8":
      return utf8(value as string);
    default:
      return value as string | number | boolean;
  }
}
