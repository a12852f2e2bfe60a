import { InvalidValueError, isEncodingError, StoreUnavailableError } from "../engine.ts";
import { type HandlePolicy, type Opened, openHandle } from "../handle.ts";
import { inFile, isSqliteError, tells } from "./errors.ts";

/** Methods of a store on one connection, which may return at once. */
export type Methods<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends
    | ((...args: infer Args) => Promise<infer Result>)
    | undefined
    ? (...args: Args) => Result | Promise<Result>
    : Store[Name];
};

interface OpenOptions {
  /** Has each call wait for those before; default: none waits. */
  inTurn?<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Receives each error that shows that the file is damaged. */
  onDamage?(error: Error): void;
}

/**
 * Opens a store in a file, whose methods run on the connection that is open at the time. Errors of SQLite name
 * the file.
 *
 * @param open Opens the file, and prepares the statements.
 */
export async function openStore<Store extends { close(): Promise<void> }>(
  file: string,
  open: () => Opened<Methods<Omit<Store, "close">>>,
  { inTurn = (call) => call(), onDamage }: OpenOptions = {},
): Promise<Store> {
  let names: readonly string[] = [];
  const openAndName = () => {
    const opened = open();
    names = Object.keys(opened.db);
    return opened;
  };
  const handle = await openHandle(openAndName, {
    explain(error) {
      const named = nameFile(file, error);
      if (isEncodingError(error) || tells(error, "values")) {
        return new InvalidValueError(named);
      }
      if (tells(error, "damaged")) {
        onDamage?.(named as Error);
      }
      return named;
    },
  });
  const call =
    (name: string) =>
    (...args: readonly unknown[]) =>
      inTurn(() => handle.use((db) => (db as AnyMethods)[name]?.(...args)));
  const methods = Object.fromEntries(names.map((name) => [name, call(name)]));
  return { ...methods, close: () => inTurn(handle.close) } as unknown as Store;
}

type AnyMethods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Policy for a file that several processes write. */
export function sharedFile(file: string, onOpened?: HandlePolicy["onOpened"]): HandlePolicy {
  return {
    onOpened,
    // The reason, such as a full disk, rather than that the database is read-only.
    explain: (error, readOnlyReason) =>
      readOnlyReason !== undefined && tells(error, "unwritable")
        ? new Error(readOnlyReason, { cause: error })
        : nameFile(file, error),
    isBusy: (error) => tells(error, "busy"),
    locked: (cause) => new StoreUnavailableError(cause, `${file} is locked by another process`),
  };
}

function nameFile(file: string, error: unknown): unknown {
  return isSqliteError(error) ? inFile(file, error) : error;
}
