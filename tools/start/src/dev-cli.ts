import { parseArgs } from "node:util";
import { readPort } from "@chainkit/mock/port";
import { exitOnSignal } from "./stop.ts";

const HELP = `Serves docs, mock and service, and watches spec/: each edit regenerates the code, reloads all three,
and builds. Edits of guides reload the docs, edits of packages/server/src the service. Errors are
reported with file and line; the last valid version is served until they are fixed. Other sources
are not watched: restart after editing them.

Usage: dev [options]

  --api-port <n>   TCP port of the service (default: 4010, or a free port if it is in use)
  --mock-port <n>  TCP port of the mock (default: 4011, or a free port if it is in use)
  --docs-port <n>  TCP port of the docs (default: 8080, or a free port if it is in use)
  --help           show this help

Port 0 selects a free port.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "api-port": { type: "string" },
      "mock-port": { type: "string" },
      "docs-port": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  const port = (flag: "api-port" | "mock-port" | "docs-port") =>
    values[flag] === undefined ? undefined : readPort(`--${flag}`, values[flag]);
  const asked = { api: port("api-port"), mock: port("mock-port"), docs: port("docs-port") };
  // Imported lazily, so that invalid options fail before the servers' modules load.
  const { startLoop } = await import("./dev/loop.ts");
  const ports = {
    api: await freePort("--api-port", asked.api, 4010),
    mock: await freePort("--mock-port", asked.mock, 4011),
    docs: await freePort("--docs-port", asked.docs, 8080),
  };
  const closeOnSignal = exitOnSignal();
  const { urls, token, close } = await startLoop(ports);
  closeOnSignal(close);
  console.log(`Service  ${urls.api}   token for subgraph management: ${token}`);
  console.log(`Mock     ${urls.mock}`);
  console.log(`Docs     ${urls.docs}`);
  console.log("\nEdit a file below spec/. Press Ctrl-C to stop.");
}

/**
 * Returns the requested port, otherwise the usual one, or 0 for a free one if that is in use.
 *
 * @throws Error naming the flag if the requested port is in use.
 */
async function freePort(flag: string, asked: number | undefined, usual: number): Promise<number> {
  const { checkPort } = await import("@chainkit/docs");
  const port = asked ?? usual;
  try {
    await checkPort({ port });
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
  }
  if (asked !== undefined) {
    throw new Error(`${flag}: port ${port} is in use; choose another, or 0 for a free one`);
  }
  console.log(`Port ${port} is in use; using a free port. ${flag} chooses another.`);
  return 0;
}

main().catch((error: Error) => {
  console.error(`dev: ${error.message}`);
  process.exitCode = 1;
});
