import type { Hex } from "../chain/records.ts";

/** Names of columns and values by their type, which is the same in all tables and statements. */
const NAMES = {
  bytes:
    "address collection contract created hash input orphaned owner recipient sender token wallet",
  /** Integers of up to 256 bits. */
  word: "first first_id last last_id raw token_id tokenId",
  bool: "aside asked is_collection is_doubtful is_due is_erc20 is_erc721 isAside isCollection isLost isMore isPending",
  /** Untrusted text, which may contain NUL. */
  utf8: "collectionName name reason symbol tag target uri version",
  text: "body deploymentId fault holder identifier metadata node numbers remoteName scope state",
} as const;

/** Integers have the other names. */
export type ValueType = keyof typeof NAMES | "int";

const TYPES: ReadonlyMap<string, ValueType> = new Map(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, type as ValueType] as const),
  ),
);

/** Returns the type of a column or a value. */
export function typeOf(name: string): ValueType {
  return TYPES.get(name) ?? "int";
}

/** A value before an engine encodes it. */
export type Value = Hex | bigint | number | boolean | string | null;

/** Values by their names. */
export type Values = Readonly<Record<string, Value>>;

/**
 * A statement in the part of SQL that both engines have: `:name` is a table, `@name` a value, and `:rows` the rows, as a
 * table `u`. Each statement runs once for all rows, and not at all if there are none.
 */
export interface Step {
  readonly sql: string;
  readonly values?: Values;
  /** Rows with the same columns; their keys are unique. */
  readonly rows?: readonly Values[];
}

/** Many rows, for which each engine has a faster way than for those of a step. */
export type BulkStep = {
  readonly columns: readonly string[];
  /** In the order of the columns. */
  readonly bulk: readonly (readonly Value[])[];
} & (
  | { /** What they are added to. */ readonly table: string; readonly onConflict?: string }
  | { /** May run once for each of the `:rows`. */ readonly sql: string }
);

/** A statement that reads. */
export interface Query<Result> extends Step {
  /** @param rows Decoded. */
  readonly result: (rows: readonly never[]) => Result;
}

/** Returns what a query makes of its rows: no type can tell that they have what its statement selects. */
export function resultOf<Result>(query: Query<Result>, rows: readonly unknown[]): Result {
  return query.result(rows as readonly never[]);
}

/** Reads rows whose columns have the names of the fields of a record. */
export function listOf<Found>(step: Step): Query<readonly Found[]> {
  return { ...step, result: (rows) => rows };
}

/** Reads the first one of such rows. */
export function firstOf<Found>(step: Step): Query<Found | undefined> {
  return { ...step, result: ([row]: readonly Found[]) => row };
}

/** Reads the only one. */
export function onlyOf<Found>(step: Step): Query<Found> {
  return { ...step, result: (rows: readonly Found[]) => rows[0] as Found };
}

/** Reads one column of rows. */
export function columnOf<Found>(name: string, step: Step): Query<readonly Found[]> {
  return { ...step, result: (rows: readonly Values[]) => rows.map((row) => row[name] as Found) };
}

/** Reads one column of the first row, of which null is read as undefined. */
export function cellOf<Found>(name: string, step: Step): Query<Found | undefined> {
  return { ...step, result: ([row]: readonly Values[]) => (row?.[name] ?? undefined) as Found };
}

/** What differs between the engines within a statement. */
export interface Dialect {
  /** Whether addresses find transactions by a table of their own, rather than by their columns. */
  readonly hasAddressTable: boolean;
  /** Writes the tip where the engine keeps it beside the blocks. */
  readonly moveTip: readonly Step[];
  /** The tip as a table with one row, or none; its `state` differs whenever the blocks do that are below. */
  readonly tip: string;
  /** The present, in Unix seconds. */
  readonly now: string;
  literal(hex: Hex): string;
}

/**
 * Numbers the values that a statement names.
 *
 * @param place Returns how the engine writes the place of a value, of which the first has the number 1.
 * @returns The text, and the names in order.
 */
export function numbered(sql: string, place: (number: number, name: string) => string) {
  const names: string[] = [];
  const text = sql.replaceAll(/@([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) {
      names.push(name);
    }
    return place(names.indexOf(name) + 1, name);
  });
  return { text, names };
}

type Makers<Made> = Readonly<Record<string, (...args: never[]) => Made>>;

/** What methods of a store do, by their names. */
export type Described<Store, Kind extends "read" | "change"> = {
  readonly [Name in keyof Store]?: Store[Name] extends (
    ...args: infer Args
  ) => Promise<infer Result>
    ? (...args: Args) => Kind extends "read" ? Query<Result> : Step[]
    : never;
};

/** Makes methods of queries. @param run Runs one of them; an engine may return its result at once. */
export function readsOf<All extends Makers<Query<unknown>>>(
  queries: All,
  run: (query: Query<unknown>) => unknown,
) {
  return methodsOf(queries, run) as {
    readonly [Name in keyof All]: All[Name] extends (...args: infer Args) => Query<infer Result>
      ? (...args: Args) => Promise<Result>
      : never;
  };
}

/** Makes methods of changes. @param run Runs the steps of one, in one transaction. */
export function changesOf<All extends Makers<readonly Step[]>, Result>(
  changes: All,
  run: (steps: readonly Step[]) => Result,
) {
  return methodsOf(changes, run) as {
    readonly [Name in keyof All]: (...args: Parameters<All[Name]>) => Result;
  };
}

function methodsOf<Made>(makers: Makers<Made>, run: (made: Made) => unknown) {
  const methods = Object.entries(makers).map(([name, make]) => [
    name,
    (...args: never[]) => run(make(...args)),
  ]);
  return Object.fromEntries(methods);
}

/** Whether a row `t` has the pair of a row `u`. */
export const IS_PAIR = "t.owner = u.owner AND t.token = u.token";

/** Returns the SQL of the lower of two values: the engines have other names for it. */
export function least(one: string, other: string): string {
  return `CASE WHEN ${one} < ${other} THEN ${one} ELSE ${other} END`;
}
