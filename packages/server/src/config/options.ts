import { type Command, Option } from "commander";
import type { RateLimit } from "../auth/rate-limiter.ts";
import type { CorsOrigins } from "../http/cors.ts";
import { applyConfigFile } from "./file.ts";
import { readInteger, readOrigins, readPort, readRate } from "./values.ts";

/** What every command that serves HTTP can be told. */
export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly graphNs?: string;
  readonly rateAnonymous: RateLimit;
  readonly rateToken: RateLimit;
  readonly cors: CorsOrigins;
  readonly trustProxy: boolean;
  readonly readyLag: number;
  readonly logLevel: string;
}

const LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"];

/** Adds an option that the environment and the file can set as well. */
export function setting(command: Command, flags: string, description: string): Option {
  const option = new Option(flags, description);
  option.env(`CHAINKIT_${option.name().toUpperCase().replaceAll("-", "_")}`);
  command.addOption(option);
  return option;
}

/** Adds the settings of HTTP, with the rate limit that suits the command. */
export function addHttpSettings(command: Command, anonymous: string, token: string): void {
  setting(command, "--port <n>", "TCP port").argParser(readPort).default(4010);
  setting(command, "--host <address>", "address to listen on").default("127.0.0.1");
  setting(command, "--graph-ns <name>", "the graph_ns of management paths (default: any)");
  rate(
    command,
    "--rate-anonymous <n[:burst]>",
    "requests per second per address; 0: no limit",
  ).default(readRate(anonymous), anonymous);
  rate(command, "--rate-token <n[:burst]>", "requests per second per token; 0: no limit").default(
    readRate(token),
    token,
  );
  setting(
    command,
    "--cors <origins>",
    "web pages that may read the data areas: *, none, or origins",
  )
    .argParser(readOrigins)
    .default("*");
  setting(command, "--trust-proxy", "take the caller's address from X-Forwarded-For").default(
    false,
  );
  setting(command, "--ready-lag <blocks>", "/readyz fails when a chain is further behind")
    .argParser(readInteger(0))
    .default(10);
  setting(command, "--log-level <level>", "how much the log tells").choices(LEVELS).default("info");
}

function rate(command: Command, flags: string, description: string): Option {
  return setting(command, flags, description).argParser(readRate);
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

/** Adds `--data`. It has no default, so that nobody looks into a folder by mistake. */
export function addData(command: Command): void {
  setting(command, "--data <folder>", "where the service keeps its data");
}

/** The data folder that a command was given. @throws Error if it was given none. */
export function dataPath(command: Command): string {
  const { data } = command.opts();
  if (typeof data !== "string" || data === "") {
    throw new Error("--data is missing: name the folder where the service keeps its data");
  }
  return data;
}
