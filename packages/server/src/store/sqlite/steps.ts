import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Hex } from "../../chain/records.ts";
import { chainQueries } from "../chain-queries.ts";
import { chainSteps } from "../chain-steps.ts";
import type { Dialect, Query, Row, Rows, Step, Value, ValueType } from "../steps.ts";
import { fromWord, readHex, toBytes, toWord } from "./bytes.ts";

export const DIALECT: Dialect = {
  now: "unixepoch()",
  nobody: "zeroblob(20)",
  literal: (hex) => `x'${hex.slice(2)}'`,
  isFalse: (column) => `${column} = 0`,
  hex: readHex,
  integer: fromWord,
  text: (column) => column as string | null,
};
export const STEPS = chainSteps(DIALECT);
export const QUERIES = chainQueries(DIALECT);

/** Runs statements of a connection; see `Step`. */
export interface StepRunner {
  all<Result>(query: Query<Result>): Result;
  /** Runs steps in order. @returns Number of rows that each has written. */
  run(steps: readonly Step[]): number[];
  /** Prepares a statement for single rows that are encoded already. */
  prepare(sql: string, columns: Rows["columns"]): StatementSync;
}

/** Creates the runner of a connection. It prepares each statement once, and runs it once for all rows. */
export function stepRunner(db: DatabaseSync): StepRunner {
  // Rows are few, and there may be no folder for temporary files.
  db.exec("PRAGMA temp_store = MEMORY");
  const prepared = new Map<string, StatementSync>();
  const statementOf = ({ sql, rows }: Pick<Step, "sql" | "rows">): StatementSync => {
    const source = rows ? `${tableOf(rows.columns)} AS u` : "";
    const key = source + sql;
    const known = prepared.get(key) ?? db.prepare(textOf(sql, source));
    prepared.set(key, known);
    return known;
  };
  /** Fills the temporary table of rows with these columns. */
  const fill = ({ columns, values }: Rows) => {
    const table = tableOf(columns);
    const names = Object.keys(columns).join(", ");
    const types = Object.values(columns);
    const encoded = values.map((row) => types.map((type, at) => encode(type, row[at] ?? null)));
    // One transaction, also where there is none around it. One that was rolled back may have created the table.
    db.exec(
      `SAVEPOINT filling; CREATE TEMP TABLE IF NOT EXISTS ${table} (at INTEGER PRIMARY KEY, ${names}); DELETE FROM ${table}`,
    );
    const places = names.replaceAll(/\w+/g, "?");
    const insert = statementOf({ sql: `INSERT INTO ${table} (${names}) VALUES (${places})` });
    for (const row of encoded) {
      insert.run(...row);
    }
    db.exec("RELEASE filling");
  };
  const parametersOf = ({ values = [] }: Step) =>
    values.map(([type, value]) => encode(type, value));
  const isEmpty = ({ rows }: Step) => rows?.values.length === 0;
  return {
    all(query) {
      if (isEmpty(query)) {
        return query.result([]);
      }
      if (query.rows) {
        fill(query.rows);
      }
      return query.result(statementOf(query).all(...parametersOf(query)) as Row[]);
    },
    run(steps) {
      let filled: Rows | undefined;
      return steps.map((step) => {
        if (isEmpty(step)) {
          return 0;
        }
        if (step.rows && step.rows !== filled) {
          filled = step.rows;
          fill(filled);
        }
        return Number(statementOf(step).run(...parametersOf(step)).changes);
      });
    },
    prepare(sql, columns) {
      const row = Object.keys(columns).map((name, at) => `?${at + 1} AS ${name}`);
      return db.prepare(textOf(sql, `(SELECT ${row.join(", ")}) AS u`));
    },
  };
}

/** Name of the temporary table of rows with these columns. */
function tableOf(columns: Rows["columns"]): string {
  return `temp.rows_${Object.keys(columns).join("_")}`;
}

function textOf(sql: string, rows: string): string {
  return withTables(sql.replaceAll(":rows", rows));
}

/** Resolves the tables of an SQL text. */
export function withTables(sql: string): string {
  return sql.replaceAll(/:(?=[a-z])/g, "");
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
