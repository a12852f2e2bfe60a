#!/usr/bin/env node
/**
 * Runs a task of Turborepo. What it prints is shown only if the task fails; if it takes long, one line says so.
 *
 * Usage: turbo.ts <task> [options of turbo run]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const SLOW_MS = 2_000;

const [task = "", ...options] = process.argv.slice(2);
const logs = options.some((option) => option.startsWith("--output-logs"))
  ? []
  : ["--output-logs=errors-only"];
const turbo = spawn("turbo", ["run", task, ...logs, ...options], {
  // Compilers that end within seconds save a sixth of them if they rarely collect garbage.
  env: { GOGC: "400", ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "pipe"],
});
const printed: Buffer[] = [];
for (const stream of [turbo.stdout, turbo.stderr]) {
  stream.on("data", (chunk: Buffer) => printed.push(chunk));
}
const slow = setTimeout(() => console.error(`Running ${task} of all packages …`), SLOW_MS);
const [code] = await once(turbo, "close");
clearTimeout(slow);
if (code !== 0) {
  process.stderr.write(Buffer.concat(printed));
}
process.exitCode = code ?? 1;
