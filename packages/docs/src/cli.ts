#!/usr/bin/env node
import { parseArgs } from "node:util";
import { readPort } from "@chainkit/mock/port";
import type { DocsServer, ServeOptions } from "./index.ts";

const DEFAULT_PORT = 8080;

const HELP = `Serves the documentation locally. Open pages reload when a spec or a guide changes.

Usage: docs [options]

  --port <n>  TCP port (default: ${DEFAULT_PORT}, or a free port if that is in use)
  --host <h>  host to listen on (default: 127.0.0.1)
  --help      show this help
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      host: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  console.log("Building the documentation …");
  const host = values.host === undefined ? {} : { host: values.host };
  const docs =
    values.port !== undefined
      ? await serve({ ...host, port: readPort("--port", values.port) })
      : await serveOnDefaultPort(host);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => docs.close());
  }
  console.log(`Documentation at ${docs.url} (Ctrl-C to stop)`);
}

async function serve(options: ServeOptions): Promise<DocsServer> {
  // Imported lazily, so that help and invalid options do not load what builds the site.
  const { watchDocs } = await import("./watch.ts");
  return watchDocs({
    ...options,
    onBuild: (error) => console.log(error ? `Build failed: ${error.message}` : "Rebuilt."),
  });
}

async function serveOnDefaultPort(options: ServeOptions): Promise<DocsServer> {
  try {
    return await serve({ ...options, port: DEFAULT_PORT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    console.log(`Port ${DEFAULT_PORT} is in use; using a free port.`);
    return serve(options);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
