import type { Command } from "commander";
import { CHAIN_NAMES, isChainName } from "../chain/profiles.ts";
import {
  type ChainSetting,
  type HeaderSetting,
  type PerChain,
  readChains,
  readFrom,
  readHeaders,
  readKeep,
  readRpcRate,
} from "./chain-values.ts";
import { addMetadataSettings, addSetting, addTrust, type MetadataSettings } from "./options.ts";
import { readInteger } from "./values.ts";

/** Settings of `serve` that say which chains to follow, and how. */
export interface FollowSettings extends MetadataSettings {
  readonly chain?: readonly ChainSetting[];
  /** Oldest blocks of chains. */
  readonly from?: readonly PerChain<number>[];
  /** Numbers of newest blocks to keep. */
  readonly keep?: readonly PerChain<number>[];
  readonly poll: number;
  readonly rpcHeader?: readonly HeaderSetting[];
  /** Calls per second to each node. */
  readonly rpcRate?: readonly PerChain<number>[];
  readonly sweep: number;
  /** Seconds after which properties of tokens are read again. */
  readonly rereadTokens: number;
  readonly senders: "sample" | "all";
  readonly trust: readonly string[];
}

/** Adds the options of `FollowSettings` to a command. */
export function addFollowSettings(command: Command): void {
  addSetting(
    command,
    "--chain <name=url,...>",
    "chain and its JSON-RPC URLs; a wss:// URL among them announces new heads; repeatable",
    (option) => option.argParser(readChains),
  );
  addSetting(
    command,
    "--from <[chain=]block>",
    "oldest block; those below the stored ones are added (default: the head of the node)",
    (option) => option.argParser(readFrom),
  );
  addSetting(
    command,
    "--keep <[chain=]blocks>",
    "newest blocks to keep; older ones are removed, balances and NFTs stay (default: all)",
    (option) => option.argParser(readKeep),
  );
  addMetadataSettings(command);
  addSetting(command, "--poll <ms>", "polling interval for the head", (option) =>
    option.argParser(readInteger(50)).default(500),
  );
  addRpcSettings(command);
  addSetting(
    command,
    "--sweep <pairs>",
    "balances re-read per block that no log changed, to find rebasing tokens; 0: none; " +
      "costs one call per 250 with Multicall3, otherwise one call each",
    (option) => option.argParser(readInteger(0)).default(200),
  );
  addSetting(
    command,
    "--reread-tokens <seconds>",
    "interval at which name, symbol and decimals of each token are read again, sooner while they are empty; " +
      "costs up to 7 calls each",
    (option) => option.argParser(readInteger(1)).default(86_400),
  );
  addSetting(
    command,
    "--balances-on-demand <n>",
    "unknown balances read per minute when requested with contract-address, a tenth of them for " +
      "one token or address; costs up to 4 calls each",
    (option) => option.argParser(readInteger(0)).default(0, "none"),
  );
  addSetting(
    command,
    "--discover <wallets>",
    "find tokens that requested wallets received before the oldest block, by their logs; each wallet " +
      "counts as one of --balances-on-demand",
    (option) => option.choices(["wallets"]),
  );
  addSetting(
    command,
    "--senders <sample|all>",
    "signatures verified per block while catching up; at the head: all",
    (option) => option.choices(["sample", "all"]).default("sample"),
  );
  addTrust(command);
}

/** Adds how nodes are called. */
export function addRpcSettings(command: Command): void {
  addSetting(
    command,
    "--rpc-header <[chain=]name: value>",
    "request header for nodes; secret: set it by environment or --config",
    (option) => option.argParser(readHeaders),
  );
  addSetting(
    command,
    "--rpc-rate <[chain=]calls/s>",
    "maximum calls per second to each node (default: learned)",
    (option) => option.argParser(readRpcRate),
  );
}

/**
 * Asserts that each chain is one of the contract, and that a setting of one chain has a chain to follow.
 *
 * @throws Error that names the option and the chain.
 */
export function assertChains({
  chain = [],
  from = [],
  keep = [],
  rpcHeader = [],
  rpcRate = [],
}: FollowSettings): void {
  const wrong = chain.find(({ name }) => !isChainName(name));
  if (wrong) {
    throw new Error(
      `--chain: unknown chain "${wrong.name}"; expected one of ${CHAIN_NAMES.join(", ")}`,
    );
  }
  const perChain = {
    "--from": from,
    "--keep": keep,
    "--rpc-header": rpcHeader,
    "--rpc-rate": rpcRate,
  };
  for (const [option, settings] of Object.entries(perChain)) {
    const unused = settings.find(
      (each) => each.chain && !chain.some(({ name }) => name === each.chain),
    );
    if (unused) {
      throw new Error(`${option}: chain ${unused.chain} has no --chain option`);
    }
  }
}

/** Returns the setting of a chain, or else the one for all chains. */
export function ownSetting<Value>(
  settings: readonly PerChain<Value>[] | undefined,
  name: string,
): Value | undefined {
  const own = settings?.find(({ chain }) => chain === name);
  return (own ?? settings?.find(({ chain }) => !chain))?.value;
}

/** Returns the request headers for the nodes of a chain: a secret of one chain is sent to no other. */
export function headersOf(
  { rpcHeader = [] }: Pick<FollowSettings, "rpcHeader">,
  name: string,
): Record<string, string> {
  const own = rpcHeader.filter((each) => (each.chain ?? name) === name);
  return Object.fromEntries(own.map((each) => [each.name, each.value]));
}
