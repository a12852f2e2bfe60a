import { type Command, Option } from "commander";
import { KEEP_ALIVE_S, LOGGED_REQUESTS, type ServerSettings } from "../http/defaults.ts";
import type { RateLimit } from "../http/rate-limiter.ts";
import { applyConfigFile } from "./file.ts";
import {
  readChainNames,
  readHost,
  readInteger,
  readOrigins,
  readProxies,
  readRate,
} from "./values.ts";

/** HTTP settings, common to `serve` and `dev`. */
export interface HttpSettings extends ServerSettings {
  readonly port: number;
  readonly host: string;
  readonly graphNs?: string;
  readonly rateAnonymous: RateLimit;
  readonly rateToken: RateLimit;
  /** Limit of queries per version or tag of a subgraph. Default: none. */
  readonly rateTag?: RateLimit;
  /** Number of processes among which a balancer spreads the requests of one caller. */
  readonly rateShare?: number;
  readonly explorer?: boolean;
  /** Address of the documentation, which the explorer links to. */
  readonly docsUrl?: string | undefined;
  /** Gateways that the explorer loads images through, if its reader wants them. */
  readonly ipfsGateway?: string;
  readonly arweaveGateway?: string;
  /** Maximum number of unknown balances read per minute. Default: 0, none. */
  readonly balancesOnDemand?: number;
  /** Whether the tokens of requested wallets below the oldest block are found, within that budget. */
  readonly discover?: "wallets";
  readonly readyLag: number;
  readonly logLevel: string;
}

const MAX_PORT = 65_535;
const LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"];

/** Adds an option that can also be set by the environment and the configuration file. */
export function addSetting(
  command: Command,
  flags: string,
  description: string,
  complete: (option: Option) => Option = (option) => option,
): void {
  const option = new Option(flags, description);
  option.env(`CHAINKIT_${option.name().toUpperCase().replaceAll("-", "_")}`);
  // Added last: commander reads the default when the option is added.
  command.addOption(complete(option));
}

/** Adds the HTTP settings with the default rate limits of the command. */
export function addHttpSettings(command: Command, anonymous: string, token: string): void {
  const add = addSetting.bind(undefined, command);
  const rate = (text: string) => (option: Option) =>
    option.argParser(readRate).default(readRate(text), text);
  add("--port <n>", "TCP port", (option) =>
    option.argParser(readInteger(0, MAX_PORT)).default(4010),
  );
  add("--host <address>", "address to listen on", (option) =>
    option.argParser(readHost).default("127.0.0.1"),
  );
  add("--graph-ns <name>", "accepted graph_ns of management paths (default: any)");
  add(
    "--rate-anonymous <n[:burst]>",
    "requests/s per IPv4 address or IPv6 /64; 0: unlimited",
    rate(anonymous),
  );
  add("--rate-token <n[:burst]>", "requests/s per token; 0: unlimited", rate(token));
  add(
    "--rate-share <n>",
    "processes among which a balancer spreads each caller; limits are divided by it",
    (option) => option.argParser(readInteger(1)).default(1),
  );
  add("--cors <origins>", "origins allowed to read the data areas: *, none, or a list", (option) =>
    option.argParser(readOrigins).default("*"),
  );
  add("--trust-proxy <addresses>", "trust X-Forwarded-For from these proxies", (option) =>
    option.argParser(readProxies).default([], "none"),
  );
  add("--keep-alive <s>", "seconds after which an idle connection is closed", (option) =>
    option.argParser(readInteger(1, 3_600)).default(KEEP_ALIVE_S),
  );
  add("--ready-lag <blocks>", "maximum lag of a chain before /readyz returns 503", (option) =>
    option.argParser(readInteger(0)).default(10),
  );
  add("--log-level <level>", "minimum level of log messages", (option) =>
    option.choices(LEVELS).default("info"),
  );
  add("--log-requests <which>", "requests that are logged; failed: status 500 or above", (option) =>
    option.choices(LOGGED_REQUESTS).default("all"),
  );
}

/** Adds `--config`. Precedence: command line, environment, configuration file, default. */
export function addConfigFile(command: Command): void {
  const option = new Option("--config <file>", "JSON file with settings, keyed by option name");
  command.addOption(option.env("CHAINKIT_CONFIG"));
  command.hook("preAction", (_, self) => {
    const { config } = self.opts();
    if (config !== undefined) {
      applyConfigFile(self, config);
    }
  });
}

/** Adds `--trust`, the workaround for a hard fork that this version cannot verify. */
export function addTrust(command: Command): void {
  addSetting(
    command,
    "--trust <chains>",
    "chains whose blocks and reorganisations are accepted with only the parent hash checked",
    (option) => option.argParser(readChainNames).default([], "none"),
  );
}
