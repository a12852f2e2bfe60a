import {
  closeOnSignal,
  createProgram,
  helpSection,
  integer,
  kebab,
  list,
  listen,
  type Command as Program,
  port,
  startProgram,
  UsageError,
} from "@chainkit/command";
import type { Api } from "@chainkit/openapi/api";
import type { HttpOptions } from "./http.ts";
import {
  BASE_URL,
  MAX_LIST_LENGTH,
  MAX_RESULT_LENGTH,
  type McpOptions,
  type Settings,
  tokensOf,
  VERSION,
  variableOf,
} from "./options.ts";
import { redactor } from "./redact.ts";
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

/** The areas of chainkit, by name. */
const areaNames: readonly string[] = sourceOf(undefined).areas.map(({ name }) => name);

/** The settings that some area requires besides the base URL, by the name of the client option. */
const settingNames: readonly string[] = [
  ...new Set(sourceOf(undefined).areas.flatMap(({ requires }) => [...requires])),
];

/** Default port of the HTTP server. */
const DEFAULT_PORT = 4020;

/** The environment variable of the token that callers of the server send. */
const CALLER_TOKEN = "CHAINKIT_MCP_TOKEN";

/** Options of the command line. */
interface Flags {
  readonly spec?: string;
  readonly baseUrl?: string;
  readonly allowWrites?: true;
  readonly maxResult?: number;
  readonly maxList?: number;
  readonly http?: true;
  readonly port?: number;
  readonly host?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly insecure?: true;
}

/** Creates the program, without its action. */
export function mcpProgram(): Program {
  const characters = (option: string) => integer(option, 1000, 10_000_000);
  const program = createProgram({
    usage: "npx @chainkit/mcp",
    description:
      "MCP server for the chainkit APIs: one tool per operation, over stdio or, with --http, over HTTP.",
  })
    .option(
      "--spec <file>",
      "OpenAPI document, YAML or JSON, whose operations are the tools; its settings are variables with the name of the file: " +
        "MUSEUM_BASE_URL and MUSEUM_TOKEN of museum.yaml",
    )
    .option("--base-url <url>", `base URL of the service (or ${variableOf(BASE_URL)})`)
    .option("--allow-writes", "offer operations that change data")
    .option(
      "--max-result <n>",
      `maximum length of a result in characters (default: ${MAX_RESULT_LENGTH})`,
      characters("--max-result"),
    )
    .option(
      "--max-list <n>",
      `maximum length of the list of tools in characters (default: ${MAX_LIST_LENGTH}); operations of a longer one are found ` +
        "by search",
      characters("--max-list"),
    )
    .option("--http", "serve streamable HTTP at /mcp instead of stdio")
    .option(
      "--port <n>",
      `TCP port (default: ${DEFAULT_PORT}, or a free port if it is in use)`,
      port(),
    )
    .option("--host <h>", "address to listen on (default: 127.0.0.1)")
    .option(
      "--allow-host <name>",
      "host name that clients may use for the server; repeatable",
      list,
    )
    .option(
      "--allow-origin <url>",
      "origin of web pages that may call the server; repeatable",
      list,
    )
    .option("--insecure", `serve without ${CALLER_TOKEN} where it is required`)
    .version(VERSION, "--version", "show the version");
  const variables = settingNames.map((name) => [variableOf(name), ""] as const);
  const caller =
    "token that callers of this server must send over HTTP; required with --allow-writes, and if --host is not a loopback address";
  return program
    .addHelpText(
      "after",
      helpSection(program, "Environment variables (the only source of tokens)", [
        ...variables,
        [CALLER_TOKEN, caller],
      ]),
    )
    .addHelpText(
      "after",
      `\nEach area can have its own, such as ${variableOf(BASE_URL, areaNames[0])}.`,
    );
}

/** What the command line and the environment ask for. */
interface Command {
  readonly options: McpOptions;
  /** Absent: the server speaks over stdio. */
  readonly http?: HttpOptions;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the environment adds to the options of the command line.
 *
 * @param api API of `--spec`.
 * @throws Error naming the option that is missing or has no effect.
 */
export function readCommand(values: Flags, env: Environment, api?: Api): Command {
  const baseUrl = values.baseUrl ?? env[variableOf(BASE_URL, "", api?.name)];
  const names = [BASE_URL, ...settingNames];
  const own = (api ? [] : areaNames).map((area) => [area, readSettings(names, env, area)] as const);
  if (!(baseUrl ?? api?.baseUrl) && own.every(([, settings]) => !settings[BASE_URL])) {
    const variable = variableOf(BASE_URL, "", api?.name);
    throw new UsageError(`no base URL; set --base-url or ${variable}`);
  }
  const { maxResult: maxResultLength, maxList: maxListLength } = values;
  const options: McpOptions = {
    ...(baseUrl ? { baseUrl } : {}),
    ...(api ? { api } : {}),
    settings: api ? readSettings(namesOf(api), env, "", api.name) : readSettings(settingNames, env),
    areas: Object.fromEntries(own),
    allowWrites: values.allowWrites ?? false,
    ...(maxResultLength === undefined ? {} : { maxResultLength }),
    ...(maxListLength === undefined ? {} : { maxListLength }),
  };
  const { port, host, allowHost: allowHosts, allowOrigin: allowOrigins, insecure } = values;
  const http = { port, host, allowHosts, allowOrigins, insecure };
  const [name] = Object.entries(http).find(([, value]) => value !== undefined) ?? [];
  if (!values.http && name) {
    throw new UsageError(`--${kebab(name).replace(/s$/, "")} has no effect without --http`);
  }
  if (!values.http) {
    return { options };
  }
  const callerToken = env[CALLER_TOKEN] || undefined;
  if (callerToken !== undefined && tokensOf(options).includes(callerToken)) {
    throw new Error(`${CALLER_TOKEN} must differ from the tokens that the server sends`);
  }
  return { options, http: defined({ ...http, callerToken }) };
}

/** The credentials and client options of a document. */
const namesOf = ({ rules }: Api) =>
  [...rules.credentials, ...rules.options].map(({ name }) => name);

/** The settings that the environment has, for all areas or one, or of a document. */
function readSettings(names: readonly string[], env: Environment, ...of: string[]): Settings {
  const found = names.map((name) => [name, env[variableOf(name, ...of)] ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}

/** The members that have a value. */
function defined(members: { readonly [Name in keyof HttpOptions]: HttpOptions[Name] | undefined }) {
  const set = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as HttpOptions;
}
