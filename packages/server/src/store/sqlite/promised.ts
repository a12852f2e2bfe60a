/** A store with synchronous methods, as in SQLite. */
export type Immediate<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Store[Name];
};

/** Makes the methods of a store return promises; exceptions become rejections. */
export function promised<Store extends object>(store: Immediate<Store>): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, async (...args: unknown[]) => method(...args)]),
  ) as Store;
}
