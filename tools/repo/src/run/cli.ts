#!/usr/bin/env node
/**
 * Runs a command of the repository's root: each script of its package.json that is more than one program
 * of ours, so that all of them know `--help` and refuse what they do not know.
 */
import { runCommand } from "./commands.ts";

const [name = "", ...args] = process.argv.slice(2);
try {
  process.exitCode = await runCommand(name, args);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
