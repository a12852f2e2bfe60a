import type { Command } from "commander";
import type { GraphNodeSettings } from "../graph-node/graph-node.ts";
import type { GraphNodeInterface } from "../graph-node/request.ts";
import type { TagRequirement } from "../graph-node/tags.ts";
import { addSetting } from "./options.ts";
import { readHeader, readRate } from "./values.ts";

const INTERFACES = {
  admin: "JSON-RPC URL of graph-node, as http://127.0.0.1:8020",
  query: "query URL of graph-node, as http://127.0.0.1:8000",
  status: "index-node URL of graph-node, as http://127.0.0.1:8030",
} as const;
type InterfaceName = keyof typeof INTERFACES;
const NAMES = Object.keys(INTERFACES) as InterfaceName[];

export function addGraphNodeSettings(command: Command): void {
  for (const name of NAMES) {
    addSetting(command, `--graph-node-${name} <url>`, INTERFACES[name], (option) =>
      option.argParser((text: string) => readUrl(`--graph-node-${name}`, text)),
    );
    const header = `--graph-node-${name}-header`;
    addSetting(
      command,
      `${header} <name: value>`,
      "request header for it; secret: set it by environment or --config",
      (option) =>
        option.argParser((text: string) => {
          const given = readHeader(text);
          if (!given) {
            // Without the value, which is a secret.
            throw new Error(`${header}: expected one header, as Authorization: Bearer …`);
          }
          return given;
        }),
    );
  }
}

export function addEndpointSettings(command: Command): void {
  addSetting(command, "--tag-requires <state>", "state of a version that a tag may move to", (to) =>
    to.choices(["nothing", "synced"]).default("nothing"),
  );
  addSetting(
    command,
    "--rate-tag <n[:burst]>",
    "queries/s per tag or version; 0: unlimited",
    (option) => option.argParser(readRate).default(readRate("0"), "0"),
  );
}

/** Undefined if graph-node is not used. @throws Error if a URL is missing while another is given. */
export function graphNodeSettings(command: Command): GraphNodeSettings | undefined {
  const options = command.opts();
  const interfaces = NAMES.map((name): [InterfaceName, GraphNodeInterface] => {
    const key = `graphNode${name[0]?.toUpperCase()}${name.slice(1)}`;
    return [name, { url: options[key] ?? "", header: options[`${key}Header`] }];
  });
  const missing = interfaces.flatMap(([name, { url }]) => (url ? [] : `--graph-node-${name}`));
  if (missing.length === NAMES.length) {
    return undefined;
  }
  if (missing.length > 0) {
    throw new Error(`${missing.join(" and ")} is required: graph-node needs all of its three URLs`);
  }
  return {
    ...(Object.fromEntries(interfaces) as Record<InterfaceName, GraphNodeInterface>),
    tagRequires: (options.tagRequires as TagRequirement | undefined) ?? "nothing",
  };
}

/** Parses a URL of graph-node. The message does not repeat it: it may hold a key. */
function readUrl(option: string, text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname) {
    throw new Error(
      `${option}: expected an http(s) URL without credentials, query or fragment; the header is the place for a secret`,
    );
  }
  return text;
}
