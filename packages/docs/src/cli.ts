#!/usr/bin/env node
import { closeOnSignal, createProgram, listen, port, startProgram } from "@chainkit/command";
import type { ServeOptions } from "./index.ts";

const DEFAULT_PORT = 8080;

const program = createProgram({
  usage: "docs",
  description:
    "Serves the documentation locally. Open pages reload when a spec or a guide changes.",
})
  .option(
    "--port <n>",
    `TCP port (default: ${DEFAULT_PORT}, or a free port if that is in use)`,
    port(),
  )
  .option("--host <h>", "host to listen on (default: 127.0.0.1)")
  .action(async ({ port, ...options }: ServeOptions) => {
    console.log("Building the documentation …");
    // Imported lazily, so that help and invalid options do not load what builds the site.
    const { watchDocs } = await import("./watch.ts");
    const onBuild = (error?: Error) =>
      console.log(error ? `Build failed: ${error.message}` : "Rebuilt.");
    const start = (port: number) => watchDocs({ ...options, port }, onBuild);
    const docs = await listen(start, { port, usual: DEFAULT_PORT });
    closeOnSignal(docs.close);
    console.log(`Documentation at ${docs.url} (Ctrl-C to stop)`);
  });

await startProgram("docs", program);
