import { closeOnSignal, listen, startProgram } from "@chainkit/command";
import type { Api } from "@chainkit/openapi/api";
import { tokensOf } from "./options.ts";
import { redactor } from "./redact.ts";
import { type Command, DEFAULT_PORT, mcpProgram, readCommand } from "./settings.ts";
import { sourceOf } from "./source.ts";

/** Nothing but the protocol goes to standard output. */
function log(line: string): void {
  process.stderr.write(`chainkit-mcp: ${line}\n`);
}

/** Runs the command line of the process; what fails is logged, and sets the exit code. */
export async function main(): Promise<void> {
  const program = mcpProgram();
  program.action(async () => {
    const { spec } = program.opts();
    const api = spec === undefined ? undefined : await apiOf(spec);
    await serve(readCommand(program.opts(), process.env, api), api);
  });
  await startProgram("chainkit-mcp", program);
}

async function serve({ options, http }: Command, api: Api | undefined): Promise<void> {
  const { callerToken = [] } = http ?? {};
  const redact = redactor([...tokensOf(options), callerToken].flat());
  const line = (text: string) => log(redact(text));
  const logger = { warn: line, error: line };
  for (const reason of [...sourceOf(api).refused.values(), ...(api?.leftOut ?? [])]) {
    line(`left out: ${reason}`);
  }
  // Neither help nor a wrong option needs what serves: it takes three times as long to load as the rest.
  const { createMcpFactory } = await import("./server.ts");
  const factory = createMcpFactory({ ...options, logger });
  if (!http) {
    const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
    const server = serveStdio(factory, { onerror: ({ message }) => line(message) });
    closeOnSignal(() => server.close());
    return;
  }
  // Loaded only here: most servers speak over stdio, and start faster without.
  const { serveHttp } = await import("./http.ts");
  const start = (port: number) => serveHttp(factory, { ...http, logger, port });
  const server = await listen(start, { port: http.port, usual: DEFAULT_PORT, note: log });
  closeOnSignal(() => server.close());
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
