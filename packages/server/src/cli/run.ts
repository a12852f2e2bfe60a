/** Something that runs until it is told to stop. */
export interface Running {
  stop(): Promise<void>;
}

/** So long may requests and a block that is being written take to end. */
const STOP_MS = 10_000;

/**
 * Keeps something running until SIGINT or SIGTERM, then stops it in good order. A second signal, or
 * ten seconds, end the process at once; nothing is lost, as every write is one transaction.
 */
export function runUntilSignal(running: Running): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    const timer = setTimeout(() => {
      console.error(`chainkit-server: not stopped ${STOP_MS / 1000} s after ${signal}, ending now`);
      process.exit(1);
    }, STOP_MS);
    running
      .stop()
      .then(() => {
        clearTimeout(timer);
        process.exitCode = 0;
      })
      .catch((error: Error) => {
        console.error(`chainkit-server: ${error.message}`);
        process.exit(1);
      });
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}
