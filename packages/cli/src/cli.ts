#!/usr/bin/env node
import { main } from "./main.ts";

// Whoever reads the output has had enough of it, as in `| head -1`: that is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
}
process.on("SIGINT", () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
