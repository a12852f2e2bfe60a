#!/usr/bin/env node
import { requireNode } from "@chainkit/command";

// The command as it is published, which knows no areas. What it loads later may not work on older releases.
requireNode("chainkit-codegen", "20");
const { runCommand } = await import("./command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
