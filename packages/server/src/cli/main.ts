#!/usr/bin/env node
import { exitOnSignals } from "./first-process.ts";

if (process.pid === 1) {
  exitOnSignals();
}
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 18)) {
  console.error(`chainkit-server: requires Node 24.18 or later; this is ${process.version}`);
  process.exit(1);
}

/** What to do when the service cannot listen. */
const LISTEN_FIXES: Readonly<Record<string, string>> = {
  EADDRINUSE: "pass another --port, or 0 for a free one",
  EACCES: "pass a --port from 1024, as the system keeps lower ones for root",
  EADDRNOTAVAIL: "pass an address of this machine as --host",
  ENOTFOUND: "pass an address of this machine as --host",
};

// Loaded after the check: older releases of Node fail to load it with an unrelated error.
const { createProgram } = await import("./program.ts");
await createProgram()
  .parseAsync()
  .catch((error: NodeJS.ErrnoException) => {
    console.error(`chainkit-server: ${describe(error)}`);
    process.exitCode = 1;
  });

/** Describes why a command failed; errors of the system do not name what to change. */
function describe({ message, code = "", syscall, path }: NodeJS.ErrnoException): string {
  if (path !== undefined && code === "ENOENT") {
    return `file ${path} does not exist`;
  }
  const isOfAddress = syscall === "listen" || syscall === "getaddrinfo";
  const fix = isOfAddress ? LISTEN_FIXES[code] : undefined;
  return fix === undefined ? message : `${message}; ${fix}`;
}
