import { parseArgs } from "node:util";
import type { HttpOptions } from "./http.ts";
import {
  BASE_URL,
  MAX_RESULT_LENGTH,
  type McpOptions,
  type Settings,
  tokensOf,
  variableOf,
} from "./options.ts";
import { areaNames, settingNames } from "./tools.ts";

/** Default port of the HTTP server. */
export const DEFAULT_PORT = 4020;

/** The environment variable of the token that callers of the server send. */
const CALLER_TOKEN = "CHAINKIT_MCP_TOKEN";

/** The text of `--help`. */
export const HELP = `MCP server for the chainkit APIs: one tool per operation, over stdio or, with --http, over HTTP.

Usage: npx @chainkit/mcp --base-url <url> [options]

  --base-url <url>       base URL of the service (or ${variableOf(BASE_URL)})
  --allow-writes         offer operations that change data
  --max-result <n>       maximum length of a result in characters (default: ${MAX_RESULT_LENGTH})
  --http                 serve streamable HTTP at /mcp instead of stdio
  --port <n>             TCP port (default: ${DEFAULT_PORT}, or a free port if it is in use)
  --host <h>             address to listen on (default: 127.0.0.1)
  --allow-host <name>    host name that clients may use for the server; repeatable
  --allow-origin <url>   origin of web pages that may call the server; repeatable
  --insecure             serve without ${CALLER_TOKEN} where it is required
  --version              show the version
  --help                 show this help

Environment variables (the only source of tokens):
${settingNames.map((name) => `  ${variableOf(name)}`).join("\n")}
Each area can have its own, such as ${variableOf(BASE_URL, areaNames[0])}.
  ${CALLER_TOKEN}     token that callers of this server must send over HTTP; required with
                         --allow-writes, and if --host is not a loopback address
`;

/** The parsed command line. */
export type Command =
  | { readonly show: "help" | "version" }
  | { readonly options: McpOptions; readonly http?: HttpOptions };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments and the environment of the command.
 *
 * @throws Error naming the argument that is missing, unknown or invalid.
 */
export function readCommand(args: readonly string[], env: Environment): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "base-url": { type: "string" },
      "allow-writes": { type: "boolean" },
      "max-result": { type: "string" },
      http: { type: "boolean" },
      port: { type: "string" },
      host: { type: "string" },
      "allow-host": { type: "string", multiple: true },
      "allow-origin": { type: "string", multiple: true },
      insecure: { type: "boolean" },
      version: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help || values.version) {
    return { show: values.help ? "help" : "version" };
  }
  const baseUrl = values["base-url"] ?? env[variableOf(BASE_URL)];
  const names = [BASE_URL, ...settingNames];
  const own = areaNames.map((area) => [area, readSettings(names, env, area)] as const);
  if (!baseUrl && own.every(([, settings]) => !settings[BASE_URL])) {
    throw new Error(`no base URL; set --base-url or ${variableOf(BASE_URL)}`);
  }
  const maxResultLength = readNumber("--max-result", values["max-result"], 1000, 10_000_000);
  const options: McpOptions = {
    ...(baseUrl ? { baseUrl } : {}),
    settings: readSettings(settingNames, env),
    areas: Object.fromEntries(own),
    allowWrites: values["allow-writes"] ?? false,
    ...(maxResultLength === undefined ? {} : { maxResultLength }),
  };
  const port = readNumber("--port", values.port, 0, 65_535);
  const { host, "allow-host": allowHosts, "allow-origin": allowOrigins, insecure } = values;
  const http = { port, host, allowHosts, allowOrigins, insecure };
  const [given] = Object.entries(http).find(([, value]) => value !== undefined) ?? [];
  if (!values.http && given) {
    const name = given
      .replace(/([A-Z])/g, "-$1")
      .replace(/s$/, "")
      .toLowerCase();
    throw new Error(`--${name} has no effect without --http`);
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

/** The settings that the environment has, for all areas or one. */
function readSettings(names: readonly string[], env: Environment, area?: string): Settings {
  const found = names.map((name) => [name, env[variableOf(name, area)] ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}

/** The members that have a value. */
function defined(members: { readonly [Name in keyof HttpOptions]: HttpOptions[Name] | undefined }) {
  const set = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as HttpOptions;
}

function readNumber(
  option: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) {
    throw new Error(
      `${option} must be an integer from ${min} to ${max}; received ${JSON.stringify(text)}`,
    );
  }
  return number;
}
