const ABSENT: ReadonlySet<string | symbol> = new Set(["then", "revision", "damage"]);

/**
 * Creates a placeholder for a store that cannot be opened: every method rejects with the reason, and the
 * other stores are served.
 */
export function failingStore<Store extends object>(reason: Error): Store {
  const fail = async () => {
    throw reason;
  };
  const close = async () => {};
  return new Proxy({} as Store, {
    // Without `then`, `await` does not treat the store as a promise; the others are optional.
    get: (_, name) => (ABSENT.has(name) ? undefined : name === "close" ? close : fail),
  });
}
