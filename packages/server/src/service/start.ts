import type { FastifyBaseLogger } from "fastify";
import { Registry } from "prom-client";
import type { HttpSettings } from "../config/options.ts";
import type { GraphNodeSettings } from "../graph-node/graph-node.ts";
import { balancesOnDemand } from "../handlers/balances-on-demand.ts";
import type { Readiness } from "../http/probes.ts";
import type { ManagementStore } from "../store/management-store.ts";
import { openManagement } from "../store/open.ts";
import {
  closeReaders,
  type FollowedChains,
  followChains,
  isOpen,
  type OpenChain,
  type ServedChain,
} from "./chains.ts";
import { type HttpService, startHttp, startProbes } from "./http-service.ts";
import { openGraphNode } from "./managed-graph-node.ts";
import { stopAll } from "./stop-all.ts";
import type { Storage, StoredCursorKey } from "./storage.ts";
import { cacheTokens } from "./tokens.ts";

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Follows chains and serves them over HTTP until stopped.
 *
 * @throws Error if the port is in use, with all resources closed, or if the data of no chain can be opened.
 */
export async function startService(
  settings: HttpSettings,
  storage: Storage,
  chains: readonly ServedChain[],
  graphNodeSettings?: GraphNodeSettings,
) {
  const opened = chains.filter(isOpen);
  const reasons = chains.flatMap(({ reader }) => (reader instanceof Error ? reader.message : []));
  if (opened.length === 0 && reasons.length > 0) {
    throw new Error(reasons.join("; "));
  }
  const log = Promise.withResolvers<FastifyBaseLogger>();
  const following = Promise.withResolvers<FollowedChains>();
  const stored = await openManagement(storage.management, undefined, async () => {
    (await log.promise).info("management data has been opened");
  });
  // Reading a token of a file is cheap.
  const management = storage.management.kind === "postgres" ? cacheTokens(stored) : stored;
  const managementTrouble = await troubleOf(management);
  const graphNode = graphNodeSettings && (await openGraphNode(storage, graphNodeSettings));
  const closeStores = () =>
    stopAll([async () => graphNode?.stop()], [() => closeReaders(chains), management.close]);
  const readiness = async (): Promise<Readiness> => {
    const { ready, ...states } = await (await following.promise).readiness();
    const trouble = await troubleOf(management);
    return {
      ready: ready && !trouble?.isBroken,
      ...states,
      ...(graphNode && { graphNode: graphNode.report() }),
      ...(trouble && { management: { trouble: trouble.reason } }),
    };
  };
  const metrics = new Registry();
  let cursorKey: StoredCursorKey;
  let http: HttpService;
  try {
    cursorKey = await storage.cursorKey();
    http = await startHttp(settings, {
      management,
      chains: new Map(chains.map(({ name, reader }) => [name, reader])),
      cursorKey: cursorKey.key,
      readiness,
      metrics,
      onDemand: onDemandOf(settings, opened, following.promise),
      graphNode: graphNode?.node,
    });
  } catch (error) {
    await closeStores();
    throw error;
  }
  log.resolve(http.log);
  if (managementTrouble) {
    const { reason, isBroken } = managementTrouble;
    const problem = isBroken ? "management data cannot be opened" : "management data is read-only";
    http.log.error({ reason }, problem);
  }
  if (cursorKey.trouble !== undefined) {
    http.log.warn({ reason: cursorKey.trouble }, "cursors become invalid with the next restart");
  }
  const followed = followChains(chains, settings, http.log, metrics);
  following.resolve(followed);
  graphNode?.watch(http.log, metrics);
  return {
    url: http.url,
    management,
    readiness: followed.readiness,
    isSettled: followed.isSettled,
    stop: () => stopAll([http.close, followed.stop], [closeStores]),
  };
}

/** Creates the reading of unknown balances; undefined if it is off. */
export function onDemandOf(
  { balancesOnDemand: perMinute = 0, discover }: HttpSettings,
  chains: readonly OpenChain[],
  followed: Promise<Pick<FollowedChains, "isFollowed" | "add">>,
) {
  if (perMinute === 0) {
    return undefined;
  }
  // The readers of a folder leave writing to its follower.
  const discovered = chains.filter(
    ({ order }) => discover && (order.urls.length > 0 || order.store.kind === "postgres"),
  );
  return balancesOnDemand({
    perMinute,
    readers: new Map(chains.map(({ name, reader }) => [name, reader])),
    isFollowed: async (chain) => (await followed).isFollowed(chain),
    add: async (chain, additions) => (await followed).add(chain, additions),
    discovered: discovered.map(({ name }) => name),
  });
}

/** Returns why management data cannot be opened, or only be read; undefined if neither is the case. */
async function troubleOf(management: ManagementStore) {
  try {
    const reason = await management.readOnlyReason();
    return reason === undefined ? undefined : { reason, isBroken: false };
  } catch (error) {
    return { reason: (error as Error).message, isBroken: true };
  }
}

/** Follows chains until stopped. Over HTTP only the probes are served. @throws Error if the port is in use. */
export async function startFollower(settings: HttpSettings, chains: readonly ServedChain[]) {
  const metrics = new Registry();
  const following = Promise.withResolvers<FollowedChains>();
  const readiness = async () => (await following.promise).readiness();
  const http = await startProbes(settings, { metrics, readiness });
  const followed = followChains(chains, settings, http.log, metrics);
  following.resolve(followed);
  return {
    url: http.url,
    readiness,
    stop: () => stopAll([http.close, followed.stop], [() => closeReaders(chains)]),
  };
}
