import { setTimeout as wait } from "node:timers/promises";
import type { Values } from "./steps.ts";

/** Statements of a connection; see `Step`. */
export interface ManagementSql {
  /** Returns the rows, whose type has the columns that the statement names. */
  all<Row>(sql: string, values?: Values): Promise<Row[]>;
  /** Returns the first row. */
  get<Row>(sql: string, values?: Values): Promise<Row | undefined>;
  /** @returns Number of rows that were written. */
  run(sql: string, values: Values): Promise<number>;
}

/** A connection to management data. */
export interface ManagementDb {
  /** Reads; each statement sees what is committed. */
  read<Result>(work: (sql: ManagementSql) => Promise<Result>): Promise<Result>;
  /** Writes in one durable transaction, beside which no other writes. */
  write<Result>(work: (sql: ManagementSql) => Promise<Result>): Promise<Result>;
}

/** A connection that is open. */
export interface Opened<Db> {
  readonly db: Db;
  /** Why it can only be read at present; absent if it can be written. */
  readonly readOnlyReason?: string;
  /** Whether it does not see what others have written since; absent: never. */
  isStale?(): boolean;
  close(): void | Promise<void>;
}

/** How a handle treats failures. */
export interface HandlePolicy {
  /** Called when a later attempt to open has succeeded. Absent: the first attempt must succeed. */
  readonly onOpened?: (() => void) | undefined;
  /** Returns the error that the caller gets. */
  explain?(error: unknown, readOnlyReason?: string): unknown;
  /** Whether an attempt failed because another process has locked the data; absent: never. */
  isBusy?(error: unknown): boolean;
  /** Creates the error for data that stay locked. */
  locked?(cause: unknown): Error;
}

/**
 * Owner of the connection to a store. A connection that is stale, or can only be read, or could not be opened
 * is opened again when it is used.
 */
export interface Handle<Db> {
  /**
   * Runs work on the connection, and again from the beginning while another process has locked the data,
   * which leaves the thread to other work.
   */
  use<Result>(work: (db: Db) => Result | Promise<Result>): Promise<Result>;
  /** Returns why the data can only be read; undefined if they can be written. Rejects if they are closed. */
  readOnlyReason(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Pause between attempts to open what is closed or read-only. */
const RETRY_MS = 1_000;
/** Time for which locked data are waited for, and the pause between the attempts. */
const [PATIENCE_MS, PAUSE_MS] = [5_000, 25];

/**
 * Opens a connection that is opened again when that is necessary; see `Handle`. What is closed or read-only
 * is tried at most once per second, without making the caller wait.
 *
 * @throws Error if it cannot be opened, unless `policy.onOpened` is given.
 */
export async function openHandle<Db>(
  open: () => Opened<Db> | Promise<Opened<Db>>,
  policy: HandlePolicy = {},
): Promise<Handle<Db>> {
  const { explain = (error: unknown) => error, onOpened } = policy;
  let opened: Opened<Db> | undefined;
  let failure: unknown;
  let attempt: Promise<void> | undefined;
  let nextAt = 0;

  const reopen = async () => {
    try {
      const next = await whileBusy(open, policy);
      const former = opened;
      opened = next;
      if (former === undefined && failure !== undefined) {
        onOpened?.();
      }
      await former?.close();
    } catch (error) {
      failure = explain(error);
      throw failure;
    } finally {
      attempt = undefined;
      nextAt = performance.now() + RETRY_MS;
    }
  };
  /** Opens what is stale at once, and in the background what is closed or read-only. */
  const refresh = (): Promise<void> | undefined => {
    if (opened?.isStale?.()) {
      attempt ??= reopen();
      return attempt;
    }
    const isOpen = opened !== undefined && opened.readOnlyReason === undefined;
    if (!isOpen && attempt === undefined && performance.now() >= nextAt) {
      attempt = reopen();
      attempt.catch(() => {});
    }
    return undefined;
  };
  const current = (): Opened<Db> => {
    if (opened === undefined) {
      throw failure;
    }
    return opened;
  };

  attempt = reopen();
  await (onOpened ? attempt.catch(() => {}) : attempt);
  const useOnce = async <Result>(work: (db: Db) => Result | Promise<Result>): Promise<Result> => {
    // Without waiting where nothing has to be waited for: point reads of cached records show it.
    const refreshed = refresh();
    if (refreshed) {
      await refreshed;
    }
    // Read after that, so that work begins before the connection could be replaced.
    const { db, readOnlyReason } = current();
    try {
      const result = work(db);
      return result instanceof Promise ? await result : result;
    } catch (error) {
      throw explain(error, readOnlyReason);
    }
  };
  return {
    use: (work) => (policy.isBusy ? whileBusy(() => useOnce(work), policy) : useOnce(work)),
    async readOnlyReason() {
      await refresh();
      return current().readOnlyReason;
    },
    async close() {
      nextAt = Number.POSITIVE_INFINITY;
      await attempt?.catch(() => {});
      await opened?.close();
    },
  };
}

/** Runs work, and again while another process has locked the data, which leaves the thread to other work. */
export async function whileBusy<Result>(
  work: () => Result | Promise<Result>,
  { isBusy, locked }: HandlePolicy,
): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy?.(error)) {
        throw error;
      }
      if (performance.now() >= end) {
        throw locked?.(error) ?? error;
      }
    }
    await wait(PAUSE_MS);
  }
}
