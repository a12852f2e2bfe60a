/** A row; text and bytes are decoded, names of columns are those of the statement. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A parameter of a statement. */
export type SqlValue = string | number | Uint8Array | null;

/**
 * Statements of a connection, in the part of SQL that both engines have: `:name` is a table, `?1` the first
 * parameter.
 */
export interface Sql {
  /** Returns the rows, whose type has the columns that the statement names. */
  all<Row = SqlRow>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row. */
  get<Row = SqlRow>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** @returns Number of rows that were written. */
  run(sql: string, ...values: readonly SqlValue[]): Promise<number>;
  /** Encodes untrusted text: a name, version or tag. */
  text(text: string): SqlValue;
}

/** A connection to management data. */
export interface ManagementDb {
  /** Reads; each statement sees what is committed. */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Writes in one durable transaction, beside which no other writes. */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}
