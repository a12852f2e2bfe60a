type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/**
 * Creates a store whose methods call those of another one.
 *
 * @param like Store with the same methods.
 * @param choose Returns the store to call.
 */
export function delegate<Store extends object>(
  like: Store,
  choose: (method: string) => Store,
): Store {
  const methods = Object.keys(like).map((name) => [
    name,
    (...args: readonly unknown[]) => (choose(name) as Methods)[name]?.(...args),
  ]);
  return Object.fromEntries(methods) as Store;
}
