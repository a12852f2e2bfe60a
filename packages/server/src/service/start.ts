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
  let log: FastifyBaseLogger | undefined;
  const management = await managementOf(storage, () => {
    log?.info("management data has been opened");
  });
  const managementTrouble = await troubleOf(management);
  const graphNode = graphNodeSettings && (await openGraphNode(storage, graphNodeSettings));
  let cursorKey: StoredCursorKey;
  const closeStores = () =>
    stopAll([async () => graphNode?.stop()], [() => closeReaders(chains), management.close]);
  const metrics = new Registry();
  let followed: FollowedChains | undefined;
  const starting = { ready: false, chains: {} };
  let http: HttpService;
  try {
    cursorKey = await storage.cursorKey();
    http = await startHttp(settings, {
      management,
      chains: new Map(chains.map(({ name, reader }) => [name, reader])),
      cursorKey: cursorKey.key,
      readiness: async () => {
        const readiness = {
          ...((await followed?.readiness()) ?? starting),
          ...(graphNode && { graphNode: graphNode.report() }),
        };
        const trouble = await troubleOf(management);
        return trouble === undefined
          ? readiness
          : {
              ...readiness,
              ready: readiness.ready && !trouble.isBroken,
              management: { trouble: trouble.reason },
            };
      },
      metrics,
      onDemand: onDemandOf(settings, opened, () => followed),
      graphNode: graphNode?.node,
    });
  } catch (error) {
    await closeStores();
    throw error;
  }
  log = http.log;
  if (managementTrouble !== undefined) {
    const { reason, isBroken } = managementTrouble;
    const problem = isBroken ? "management data cannot be opened" : "management data is read-only";
    log.error({ reason }, problem);
  }
  if (cursorKey.trouble !== undefined) {
    http.log.warn({ reason: cursorKey.trouble }, "cursors become invalid with the next restart");
  }
  const running = followChains(chains, settings, http.log, metrics);
  followed = running;
  graphNode?.watch(http.log, metrics);
  return {
    url: http.url,
    management,
    readiness: running.readiness,
    isSettled: running.isSettled,
    stop: () => stopAll([http.close, running.stop], [closeStores]),
  };
}

/** Creates the reading of unknown balances; undefined if it is off. */
export function onDemandOf(
  { balancesOnDemand: perMinute = 0, discover }: HttpSettings,
  chains: readonly OpenChain[],
  followed: () => FollowedChains | undefined,
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
    isFollowed: async (chain) => (await followed()?.isFollowed(chain)) ?? false,
    add: async (chain, additions) => followed()?.add(chain, additions),
    discovered: discovered.map(({ name }) => name),
  });
}

/** Opens management data, of a database with its tokens cached. */
async function managementOf(
  { management }: Storage,
  onOpened: () => void,
): Promise<ManagementStore> {
  const store = await openManagement(management, undefined, onOpened);
  // Reading a token of a file is cheap.
  return management.kind === "postgres" ? cacheTokens(store) : store;
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
  let readiness = async (): Promise<Readiness> => ({ ready: false, chains: {} });
  const http = await startProbes(settings, { metrics, readiness: () => readiness() });
  const followed = followChains(chains, settings, http.log, metrics);
  readiness = followed.readiness;
  return {
    url: http.url,
    readiness: followed.readiness,
    stop: () => stopAll([http.close, followed.stop], [() => closeReaders(chains)]),
  };
}
