import type { Running } from "../service/start.ts";

/** So long may requests and a block that is being written take to end. */
const STOP_MS = 10_000;

/**
 * Keeps something running until SIGINT or SIGTERM, then stops it in good order: the process ends with
 * 0. A second signal, or the end of the time, ends it at once, with 1; nothing is lost, as every write
 * is one transaction.
 *
 * @param stopMs Milliseconds that it may take to stop.
 */
export function runUntilSignal(running: Running, stopMs: number = STOP_MS): void {
  let isStopping = false;
  const end = (reason: string) => {
    console.error(`chainkit-server: ${reason}`);
    process.exit(1);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) {
      end(`ended by a second signal (${signal}), before it had stopped`);
    }
    isStopping = true;
    // Also if nothing is left to wait for, it has not ended in good order yet.
    process.exitCode = 1;
    const timer = setTimeout(
      () => end(`not stopped ${stopMs / 1000} s after ${signal}, ending now`),
      stopMs,
    );
    running.stop().then(
      () => {
        process.exitCode = 0;
        // Whatever may still be open must not keep the process for ever.
        timer.unref();
      },
      (error: Error) => end(error.message),
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}
