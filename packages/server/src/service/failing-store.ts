/**
 * Creates a stand-in for a store that cannot be opened: every method rejects with the reason, so that the
 * other stores can be served.
 */
export function failingStore<Store extends object>(reason: Error): Store {
  const fail = async () => {
    throw reason;
  };
  const close = async () => {};
  return new Proxy({} as Store, {
    // A store is no promise: `await` must not find a `then`.
    get: (_, name) => (name === "then" ? undefined : name === "close" ? close : fail),
  });
}
