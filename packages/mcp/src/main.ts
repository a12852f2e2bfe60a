import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { HttpOptions, McpHttpServer } from "./http.ts";
import { tokensOf } from "./options.ts";
import { redactor } from "./redact.ts";
import { createMcpFactory } from "./server.ts";
import { DEFAULT_PORT, HELP, readCommand, specOf } from "./settings.ts";
import { sourceOf } from "./source.ts";
import { VERSION } from "./version.ts";

/** Nothing but the protocol goes to standard output. */
function log(line: string): void {
  process.stderr.write(`chainkit-mcp: ${line}\n`);
}

/** Runs the command line of the process; what fails is logged, and sets the exit code. */
export async function main(): Promise<void> {
  await run(process.argv.slice(2)).catch((error: Error) => {
    log(error.message);
    process.exitCode = 1;
  });
}

async function run(args: string[]): Promise<void> {
  const file = specOf(args);
  const api = file === undefined ? undefined : await apiOf(file);
  const command = readCommand(args, process.env, api);
  if ("show" in command) {
    process.stdout.write(command.show === "help" ? HELP : `${VERSION}\n`);
    return;
  }
  const { options, http } = command;
  const { callerToken = [] } = http ?? {};
  const redact = redactor([...tokensOf(options), callerToken].flat());
  const line = (text: string) => log(redact(text));
  const logger = { warn: line, error: line };
  for (const reason of sourceOf(api).refused.values()) {
    line(`left out: ${reason}`);
  }
  const factory = createMcpFactory({ ...options, logger });
  if (!http) {
    endWith(serveStdio(factory, { onerror: ({ message }) => line(message) }));
    return;
  }
  // Loaded only here: most servers speak over stdio, and start faster without.
  const { serveHttp } = await import("./http.ts");
  const server = await onPort({ ...http, logger }, (asked) => serveHttp(factory, asked));
  endWith(server);
  log(`MCP at ${server.url} (press Ctrl-C to stop)`);
}

/** Reads the API of `--spec`. */
async function apiOf(file: string) {
  const [{ nameOfFile, readDocument }, { readApi }] = await Promise.all([
    import("@chainkit/openapi/file"),
    import("@chainkit/openapi/api"),
  ]);
  return readApi(nameOfFile(file), await readDocument(file), true);
}

/** Closes the server on Ctrl-C, after which the process ends by itself. */
function endWith(server: Pick<McpHttpServer, "close">): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close());
  }
}

/** Listens on the port that was set; by default, on the default port, or a free one if it is in use. */
async function onPort(
  options: HttpOptions,
  start: (options: HttpOptions) => Promise<McpHttpServer>,
): Promise<McpHttpServer> {
  try {
    return await start({ port: DEFAULT_PORT, ...options });
  } catch (error) {
    if (options.port !== undefined || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") {
      throw error;
    }
    log(`port ${DEFAULT_PORT} is in use; using a free port`);
    return start({ ...options, port: 0 });
  }
}
