import type { Command } from "commander";
import { CHAIN_NAMES } from "../chain/profiles.ts";
import {
  type ChainSetting,
  type FromSetting,
  type HeaderSetting,
  type KeepSetting,
  type RpcRateSetting,
  readChains,
  readFrom,
  readHeaders,
  readKeep,
  readRpcRate,
} from "../config/chain-values.ts";
import {
  addEndpointSettings,
  addGraphNodeSettings,
  type EndpointSettings,
  graphNodeSettings,
} from "../config/graph-node.ts";
import {
  addConfigFile,
  addHttpSettings,
  addMetadataSettings,
  addSetting,
  addTrust,
  type HttpSettings,
  type MetadataSettings,
} from "../config/options.ts";
import { addRole, assertRole, type Role } from "../config/role.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import { readInteger } from "../config/values.ts";
import { openChain, type ServedChain } from "../service/chains.ts";
import type { Deployment } from "../service/deployment.ts";
import { openDeployment } from "../service/open-deployment.ts";
import { startService } from "../service/start.ts";
import { startFollower } from "../service/start-follower.ts";
import { watchProgress } from "./progress.ts";
import { runUntilSignal } from "./run.ts";

interface ServeSettings extends HttpSettings, MetadataSettings, EndpointSettings {
  readonly chain?: readonly ChainSetting[];
  readonly from?: readonly FromSetting[];
  readonly keep?: readonly KeepSetting[];
  readonly poll: number;
  readonly rpcHeader?: readonly HeaderSetting[];
  readonly rpcRate?: readonly RpcRateSetting[];
  readonly sweep: number;
  readonly role: Role;
  readonly senders: "sample" | "all";
  readonly trust: readonly string[];
}

/** Adds the `serve` command. */
export function addServeCommand(program: Command): void {
  const command = program
    .command("serve")
    .description("follow chains and serve them, together with imported chains");
  addSetting(
    command,
    "--chain <name=url,...>",
    "chain and its JSON-RPC URLs; a wss:// URL among them announces new heads; repeatable",
    (option) => option.argParser(readChains),
  );
  addSetting(
    command,
    "--from <[chain=]block>",
    "first block; older ones are added below those that are stored (default: the latest)",
    (option) => option.argParser(readFrom),
  );
  addSetting(
    command,
    "--keep <[chain=]blocks>",
    "newest blocks to keep; older ones are removed, balances and NFTs stay (default: all)",
    (option) => option.argParser(readKeep),
  );
  addMetadataSettings(command);
  addSetting(command, "--poll <ms>", "polling interval for the latest block", (option) =>
    option.argParser(readInteger(50)).default(500),
  );
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
  addSetting(
    command,
    "--sweep <pairs>",
    "balances re-read per block that no log changed, to find rebasing tokens; 0: none; " +
      "costs one call per 250 with Multicall3, otherwise one call each",
    (option) => option.argParser(readInteger(0)).default(200),
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
    "--senders <sample|all>",
    "signatures verified per block while catching up; at the head: all",
    (option) => option.choices(["sample", "all"]).default("sample"),
  );
  addTrust(command);
  addStorage(command);
  addRole(command);
  addHttpSettings(command, "50", "500");
  addGraphNodeSettings(command);
  addEndpointSettings(command);
  addConfigFile(command);
  command.action(async () => {
    const storage = storageOf(command);
    const settings = command.opts<ServeSettings>();
    const { role, chain = [] } = settings;
    assertChains(settings);
    assertRole(role, storage, chain.length);
    const deployment = openDeployment(storage);
    const graphNode = graphNodeSettings(command);
    const chains = await openChains(deployment, settings, graphNode !== undefined);
    const service =
      role === "follow"
        ? await startFollower(settings, chains)
        : await startService(
            settings,
            deployment,
            chains,
            graphNode && { settings: graphNode, limit: settings.rateTag },
          );
    const progress = watchProgress(service.readiness);
    runUntilSignal({
      async stop() {
        progress.stop();
        await service.stop();
      },
    });
    // Only now, as whoever reads it may send a signal.
    console.error(`chainkit-server listening at ${service.url}`);
  });
}

function assertChains({
  chain = [],
  from = [],
  keep = [],
  rpcHeader = [],
  rpcRate = [],
}: ServeSettings): void {
  const names: readonly string[] = CHAIN_NAMES;
  const wrong = chain.find(({ name }) => !names.includes(name));
  if (wrong) {
    throw new Error(`--chain: unknown chain "${wrong.name}"; expected one of ${names.join(", ")}`);
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

async function openChains(
  deployment: Deployment,
  settings: ServeSettings,
  hasSubgraphs: boolean,
): Promise<ServedChain[]> {
  const { chain = [], from = [], fetchMetadata = false, poll, trust } = settings;
  const { keep = [], rpcHeader = [], rpcRate = [] } = settings;
  const isFollowing = settings.role !== "api";
  const gateways = { ipfs: settings.ipfsGateway, arweave: settings.arweaveGateway };
  // A process that only follows has no use for the chains of other followers.
  const stored = settings.role === "follow" ? [] : await deployment.chains();
  const names = new Set([...stored, ...chain.map(({ name }) => name)]);
  if (names.size === 0 && !hasSubgraphs) {
    throw new Error("no chain to serve: pass --chain, or import blocks first");
  }
  const opened = [...names].map((name) => {
    const own = ownSetting(from, name);
    const headers = rpcHeader
      .filter((each) => (each.chain ?? name) === name)
      .map((each) => [each.name, each.value]);
    const nodes = chain.find((each) => each.name === name)?.urls ?? [];
    return openChain(deployment, name, {
      urls: isFollowing ? nodes : [],
      rpc: { headers: Object.fromEntries(headers), rate: ownSetting(rpcRate, name)?.rate },
      from: own?.block,
      keep: ownSetting(keep, name)?.blocks,
      sweepPairs: settings.sweep,
      senders: settings.senders,
      pollMs: poll,
      fetchMetadata: isFollowing && fetchMetadata,
      gateways,
      isTrusted: trust.includes(name),
    });
  });
  return Promise.all(opened);
}

/** Returns the setting of a chain, or else the one for all chains. */
function ownSetting<Setting extends { readonly chain: string | undefined }>(
  settings: readonly Setting[],
  name: string,
): Setting | undefined {
  return settings.find(({ chain }) => chain === name) ?? settings.find(({ chain }) => !chain);
}
