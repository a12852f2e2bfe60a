const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Exits on SIGINT and SIGTERM unless the running command handles them. The kernel ignores their default action
 * for the first process of a container: a service that is starting, or a command, could only be killed.
 */
export function exitOnSignals(): void {
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) {
        // As a shell reports a process that a signal has ended.
        process.exit(128 + number);
      }
    });
  }
}
