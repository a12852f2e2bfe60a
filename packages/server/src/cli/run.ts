/** Time allowed for a graceful shutdown. */
const STOP_MS = 10_000;
/** Time for the reader of the log to take its last lines. */
const LOG_MS = 250;

/**
 * Runs until SIGINT or SIGTERM, then shuts down gracefully and exits with 0. A second signal or the
 * timeout exits immediately with 1, or by SIGKILL if nobody reads the log; no data is lost, because every
 * write is one transaction.
 *
 * @param stopMs Shutdown timeout in milliseconds.
 */
export function runUntilSignal(running: { stop(): Promise<void> }, stopMs: number = STOP_MS): void {
  let isStopping = false;
  const end = async (reason: string) => {
    const { isLogTaken } = await import("../service/log-output.ts");
    if (!(await isLogTaken(LOG_MS))) {
      // An exit waits for the lines of the log to be written, and so for its reader.
      process.kill(process.pid, "SIGKILL");
    }
    console.error(`chainkit-server: ${reason}`);
    process.exit(1);
  };
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) {
      return end(`terminated by a second signal (${signal}) during shutdown`);
    }
    isStopping = true;
    const timer = setTimeout(
      () => end(`shutdown timed out ${stopMs / 1000} s after ${signal}; exiting`),
      stopMs,
    );
    return running.stop().then(
      async () => {
        const { isLogTaken } = await import("../service/log-output.ts");
        await isLogTaken(stopMs);
        // An open handle must not keep the process alive forever.
        timer.unref();
      },
      (error: Error) => end(error.message),
    );
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

/** What to do when the service cannot listen. */
const LISTEN_FIXES: Readonly<Record<string, string>> = {
  EADDRINUSE: "pass another --port, or 0 for a free one",
  EACCES: "pass a --port from 1024, as the system keeps lower ones for root",
  EADDRNOTAVAIL: "pass an address of this machine as --host",
  ENOTFOUND: "pass an address of this machine as --host",
};

/** Prints why a command failed, and sets the exit code. */
export function reportFailure(error: NodeJS.ErrnoException): void {
  console.error(`chainkit-server: ${describe(error)}`);
  process.exitCode = 1;
}

/** Describes why a command failed; errors of the system do not name what to change. */
function describe({ message, code = "", syscall, path }: NodeJS.ErrnoException): string {
  if (path !== undefined && code === "ENOENT") {
    return `file ${path} does not exist`;
  }
  const isOfAddress = syscall === "listen" || syscall === "getaddrinfo";
  const fix = isOfAddress ? LISTEN_FIXES[code] : undefined;
  return fix === undefined ? message : `${message}; ${fix}`;
}
