#!/usr/bin/env node
import { requireNode } from "@chainkit/command";
import { asksForJson, main } from "./main.ts";
import { reportError } from "./report-error.ts";

requireNode("chainkit", "20");

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads the output has had enough of it, as in `| head -1`: that is no failure.
    if (error.code === "EPIPE") {
      process.exit(0);
    }
    if (stream === process.stdout) {
      const reason = new Error(`the output cannot be written: ${error.message}`);
      reportError(reason, { isJson: asksForJson(process.argv.slice(2)) });
    }
    process.exit(1);
  });
}
process.on("SIGINT", () => process.exit(130));
process.exitCode = await main(process.argv.slice(2));
