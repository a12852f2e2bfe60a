#!/usr/bin/env node

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`chainkit-contract: requires Node 22.15 or later; this is ${process.version}`);
  process.exit(2);
}

// Loaded late: older releases cannot load it, and would say so in their own words.
const { main } = await import("./main.ts");
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // A second signal ends the process at once, as usual.
  process.once(signal, () => stop.abort());
}
process.exitCode = await main(process.argv.slice(2), process, stop.signal);
