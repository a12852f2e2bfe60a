#!/usr/bin/env node
import "./node-version.ts";

import module from "node:module";
import { parseArgs } from "node:util";
import type { Mock, MockOptions } from "./index.ts";
import { readPort } from "./port.ts";

const DEFAULT_PORT = 4010;

/** @param isOwn Whether the chainkit APIs are served, rather than documents of others. */
const helpText = (isOwn: boolean): string =>
  `Serves ${isOwn ? "the chainkit APIs" : "OpenAPI documents"} locally, with their examples or values made from their schemas.

Usage: npx @chainkit/mock [options]

  --port <n>     TCP port (default: ${DEFAULT_PORT}, or a free port if it is in use)
  --host <h>     host to listen on (default: 127.0.0.1)
  --spec <file>  OpenAPI 3.0 or 3.1 file to serve, YAML or JSON; may be repeated${isOwn ? " (default: the chainkit APIs)" : ""}
  --help         show this help

A request selects another documented response with the header
  Prefer: code=404
  Prefer: code=200, example=lastPage
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      host: { type: "string" },
      spec: { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    process.stdout.write(helpText(values.spec === undefined));
    return;
  }
  const mock = await start({
    ...(values.port === undefined ? {} : { port: readPort("--port", values.port) }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(values.spec === undefined ? {} : { specs: values.spec }),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void mock.close());
  }
  console.log(`Mock API at ${mock.url} (press Ctrl-C to stop)`);
}

async function start(options: MockOptions): Promise<Mock> {
  // Loaded late: Prism takes half a second, less from the cache, and neither help nor a wrong option needs it.
  module.enableCompileCache?.();
  const { startMock } = await import("./index.ts");
  try {
    return await startMock({ port: DEFAULT_PORT, ...options });
  } catch (error) {
    if (options.port !== undefined || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    console.log(`Port ${DEFAULT_PORT} is in use; using a free port.`);
    return startMock(options);
  }
}

main().catch((error: Error) => {
  console.error(`chainkit-mock: ${error.message}`);
  process.exitCode = 1;
});
