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

// Loaded after the check: older releases of Node fail to load it with an unrelated error.
const { createProgram } = await import("./program.ts");
await createProgram()
  .parseAsync()
  .catch(({ message, code }: NodeJS.ErrnoException) => {
    const fix = code === "EADDRINUSE" ? "; pass another --port, or 0 for a free one" : "";
    console.error(`chainkit-server: ${message}${fix}`);
    process.exitCode = 1;
  });
