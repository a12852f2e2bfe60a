#!/usr/bin/env node
import module from "node:module";

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit-mcp: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}

// Half of the time of a start is that of compiling what it loads. Node 20 has no cache of it.
module.enableCompileCache?.();
// Loaded after the check: older releases may fail to load it with an unrelated error.
const { main } = await import("./main.ts");
await main();
