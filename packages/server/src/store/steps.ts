import type { Hex } from "../chain/records.ts";

/** Type of a value. `word` is an integer of up to 256 bits, `utf8` untrusted text, which may contain NUL. */
export type ValueType = "bytes" | "word" | "int" | "bool" | "text" | "utf8";

/** A value before an engine encodes it. */
export type Value = Hex | bigint | number | boolean | string | null;

/** Rows that a statement is for, by the types of their columns; their keys are unique. */
export interface Rows {
  readonly columns: Readonly<Record<string, ValueType>>;
  readonly values: readonly (readonly Value[])[];
}

/**
 * A statement in the part of SQL that both engines have: `:name` is a table, `?1` the first value, and `:rows` the
 * rows, as a table `u` that also has their order, `at`. Each statement runs once for all rows.
 */
export interface Step {
  readonly sql: string;
  readonly values?: readonly (readonly [ValueType, Value])[];
  readonly rows?: Rows;
}

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** A statement that reads. */
export interface Query<Result> extends Step {
  readonly result: (rows: readonly Row[]) => Result;
}

/** What differs between the engines within a statement, and in how a column is read. */
export interface Dialect {
  /** The present, in Unix seconds. */
  readonly now: string;
  /** The zero address. */
  readonly nobody: string;
  /** Other bytes. */
  literal(hex: Hex): string;
  /** Condition that an index of false values has. */
  isFalse(column: string): string;
  hex(column: unknown): Hex;
  integer(column: unknown): bigint;
  text(column: unknown): string | null;
}

type Queries = Readonly<Record<string, (...args: never[]) => Query<unknown>>>;

/** Methods that read what queries describe, at once or later. */
export type Reads<All extends Queries, IsLater> = {
  readonly [Name in keyof All]: All[Name] extends (...args: infer Args) => Query<infer Result>
    ? (...args: Args) => IsLater extends true ? Promise<Result> : Result
    : never;
};

/** Makes methods of queries. @param run Runs one of them. */
export function readsOf<All extends Queries, IsLater>(
  queries: All,
  run: (query: Query<unknown>) => unknown,
): Reads<All, IsLater> {
  const methods = Object.entries(queries).map(([name, query]) => [
    name,
    (...args: never[]) => run(query(...args)),
  ]);
  return Object.fromEntries(methods) as Reads<All, IsLater>;
}

/** Whether a row `t` has the pair of a row `u`. */
export const IS_PAIR = "t.owner = u.owner AND t.token = u.token";
/** Columns that name a pair, and an NFT. */
export const PAIR = { owner: "bytes", token: "bytes" } as const;
export const NFT = { collection: "bytes", token_id: "word" } as const;

/** A statement for rows, one per item. */
export function forEach<Item>(
  sql: string,
  columns: Readonly<Record<string, ValueType>>,
  items: readonly Item[],
  valuesOf: (item: Item) => readonly Value[],
): Step {
  return { sql, rows: { columns, values: items.map(valuesOf) } };
}

/** A statement may touch a row only once: of several results for one key, the last one is used. */
export function lastOf<Result>(
  results: readonly Result[],
  key: (result: Result) => string,
): Result[] {
  return [...new Map(results.map((result) => [key(result), result])).values()];
}

/** Returns the SQL of the lower of two values: the engines have other names for it. */
export function least(one: string, other: string): string {
  return `CASE WHEN ${one} < ${other} THEN ${one} ELSE ${other} END`;
}
