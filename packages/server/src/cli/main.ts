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
const { reportFailure } = await import("./failure.ts");
await createProgram().parseAsync().catch(reportFailure);
