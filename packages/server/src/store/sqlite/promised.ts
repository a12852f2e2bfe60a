import { inFile, isDamage, isSqliteError } from "./errors.ts";

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
 * @param onDamage Receives each error that shows that the file is damaged.
 */
export function promised<Store extends object>(
  file: string,
  store: Immediate<Store>,
  onDamage: (error: Error) => void = () => {},
): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  const call = (method: (...args: unknown[]) => unknown) => {
    return async (...args: unknown[]) => {
      try {
        return method(...args);
      } catch (error) {
        if (!isSqliteError(error)) {
          throw error;
        }
        const named = inFile(file, error);
        if (isDamage(error)) {
          onDamage(named);
        }
        throw named;
      }
    };
  };
  return Object.fromEntries(methods.map(([name, method]) => [name, call(method)])) as Store;
}
