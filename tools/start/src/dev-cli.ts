import { parseArgs } from "node:util";
import { readPort } from "@chainkit/mock/port";
import { exitOnSignal } from "./stop.ts";

const HELP = `Serves docs, mock and service, and watches spec/: each edit regenerates the code, reloads all three,
and builds. Edits of guides reload the docs, edits of packages/server/src the service. Errors are
reported with file and line; the last valid version is served until they are fixed. Other sources
are not watched: restart after editing them.

Usage: dev [options]

  --api-port <n>   TCP port of the service (default: 4010)
  --mock-port <n>  TCP port of the mock (default: 4011)
  --docs-port <n>  TCP port of the docs (default: 8080)
  --help           show this help

Port 0 selects a free port.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "api-port": { type: "string", default: "4010" },
      "mock-port": { type: "string", default: "4011" },
      "docs-port": { type: "string", default: "8080" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const port = (name: "api-port" | "mock-port" | "docs-port") =>
    readPort(`--${name}`, values[name]);
  const ports = { api: port("api-port"), mock: port("mock-port"), docs: port("docs-port") };
  // Imported lazily, so that invalid options fail before the servers' modules load.
  const { startLoop } = await import("./dev/loop.ts");
  const closeOnSignal = exitOnSignal();
  const { urls, token, close } = await startLoop(ports);
  closeOnSignal(close);
  console.log(`Service  ${urls.api}   token for subgraph management: ${token}`);
  console.log(`Mock     ${urls.mock}`);
  console.log(`Docs     ${urls.docs}`);
  console.log("\nEdit a file below spec/. Press Ctrl-C to stop.");
}

main().catch((error: Error) => {
  console.error(`dev: ${error.message}`);
  process.exitCode = 1;
});
