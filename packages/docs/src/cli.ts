#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { DocsServer, ServeOptions } from "./index.ts";
import { readPort } from "./port.ts";
import { watchDocs } from "./watch.ts";

const defaultPort = 8080;

const help = `Serves the documentation on this machine. When a spec or a guide changes, open pages follow.

usage: docs [options]

  --port <n>  TCP port (default: ${defaultPort}, or a free one if that is taken)
  --host <h>  address to listen on (default: 127.0.0.1)
  --help      show this
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
    process.stdout.write(help);
    return;
  }
  const host = values.host === undefined ? {} : { host: values.host };
  const docs =
    values.port !== undefined
      ? await serve({ ...host, port: readPort("--port", values.port) })
      : await serveOnDefaultPort(host);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => docs.close());
  }
  console.log(`Documentation at ${docs.url} (Ctrl-C ends it)`);
}

function serve(options: ServeOptions): Promise<DocsServer> {
  return watchDocs({
    ...options,
    onBuild: (problem) => console.log(problem ? `Not shown: ${problem.message}` : "Built anew."),
  });
}

async function serveOnDefaultPort(options: ServeOptions): Promise<DocsServer> {
  try {
    return await serve({ ...options, port: defaultPort });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    console.log(`Port ${defaultPort} is taken; using a free one.`);
    return serve(options);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
