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
