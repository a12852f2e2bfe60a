import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { misspeltVariables } from "../config/file.ts";
import {
  addFollowSettings,
  assertChains,
  type FollowSettings,
  headersOf,
  ownSetting,
} from "../config/follow.ts";
import {
  addEndpointSettings,
  addGraphNodeSettings,
  graphNodeSettings,
} from "../config/graph-node.ts";
import { addHttpSettings, addSetting, type HttpSettings } from "../config/options.ts";
import { addStorage, storageOf } from "../config/storage.ts";
import type { ServedChain } from "../service/chains.ts";
import { watchProgress } from "../service/display.ts";
import { openStorage, type Storage } from "../service/storage.ts";
import { runUntilSignal } from "./run.ts";

/** Part of the service that a process runs. */
type Role = "all" | "api" | "follow";

const ROLES: readonly Role[] = ["all", "api", "follow"];

export interface ServeSettings extends HttpSettings, FollowSettings {
  /** Declared by both: they fetch metadata, and the explorer loads images through them. */
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
  readonly role: Role;
}

export function addServeCommand(program: Command): void {
  const command = program
    .command("serve")
    .description("follow chains and serve them, together with imported chains");
  addServeSettings(command);
  command.action(async () => {
    const { storage: place, settings } = readServeSettings(command);
    const { role, chain = [] } = settings;
    for (const misspelt of misspeltVariables(program)) {
      console.error(`chainkit-server: warning: ${misspelt}`);
    }
    if (chain.length > 0 && role !== "api") {
      // V8 spreads each short collection over threads that have the priority of the requests, also those of
      // the follower, which has a lower one.
      setFlagsFromString("--no-parallel-scavenge");
    }
    // Loaded lazily: the other commands do not serve, and would take more than twice as long to start.
    const { startFollower, startService } = await import("../service/start.ts");
    const storage = openStorage(place);
    const graphNode = graphNodeSettings(command);
    const chains = await openChains(storage, settings, graphNode !== undefined);
    const service =
      role === "follow"
        ? await startFollower(settings, chains)
        : await startService(settings, storage, chains, graphNode);
    const stopProgress = watchProgress(service.readiness);
    runUntilSignal({
      async stop() {
        stopProgress();
        await service.stop();
      },
    });
    // Only now, as whoever reads it may send a signal.
    console.error(`chainkit-server listening at ${service.url}`);
  });
}

/** Adds the settings of `serve`, also to a command that checks them. */
export function addServeSettings(command: Command): void {
  addFollowSettings(command);
  addStorage(command);
  addSetting(
    command,
    "--role <role>",
    "api: serve, follow no chain; follow: write chains, serve only probes; needs --database",
    (option) => option.choices(ROLES).default("all"),
  );
  addHttpSettings(command, "50", "500");
  addSetting(command, "--explorer", "serve a block explorer at /explorer/");
  addGraphNodeSettings(command);
  addEndpointSettings(command);
}

/** Returns the settings of `serve`. @throws Error if they do not fit each other. */
export function readServeSettings(command: Command) {
  const storage = storageOf(command);
  const settings = command.opts<ServeSettings>();
  const { role, chain = [], discover, balancesOnDemand = 0 } = settings;
  assertChains(settings);
  // A process that only follows takes no requests: it discovers the wallets that others have queued.
  if (discover !== undefined && role !== "follow" && balancesOnDemand === 0) {
    throw new Error("--discover needs --balances-on-demand, whose budget it uses");
  }
  if (role !== "all" && storage.kind === "folder") {
    throw new Error(
      `--role ${role} needs --database; with a data folder, a process without --chain only serves`,
    );
  }
  if (role === "follow" && chain.length === 0) {
    throw new Error("--role follow needs --chain: it only follows chains");
  }
  return { storage, settings };
}

async function openChains(
  storage: Storage,
  settings: ServeSettings,
  hasSubgraphs: boolean,
): Promise<readonly ServedChain[]> {
  const { chain = [], from, keep, rpcRate, fetchMetadata = false, poll, trust } = settings;
  const isFollowing = settings.role !== "api";
  const gateways = { ipfs: settings.ipfsGateway, arweave: settings.arweaveGateway };
  // A process that only follows has no use for the chains of other followers.
  const stored = settings.role === "follow" ? [] : await storage.chains();
  const names = new Set([...stored, ...chain.map(({ name }) => name)]);
  if (names.size === 0 && !hasSubgraphs) {
    throw new Error(
      "no chain to serve: pass --chain or set CHAINKIT_CHAIN, or import blocks first",
    );
  }
  const { openChain } = await import("../service/chains.ts");
  const opening = [...names].map(async (name) => {
    const followed = isFollowing ? chain.find((each) => each.name === name) : undefined;
    return openChain(storage, name, {
      urls: followed?.urls ?? [],
      webSocketUrl: followed?.webSocketUrl,
      rpc: { headers: headersOf(settings, name), rate: ownSetting(rpcRate, name) },
      from: ownSetting(from, name),
      keep: ownSetting(keep, name),
      sweepPairs: settings.sweep,
      rereadSeconds: settings.rereadTokens,
      senders: settings.senders,
      pollMs: poll,
      fetchMetadata: isFollowing && fetchMetadata,
      gateways,
      isTrusted: trust.includes(name),
    });
  });
  return Promise.all(opening);
}
