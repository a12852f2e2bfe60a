import { type Command, Option } from "commander";
import type { CorsOrigins } from "../http/cors.ts";
import type { RateLimit } from "../http/rate-limiter.ts";
import { GATEWAYS } from "../metadata/location.ts";
import { applyConfigFile } from "./file.ts";
import {
  readChainNames,
  readGateway,
  readInteger,
  readOrigins,
  readPort,
  readProxies,
  readRate,
} from "./values.ts";

/** What every command that serves HTTP can be told. */
export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly graphNs?: string;
  readonly rateAnonymous: RateLimit;
  readonly rateToken: RateLimit;
  readonly cors: CorsOrigins;
  /** Proxies in front whose `X-Forwarded-For` is believed: addresses, networks, or their names. */
  readonly trustProxy: readonly string[] | false;
  readonly readyLag: number;
  readonly logLevel: string;
}

/** What a command that fetches metadata of NFTs can be told. */
export interface MetadataSettings {
  readonly fetchMetadata?: boolean;
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"];

/** Adds an option that the environment and the file can set as well. */
export function addSetting(
  command: Command,
  flags: string,
  description: string,
  complete: (option: Option) => Option = (option) => option,
): void {
  const option = new Option(flags, description);
  option.env(`CHAINKIT_${option.name().toUpperCase().replaceAll("-", "_")}`);
  // Added last, because its default is looked at only then.
  command.addOption(complete(option));
}

/** Adds the settings of HTTP, with the rate limits that suit the command. */
export function addHttpSettings(command: Command, anonymous: string, token: string): void {
  const add = addSetting.bind(undefined, command);
  const rate = (text: string) => (option: Option) =>
    option.argParser(readRate).default(readRate(text), text);
  add("--port <n>", "TCP port", (option) => option.argParser(readPort).default(4010));
  add("--host <address>", "address to listen on", (option) => option.default("127.0.0.1"));
  add("--graph-ns <name>", "the graph_ns of management paths (default: any)");
  add(
    "--rate-anonymous <n[:burst]>",
    "requests/s per IPv4 address or IPv6 /64; 0: no limit",
    rate(anonymous),
  );
  add("--rate-token <n[:burst]>", "requests/s per token; 0: no limit", rate(token));
  add("--cors <origins>", "web pages that may read the data areas: *, none, or origins", (option) =>
    option.argParser(readOrigins).default("*"),
  );
  const proxies = "believe X-Forwarded-For of these proxies (alone: those on this machine)";
  add("--trust-proxy [addresses]", proxies, (option) =>
    option.argParser(readProxies).preset("loopback").default(false, "none"),
  );
  add("--ready-lag <blocks>", "/readyz fails when a chain is further behind", (option) =>
    option.argParser(readInteger(0)).default(10),
  );
  add("--log-level <level>", "how much the log tells", (option) =>
    option.choices(LEVELS).default("info"),
  );
}

/** Adds the settings of metadata. */
export function addMetadataSettings(command: Command): void {
  const add = addSetting.bind(undefined, command);
  const gateway = (url: string) => (option: Option) => option.argParser(readGateway).default(url);
  add("--fetch-metadata", "fetch NFT metadata from the Internet (IPFS and others)");
  add("--ipfs-gateway <url>", "where ipfs:// is fetched", gateway(GATEWAYS.ipfs));
  add("--arweave-gateway <url>", "where ar:// is fetched", gateway(GATEWAYS.arweave));
}

/**
 * Adds `--config` and the rule which value counts: the option, else the environment, else the file,
 * else the default.
 */
export function addConfigFile(command: Command): void {
  const option = new Option("--config <file>", "JSON file with settings, named as these options");
  command.addOption(option.env("CHAINKIT_CONFIG"));
  command.hook("preAction", (_, self) => {
    const { config } = self.opts();
    if (config !== undefined) {
      applyConfigFile(self, config);
    }
  });
}

/** Adds `--trust`, the way out when a chain has forked to blocks that this version does not know. */
export function addTrust(command: Command): void {
  addSetting(
    command,
    "--trust <chains>",
    "chains whose blocks are taken unverified, if they follow their parents",
    (option) => option.argParser(readChainNames).default([], "none"),
  );
}

/** Adds `--data`. It has no default, so that nobody looks into a folder by mistake. */
export function addData(command: Command): void {
  addSetting(command, "--data <folder>", "where the service keeps its data");
}

/** The data folder that a command was given. @throws Error if it was given none. */
export function dataPath(command: Command): string {
  const { data } = command.opts();
  if (typeof data !== "string" || data === "") {
    throw new Error("--data is missing: name the folder where the service keeps its data");
  }
  return data;
}
