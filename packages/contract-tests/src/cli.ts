#!/usr/bin/env node
import { requireNode } from "@chainkit/command";

requireNode("chainkit-contract", "22.15");
// Loaded late: older releases cannot load it, and would say so in their own words.
const { main } = await import("./main.ts");
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // A second signal ends the process at once, as usual.
  process.once(signal, () => stop.abort());
}
process.exitCode = await main(process.argv.slice(2), process, stop.signal);
