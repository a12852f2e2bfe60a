import type { DatabaseSync, StatementSync } from "node:sqlite";
import { encodeWord } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";
import type { Dialect, Query, Row, Rows, Step, Value, ValueType } from "../steps.ts";
import { fromWord, readHex, toBytes, toWord } from "./bytes.ts";

export const DIALECT: Dialect = {
  now: "unixepoch()",
  nobody: "zeroblob(20)",
  isFalse: (column) => `${column} = 0`,
  hex: readHex,
  integer: fromWord,
  text: (column) => column as string | null,
};

/** Runs statements of a connection; see `Step`. */
export interface StepRunner {
  all<Result>(query: Query<Result>): Result;
  /** @returns Number of rows that were written. */
  run(step: Step): number;
  /** Prepares a statement for single rows that are encoded already. */
  prepare(sql: string, columns: Rows["columns"]): StatementSync;
}

/** Creates the runner of a connection, which prepares each statement once, and runs it once for all rows. */
export function stepRunner(db: DatabaseSync): StepRunner {
  const prepared = new Map<string, StatementSync>();
  const statementOf = ({ sql, rows }: Step): StatementSync => {
    const known = prepared.get(sql) ?? db.prepare(textOf(sql, rows ? listed(rows.columns) : ""));
    prepared.set(sql, known);
    return known;
  };
  const parametersOf = ({ values = [], rows }: Step) =>
    rows ? [jsonOf(rows)] : values.map(([type, value]) => encode(type, value));
  const isEmpty = ({ rows }: Step) => rows?.values.length === 0;
  return {
    all: (query) =>
      query.result(isEmpty(query) ? [] : (statementOf(query).all(...parametersOf(query)) as Row[])),
    run: (step) =>
      isEmpty(step) ? 0 : Number(statementOf(step).run(...parametersOf(step)).changes),
    prepare(sql, columns) {
      const row = Object.keys(columns).map((name, at) => `?${at + 1} AS ${name}`);
      return db.prepare(textOf(sql, `(SELECT ${row.join(", ")}) AS u`));
    },
  };
}

/** The rows of a JSON text as a table. */
function listed(columns: Rows["columns"]): string {
  const read = Object.entries(columns).map(([name, type], at) => {
    const value = `value ->> ${at}`;
    return `${type === "bytes" || type === "word" ? `unhex(${value})` : value} AS ${name}`;
  });
  return `(SELECT ${read.join(", ")}, key AS at FROM json_each(?1)) AS u`;
}

/** The rows as JSON, with bytes as digits. */
function jsonOf({ columns, values }: Rows): string {
  const types = Object.values(columns);
  return JSON.stringify(values.map((row) => row.map((value, at) => digitsOf(types[at], value))));
}

function digitsOf(type: ValueType | undefined, value: Value) {
  if (type === "word") {
    return encodeWord(value as bigint);
  }
  return type === "bytes" ? (value as Hex).slice(2) : value;
}

function textOf(sql: string, rows: string): string {
  return sql.replaceAll(":rows", rows).replaceAll(/:(?=[a-z])/g, "");
}

function encode(type: ValueType, value: Value): string | number | Uint8Array | null {
  if (value === null) {
    return null;
  }
  switch (type) {
    case "bytes":
      return toBytes(value as Hex);
    case "word":
      return toWord(value as bigint);
    case "bool":
      return Number(value);
    default:
      return value as string | number;
  }
}
