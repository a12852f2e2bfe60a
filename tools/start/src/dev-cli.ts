import { parseArgs } from "node:util";
import { readPort } from "@chainkit/mock/port";

const HELP = `Serves docs, mock and service, and keeps them up to date: an edit below spec/ generates code,
reloads all three and builds. A faulty edit is told with file and line; what was served stays.

usage: dev [options]

  --api-port <n>   TCP port of the service (default: 4010)
  --mock-port <n>  TCP port of the mock (default: 4011)
  --docs-port <n>  TCP port of the docs (default: 8080)
  --help           show this help

0 stands for a free port.
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
  const { urls, token, close } = await startLoop(ports);
  const end = async () => {
    await close();
    process.exit(0);
  };
  process.once("SIGINT", end).once("SIGTERM", end);
  console.log(`Service  ${urls.api}   token for subgraph management: ${token}`);
  console.log(`Mock     ${urls.mock}`);
  console.log(`Docs     ${urls.docs}`);
  console.log("\nEdit a file below spec/. Press Ctrl-C to stop.");
}

main().catch((error: Error) => {
  console.error(`dev: ${error.message}`);
  process.exitCode = 1;
});
