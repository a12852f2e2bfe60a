#!/usr/bin/env node
import { parseArgs } from "node:util";
import { type DocsServer, type ServeOptions, serveDocs } from "./index.ts";

const defaultPort = 8080;

const help = `Serves the reference pages of the API on this machine.

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
      ? await serveDocs({ ...host, port: readPort(values.port) })
      : await serveOnDefaultPort(host);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => docs.close());
  console.log(`API reference at ${docs.url} (Ctrl-C ends it)`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`--port must be a number from 0 to 65535, not ${text}`);
}

async function serveOnDefaultPort(options: ServeOptions): Promise<DocsServer> {
  try {
    return await serveDocs({ ...options, port: defaultPort });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    console.log(`Port ${defaultPort} is taken; using a free one.`);
    return serveDocs(options);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
