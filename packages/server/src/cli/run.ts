import type { Running } from "../service/start.ts";

/** Time allowed for a graceful shutdown. */
const STOP_MS = 10_000;

/**
 * Runs until SIGINT or SIGTERM, then shuts down gracefully and exits with 0. A second signal or the
 * timeout exits immediately with 1; no data is lost, because every write is one transaction.
 *
 * @param stopMs Shutdown timeout in milliseconds.
 */
export function runUntilSignal(running: Running, stopMs: number = STOP_MS): void {
  let isStopping = false;
  const end = (reason: string) => {
    console.error(`chainkit-server: ${reason}`);
    process.exit(1);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) {
      end(`terminated by a second signal (${signal}) during shutdown`);
    }
    isStopping = true;
    // If the event loop drains before the shutdown completes, the exit code must not be 0.
    process.exitCode = 1;
    const timer = setTimeout(
      () => end(`shutdown timed out ${stopMs / 1000} s after ${signal}; exiting`),
      stopMs,
    );
    running.stop().then(
      () => {
        process.exitCode = 0;
        // An open handle must not keep the process alive forever.
        timer.unref();
      },
      (error: Error) => end(error.message),
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}
