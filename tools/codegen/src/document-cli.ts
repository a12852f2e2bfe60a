#!/usr/bin/env node
import module from "node:module";

// The command as it is published, which knows no areas. What it loads later may not work on older releases.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit-codegen: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}

// Half of the time of a run is that of compiling what it loads. Node 20 has no cache of it.
module.enableCompileCache?.();
const { runCommand } = await import("./command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
