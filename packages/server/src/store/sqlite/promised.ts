/** A store whose methods return at once, as those of SQLite do. */
export type Immediate<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : Store[Name];
};

/** The same store with methods that return promises; what they throw rejects the promise. */
export function promised<Store extends object>(store: Immediate<Store>): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, async (...args: unknown[]) => method(...args)]),
  ) as Store;
}
