/** Milliseconds between attempts to open a store. */
const RETRY_MS = 1_000;

/**
 * Opens a store. If that fails, its methods reject with the reason until the store can be opened, which is
 * tried again when it is used, at most once per second, without making the caller wait.
 *
 * @param onOpened Called if a later attempt succeeds.
 */
export async function openRepeatedly<Store extends { close(): Promise<void> }>(
  open: () => Promise<Store>,
  onOpened: () => void = () => {},
  retryMs: number = RETRY_MS,
): Promise<Store> {
  let opened: Store | undefined;
  let reason: unknown;
  let attempt: Promise<void> | undefined;
  let nextAt = 0;
  const tryToOpen = async () => {
    try {
      opened = await open();
    } catch (error) {
      reason = error;
    }
    nextAt = performance.now() + retryMs;
    attempt = undefined;
  };
  await tryToOpen();
  if (opened) {
    return opened;
  }
  const current = () => {
    if (opened) {
      return opened;
    }
    if (performance.now() >= nextAt) {
      attempt ??= tryToOpen().then(() => opened && onOpened());
    }
    throw reason;
  };
  const close = async () => {
    nextAt = Number.POSITIVE_INFINITY;
    await attempt;
    await opened?.close();
  };
  const call =
    (name: string | symbol) =>
    async (...args: readonly unknown[]) =>
      (current() as Methods)[name]?.(...args);
  return new Proxy({} as Store, {
    // Without `then`, `await` does not treat the store as a promise.
    get: (_, name) => (name === "then" ? undefined : name === "close" ? close : call(name)),
  });
}

type Methods = Readonly<Record<string | symbol, (...args: readonly unknown[]) => unknown>>;
