#!/usr/bin/env node
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Exits on SIGINT and SIGTERM unless the running command handles them. The kernel ignores their default action
 * for the first process of a container: a service that is starting, or a command, could only be killed.
 */
function exitOnSignals(): void {
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) {
        // As a shell reports a process that a signal has ended.
        process.exit(128 + number);
      }
    });
  }
}

if (process.pid === 1) {
  exitOnSignals();
}
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 18)) {
  console.error(`chainkit-server: requires Node 24.18 or later; this is ${process.version}`);
  process.exit(1);
}

// Loaded after the check: older releases of Node fail to load it with an unrelated error.
const { createProgram } = await import("./program.ts");
const { reportFailure } = await import("./run.ts");
await createProgram().parseAsync().catch(reportFailure);
