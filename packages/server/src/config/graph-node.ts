import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError, type Option } from "commander";
import type { GraphNodeSettings } from "../graph-node/graph-node.ts";
import type { GraphNodeInterface } from "../graph-node/request.ts";
import type { TagRequirement } from "../graph-node/tags.ts";
import type { RateLimit } from "../http/rate-limiter.ts";
import { addSetting } from "./options.ts";
import { readInteger, readRate } from "./values.ts";

const INTERFACES = {
  admin: "JSON-RPC URL of graph-node, as http://127.0.0.1:8020",
  query: "query URL of graph-node, as http://127.0.0.1:8000",
  status: "index-node URL of graph-node, as http://127.0.0.1:8030",
} as const;
type InterfaceName = keyof typeof INTERFACES;
const NAMES = Object.keys(INTERFACES) as InterfaceName[];

const REQUEST_MS = 10_000;
/** graph-node reads the files of a manifest from IPFS before it responds. */
const DEPLOY_MS = 120_000;
const MIB = 2 ** 20;

interface Options {
  readonly tagRequires?: TagRequirement;
  readonly queryTimeout?: number;
  readonly maxQuery?: number;
  readonly maxResponse?: number;
}

/** Adds the settings of graph-node that every command with graph-node needs. */
export function addGraphNodeSettings(command: Command): void {
  for (const name of NAMES) {
    addSetting(command, `--graph-node-${name} <url>`, INTERFACES[name], (option) =>
      option.argParser(readUrl),
    );
    const file = `--graph-node-${name}-header-file <file>`;
    addSetting(command, file, `file with a header for it, as Authorization: Bearer …`);
  }
}

/** Adds the settings of the endpoints of subgraphs. */
export function addEndpointSettings(command: Command): void {
  const add = addSetting.bind(undefined, command);
  const integer = (value: number) => (option: Option) =>
    option.argParser(readInteger(1)).default(value);
  add("--tag-requires <state>", "state of a version that a tag may move to", (option) =>
    option.choices(["nothing", "synced"]).default("nothing"),
  );
  add("--rate-tag <n[:burst]>", "queries/s per tag or version; 0: unlimited", (option) =>
    option.argParser(readRate).default(readRate("0"), "0"),
  );
  add("--query-timeout <ms>", "maximum duration of a query", integer(30_000));
  add("--max-query <bytes>", "maximum size of a query", integer(MIB));
  add("--max-response <bytes>", "maximum size of a response to a query", integer(64 * MIB));
}

/** Settings of the endpoints, beside those of graph-node. */
export interface EndpointSettings {
  readonly rateTag: RateLimit;
}

/**
 * Returns the graph-node settings of a command; undefined: graph-node is not used.
 *
 * A header comes from a file or from the environment (`CHAINKIT_GRAPH_NODE_ADMIN_HEADER` and so on),
 * as the command line of a process can be read by others.
 *
 * @throws Error if a URL is missing while another is given, or if a header is malformed.
 */
export function graphNodeSettings(
  command: Command,
  env: NodeJS.ProcessEnv = process.env,
): GraphNodeSettings | undefined {
  const options = command.opts();
  const urlOf = (name: InterfaceName): string | undefined => options[keyOf(name, "")];
  const missing = NAMES.filter((name) => urlOf(name) === undefined);
  if (missing.length === NAMES.length) {
    return undefined;
  }
  if (missing.length > 0) {
    const flags = missing.map((name) => `--graph-node-${name}`).join(" and ");
    throw new Error(`${flags} is required: graph-node needs all of its three URLs`);
  }
  const interfaceOf = (name: InterfaceName): GraphNodeInterface => {
    const header = headerOf(name, options[keyOf(name, "HeaderFile")], env);
    return { url: urlOf(name) ?? "", header };
  };
  const { tagRequires, queryTimeout, maxQuery, maxResponse } = options as Options;
  return {
    admin: interfaceOf("admin"),
    query: interfaceOf("query"),
    status: interfaceOf("status"),
    tagRequires: tagRequires ?? "nothing",
    limits: {
      maxQuery: maxQuery ?? MIB,
      maxResponse: maxResponse ?? MIB,
      timeoutMs: queryTimeout ?? REQUEST_MS,
    },
    requestMs: REQUEST_MS,
    deployMs: DEPLOY_MS,
  };
}

function keyOf(name: InterfaceName, suffix: string): string {
  return `graphNode${name[0]?.toUpperCase()}${name.slice(1)}${suffix}`;
}

function headerOf(
  name: InterfaceName,
  file: string | undefined,
  env: NodeJS.ProcessEnv,
): GraphNodeInterface["header"] {
  const variable = `CHAINKIT_GRAPH_NODE_${name.toUpperCase()}_HEADER`;
  const [text, source] =
    file === undefined ? [env[variable], variable] : [readFileSync(file, "utf8"), file];
  if (text === undefined) {
    return undefined;
  }
  const [, header, value] =
    /^\s*([\w-]+):[ \t]*([\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(text) ?? [];
  if (!header || !value) {
    throw new Error(`${source}: expected one header, as Authorization: Bearer …`);
  }
  return { name: header.toLowerCase(), value };
}

/** Parses a URL of graph-node. The message does not repeat it: it may hold a key. */
function readUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "";
  if (!isPlain || url.username !== "" || url.password !== "") {
    throw new InvalidArgumentError(
      "Expected an http(s) URL without credentials, query or fragment; a header file is the place for a secret.",
    );
  }
  return text;
}
