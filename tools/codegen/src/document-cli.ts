#!/usr/bin/env node
import { runCommand } from "./command.ts";

// The command as it is published, which knows no areas. What it loads later may not work on older releases.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit-codegen: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}

await runCommand();
