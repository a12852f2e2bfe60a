import { closeOnSignal, createProgram, listen, port, startProgram } from "@chainkit/command";

interface Options {
  readonly apiPort?: number;
  readonly mockPort?: number;
  readonly docsPort?: number;
}

async function dev({ apiPort, mockPort, docsPort }: Options): Promise<void> {
  const ports = {
    api: await freePort("--api-port", apiPort, 4010),
    mock: await freePort("--mock-port", mockPort, 4011),
    docs: await freePort("--docs-port", docsPort, 8080),
  };
  // Imported lazily, so that invalid options and ports fail before the servers' modules load.
  const { startLoop } = await import("./dev/loop.ts");
  const setClose = closeOnSignal();
  const { urls, token, close } = await startLoop(ports);
  setClose(close);
  console.log(`Service  ${urls.api}   token for subgraph management: ${token}`);
  console.log(`Mock     ${urls.mock}`);
  console.log(`Docs     ${urls.docs}`);
  console.log("\nEdit a file below spec/. Press Ctrl-C to stop.");
}

/**
 * Returns the requested port, otherwise the usual one, or 0 for a free one if that is in use.
 *
 * @throws Error naming the option if the requested port is in use.
 */
async function freePort(option: string, port: number | undefined, usual: number): Promise<number> {
  const { checkPort } = await import("@chainkit/docs");
  const check = async (port: number) => {
    await checkPort({ port });
    return port;
  };
  return listen(check, { port, usual, option });
}

const program = createProgram({
  usage: "dev",
  description:
    "Serves docs, mock and service, and watches spec/: each edit regenerates the code, reloads all three, and builds. " +
    "Edits of guides reload the docs, edits of packages/server/src the service. Errors are reported with file and line; " +
    "the last valid version is served until they are fixed. Other sources are not watched: restart after editing them.",
})
  .option(
    "--api-port <n>",
    "TCP port of the service (default: 4010, or a free port if it is in use)",
    port("--api-port"),
  )
  .option(
    "--mock-port <n>",
    "TCP port of the mock (default: 4011, or a free port if it is in use)",
    port("--mock-port"),
  )
  .option(
    "--docs-port <n>",
    "TCP port of the docs (default: 8080, or a free port if it is in use)",
    port("--docs-port"),
  )
  .addHelpText("after", "\nPort 0 selects a free port.")
  .action(dev);

await startProgram("dev", program);
