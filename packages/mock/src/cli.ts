#!/usr/bin/env node
import {
  closeOnSignal,
  createProgram,
  list,
  listen,
  port,
  requireNode,
  startProgram,
} from "@chainkit/command";
import type { MockOptions } from "./index.ts";

requireNode("chainkit-mock", "20");

const DEFAULT_PORT = 4010;

/** @param what What is served: the help for documents of others does not speak of chainkit. */
const describe = (what: string): string =>
  `Serves ${what} locally, with their examples or values made from their schemas.`;

const program = createProgram({
  usage: "npx @chainkit/mock",
  description: describe("the chainkit APIs, or the documents of --spec,"),
})
  .option(
    "--port <n>",
    `TCP port (default: ${DEFAULT_PORT}, or a free port if it is in use)`,
    port(),
  )
  .option("--host <h>", "host to listen on (default: 127.0.0.1)")
  .option("--spec <file>", "OpenAPI 3.0 or 3.1 file to serve, YAML or JSON; may be repeated", list)
  .on("option:spec", () => program.description(describe("OpenAPI documents")))
  .addHelpText(
    "after",
    "\nA request selects another documented response with the header\n  Prefer: code=404\n  Prefer: code=200, example=lastPage",
  )
  .action(async ({ spec: specs, port, ...options }: MockOptions & { spec?: string[] }) => {
    // Loaded late: Prism takes half a second, which neither help nor a wrong option needs.
    const { startMock } = await import("./index.ts");
    const start = (port: number) => startMock({ ...options, ...(specs && { specs }), port });
    const mock = await listen(start, { port, usual: DEFAULT_PORT });
    closeOnSignal(mock.close);
    console.log(`Mock API at ${mock.url} (press Ctrl-C to stop)`);
  });

await startProgram("chainkit-mock", program);
