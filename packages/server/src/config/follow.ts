import type { Command, Option } from "commander";
import { CHAIN_NAMES, isChainName } from "../chain/profiles.ts";
import { GATEWAYS } from "../metadata/location.ts";
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
import { addSetting, addTrust } from "./options.ts";
import { readGateway, readInteger } from "./values.ts";

export interface FollowSettings {
  readonly chain?: readonly ChainSetting[];
  readonly from?: readonly PerChain<number>[];
  readonly keep?: readonly PerChain<number>[];
  readonly fetchMetadata?: boolean;
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
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

export function addFollowSettings(command: Command): void {
  const add = addSetting.bind(undefined, command);
  const gateway = (url: string) => (option: Option) =>
    option.argParser((text: string) => readGateway(`--${option.name()}`, text)).default(url);
  add(
    "--chain <name=url,...>",
    "chain and its JSON-RPC URLs; a wss:// URL among them announces new heads; repeatable",
    (option) => option.argParser(readChains),
  );
  add(
    "--from <[chain=]block>",
    "oldest block; those below the stored ones are added (default: the head of the node)",
    (option) => option.argParser(readFrom),
  );
  add(
    "--keep <[chain=]blocks>",
    "newest blocks to keep; older ones are removed, balances and NFTs stay (default: all)",
    (option) => option.argParser(readKeep),
  );
  add("--fetch-metadata", "fetch NFT metadata from ipfs://, ar:// and https:// URIs");
  add("--ipfs-gateway <url>", "gateway for ipfs:// URIs", gateway(GATEWAYS.ipfs));
  add("--arweave-gateway <url>", "gateway for ar:// URIs", gateway(GATEWAYS.arweave));
  add("--poll <ms>", "polling interval for the head", (option) =>
    option.argParser(readInteger(50)).default(500),
  );
  addRpcSettings(command);
  add(
    "--sweep <pairs>",
    "balances re-read per block that no log changed, to find rebasing tokens; 0: none; " +
      "costs one call per 250 with Multicall3, otherwise one call each",
    (option) => option.argParser(readInteger(0)).default(200),
  );
  add(
    "--reread-tokens <seconds>",
    "interval at which name, symbol and decimals of each token are read again, sooner while they are empty; " +
      "costs up to 7 calls each",
    (option) => option.argParser(readInteger(1)).default(86_400),
  );
  add(
    "--balances-on-demand <n>",
    "unknown balances read per minute when requested with contract-address, a tenth of them for " +
      "one token or address; costs up to 4 calls each",
    (option) => option.argParser(readInteger(0)).default(0, "none"),
  );
  add(
    "--discover <wallets>",
    "find tokens that requested wallets received before the oldest block, by their logs; each wallet " +
      "counts as one of --balances-on-demand",
    (option) => option.choices(["wallets"]),
  );
  add(
    "--senders <sample|all>",
    "signatures verified per block while catching up; at the head: all",
    (option) => option.choices(["sample", "all"]).default("sample"),
  );
  addTrust(command);
}

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

/** @throws Error that names the option, if a chain is unknown, or one that is not followed has a setting. */
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
