import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Hex } from "../../chain/records.ts";
import { chainStatements } from "../chain-writing.ts";
import {
  type BulkStep,
  numbered,
  type Query,
  resultOf,
  type Step,
  typeOf,
  type Value,
  type Values,
  type ValueType,
} from "../steps.ts";
import { fromWord, readHex, toBytes, toWord } from "./bytes.ts";

export const CHAIN = chainStatements({
  hasAddressTable: true,
  moveTip: [],
  tip: `(SELECT number, hash, hex(hash) AS state, (SELECT orphaned FROM :head) AS orphaned FROM :block
    ORDER BY number DESC LIMIT 1)`,
  now: "unixepoch()",
  literal: (hex) => `x'${hex.slice(2)}'`,
});

type Row = Readonly<Record<string, unknown>>;

/** Runs statements of a connection; see `Step`. */
export interface StepRunner {
  /** @returns The rows, decoded. */
  rows(step: Step): Row[];
  all<Result>(query: Query<Result>): Result;
  /** Runs steps in order. @returns Number of rows that each has written. */
  run(steps: readonly (Step | BulkStep)[]): number[];
}

interface Prepared {
  readonly statement: StatementSync;
  /** Names of its values. */
  readonly names: readonly string[];
  /** Columns that are stored in another form. */
  readonly encoded: readonly (readonly [name: string, decode: (column: unknown) => unknown])[];
}

/** How columns are read, by their types; others are read as they are stored. */
const DECODERS: Partial<Record<ValueType, (column: unknown) => unknown>> = {
  bytes: readHex,
  word: fromWord,
  bool: Boolean,
};

/** Creates the runner of a connection. It prepares each statement once, and runs it once for all rows. */
export function stepRunner(db: DatabaseSync): StepRunner {
  // Rows are few, and there may be no folder for temporary files.
  db.exec("PRAGMA temp_store = MEMORY");
  const prepared = new Map<string, Prepared>();
  /** Rows of the temporary tables. */
  const filled = new Map<string, Step["rows"]>();
  /** Fills the temporary table of rows with these columns. */
  const fill = (table: string, columns: readonly string[], rows: readonly Values[]) => {
    const values = encodeRows(
      columns,
      rows.map((row) => columns.map((name) => row[name] ?? null)),
    );
    // One transaction, also where there is none around it. One that was rolled back may have created the table.
    db.exec(
      `SAVEPOINT filling; CREATE TEMP TABLE IF NOT EXISTS ${table} (${columns}); DELETE FROM ${table}`,
    );
    runEach(prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?")})`), values);
    db.exec("RELEASE filling");
  };
  const prepare = (sql: string, source = ""): Prepared => {
    const key = source + sql;
    const known = prepared.get(key);
    if (known) {
      return known;
    }
    const { text, names } = numbered(textOf(sql, source), (number) => `?${number}`);
    const statement = db.prepare(text);
    const encoded = statement.columns().flatMap(({ name }) => {
      const decode = DECODERS[typeOf(name)];
      return decode ? [[name, decode] as const] : [];
    });
    const added = { statement, names, encoded };
    prepared.set(key, added);
    return added;
  };
  /** Prepares a step with its rows and values. @returns undefined if it is for no rows. */
  const bind = ({ sql, values = {}, rows }: Step) => {
    if (rows?.length === 0) {
      return undefined;
    }
    const columns = Object.keys(rows?.[0] ?? {});
    const table = rows && `temp.rows_${columns.join("_")}`;
    if (table && rows !== filled.get(table)) {
      fill(table, columns, rows);
      filled.set(table, rows);
    }
    const { names, ...found } = prepare(sql, table && `${table} AS u`);
    return { ...found, values: names.map((name) => encode(values[name] ?? null, isText(name))) };
  };
  const insert = ({ columns, bulk, ...into }: BulkStep): number => {
    const statement =
      "table" in into
        ? prepare(
            `INSERT INTO ${into.table} (${columns}) VALUES (${columns.map(() => "?")}) ${into.onConflict ?? ""}`,
          )
        : prepare(into.sql, `(SELECT ${columns.map((name) => `? AS ${name}`)}) AS u`);
    return runEach(statement, encodeRows(columns, bulk));
  };
  const rows = (step: Step): Row[] => {
    filled.clear();
    const bound = bind(step);
    if (!bound) {
      return [];
    }
    const { statement, values, encoded } = bound;
    const found = statement.all(...values) as Record<string, unknown>[];
    for (const row of found) {
      for (const [name, decode] of encoded) {
        row[name] = row[name] === null ? null : decode(row[name]);
      }
    }
    return found;
  };
  return {
    rows,
    all: (query) => resultOf(query, rows(query)),
    run(steps) {
      // A transaction that was rolled back has emptied the tables.
      filled.clear();
      return steps.map((step) => {
        if ("bulk" in step) {
          return insert(step);
        }
        const bound = bind(step);
        return bound ? Number(bound.statement.run(...bound.values).changes) : 0;
      });
    },
  };
}

/** Runs a statement with the values of each row. @returns Number of rows that were written. */
function runEach({ statement }: Prepared, rows: readonly SQLInputValue[][]): number {
  let written = 0;
  for (const row of rows) {
    written += Number(statement.run(...row).changes);
  }
  return written;
}

function encodeRows(
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): SQLInputValue[][] {
  const areTexts = columns.map(isText);
  return rows.map((row) => row.map((value, at) => encode(value, areTexts[at] === true)));
}

function textOf(sql: string, rows: string): string {
  return sql.replaceAll(":rows", rows).replaceAll(/:(?=[a-z])/g, "");
}

function isText(name: string): boolean {
  return ["utf8", "text"].includes(typeOf(name));
}

function encode(value: Value, isOfText: boolean): SQLInputValue {
  switch (typeof value) {
    case "bigint":
      return toWord(value);
    case "boolean":
      return Number(value);
    case "string":
      return isOfText ? value : toBytes(value as Hex);
    default:
      return value;
  }
}
