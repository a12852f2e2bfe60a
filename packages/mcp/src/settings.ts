import { parseArgs } from "node:util";
import type { Api } from "@chainkit/openapi/api";
import type { HttpOptions } from "./http.ts";
import {
  BASE_URL,
  MAX_LIST_LENGTH,
  MAX_RESULT_LENGTH,
  type McpOptions,
  type Settings,
  tokensOf,
  variableOf,
} from "./options.ts";
import { sourceOf } from "./source.ts";

/** The areas of chainkit, by name. */
const areaNames: readonly string[] = sourceOf(undefined).areas.map(({ name }) => name);

/** The settings that some area requires besides the base URL, by the name of the client option. */
const settingNames: readonly string[] = [
  ...new Set(sourceOf(undefined).areas.flatMap(({ requires }) => [...requires])),
];

/** Default port of the HTTP server. */
export const DEFAULT_PORT = 4020;

/** The environment variable of the token that callers of the server send. */
const CALLER_TOKEN = "CHAINKIT_MCP_TOKEN";

/** The text of `--help`. */
export const HELP = `MCP server for the chainkit APIs: one tool per operation, over stdio or, with --http, over HTTP.

Usage: npx @chainkit/mcp --base-url <url> [options]
       npx @chainkit/mcp --spec <file> [options]

  --spec <file>          OpenAPI document, YAML or JSON, whose operations are the tools; its settings are variables
                         with the name of the file: MUSEUM_BASE_URL and MUSEUM_TOKEN of museum.yaml
  --base-url <url>       base URL of the service (or ${variableOf(BASE_URL)})
  --allow-writes         offer operations that change data
  --max-result <n>       maximum length of a result in characters (default: ${MAX_RESULT_LENGTH})
  --max-list <n>         maximum length of the list of tools in characters (default: ${MAX_LIST_LENGTH});
                         operations of a longer one are found by search
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

const OPTIONS = {
  spec: { type: "string" },
  "base-url": { type: "string" },
  "allow-writes": { type: "boolean" },
  "max-result": { type: "string" },
  "max-list": { type: "string" },
  http: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  "allow-host": { type: "string", multiple: true },
  "allow-origin": { type: "string", multiple: true },
  insecure: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

/** Returns the file of `--spec`; undefined if there is none. */
export function specOf(args: readonly string[]): string | undefined {
  return parse(args).spec;
}

/** The parsed command line. */
export type Command =
  | { readonly show: "help" | "version" }
  | { readonly options: McpOptions; readonly http?: HttpOptions };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the arguments and the environment of the command.
 *
 * @param api API of `--spec`.
 * @throws Error naming the argument that is missing, unknown or invalid.
 */
export function readCommand(args: readonly string[], env: Environment, api?: Api): Command {
  const values = parse(args);
  if (values.help || values.version) {
    return { show: values.help ? "help" : "version" };
  }
  const baseUrl = values["base-url"] ?? env[variableOf(BASE_URL, "", api?.name)];
  const names = [BASE_URL, ...settingNames];
  const own = (api ? [] : areaNames).map((area) => [area, readSettings(names, env, area)] as const);
  if (!(baseUrl ?? api?.baseUrl) && own.every(([, settings]) => !settings[BASE_URL])) {
    const variable = variableOf(BASE_URL, "", api?.name);
    throw new Error(`no base URL; set --base-url or ${variable}`);
  }
  const maxResultLength = readNumber("--max-result", values["max-result"], 1000, 10_000_000);
  const maxListLength = readNumber("--max-list", values["max-list"], 1000, 10_000_000);
  const options: McpOptions = {
    ...(baseUrl ? { baseUrl } : {}),
    ...(api ? { api } : {}),
    settings: api ? documentSettings(api, env) : readSettings(settingNames, env),
    areas: Object.fromEntries(own),
    allowWrites: values["allow-writes"] ?? false,
    ...(maxResultLength === undefined ? {} : { maxResultLength }),
    ...(maxListLength === undefined ? {} : { maxListLength }),
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

/** The credentials and client options of a document that the environment has. */
function documentSettings({ name, rules }: Api, env: Environment): Settings {
  const names = [...rules.credentials, ...rules.options].map((each) => each.name);
  const found = names.map((each) => [each, env[variableOf(each, "", name)] ?? ""] as const);
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
