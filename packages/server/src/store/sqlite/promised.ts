import { inFile, isSqliteError } from "./database.ts";

/** A store with synchronous methods, as in SQLite. */
export type Immediate<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Store[Name];
};

/**
 * Makes the methods of a store return promises; exceptions become rejections.
 *
 * @param file Named by errors of SQLite, such as that the file is damaged or the disk is full.
 */
export function promised<Store extends object>(file: string, store: Immediate<Store>): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  const call = (method: (...args: unknown[]) => unknown) => {
    return async (...args: unknown[]) => {
      try {
        return method(...args);
      } catch (error) {
        throw isSqliteError(error) ? inFile(file, error) : error;
      }
    };
  };
  return Object.fromEntries(methods.map(([name, method]) => [name, call(method)])) as Store;
}
