#!/usr/bin/env node
import { main } from "./main.ts";

// Not in a module of its own: esbuild drops what is imported for its effects alone.
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`chainkit: requires Node 20 or later; this is ${process.version}`);
  process.exit(1);
}

// Whoever reads the output has had enough of it, as in `| head -1`: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
}
process.on("SIGINT", () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
