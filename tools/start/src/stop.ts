/**
 * Ends this process on SIGINT and SIGTERM. It exits instead of being killed by the signal, so that its
 * exit handlers end child processes, even during startup or when a second signal interrupts the closing.
 *
 * @returns Sets what is closed before the process exits.
 */
export function exitOnSignal(): (close: () => Promise<void>) => void {
  let close: (() => Promise<void>) | undefined;
  const end = async () => {
    const closing = close;
    close = undefined;
    await closing?.();
    process.exit(0);
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return (task) => {
    close = task;
  };
}
