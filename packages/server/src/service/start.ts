import { Registry } from "prom-client";
import type { HttpSettings } from "../config/options.ts";
import type { GraphNode } from "../graph-node/graph-node.ts";
import { balancesOnDemand } from "../handlers/balances-on-demand.ts";
import type { ManagementStore } from "../store/management-store.ts";
import { openManagement } from "../store/open.ts";
import { type FollowedChains, followChains, type ServedChain } from "./chains.ts";
import type { Deployment, OpenCursorKeys } from "./deployment.ts";
import { failingStore } from "./failing-store.ts";
import { type HttpService, startHttp } from "./http-service.ts";
import { type GraphNodeOrder, openGraphNode } from "./managed-graph-node.ts";
import { cacheTokens } from "./token-cache.ts";

/** A running component. */
export interface Running {
  stop(): Promise<void>;
}

/** A running service. */
export interface Service extends Running {
  readonly url: string;
  readonly management: ManagementStore;
  /** Undefined if graph-node is not used. */
  readonly graphNode: GraphNode | undefined;
  readiness: FollowedChains["readiness"];
  isSettled: FollowedChains["isSettled"];
}

/**
 * Follows chains and serves them over HTTP until stopped.
 *
 * @throws Error if the port is in use; all resources are closed in that case.
 */
export async function startService(
  settings: HttpSettings,
  deployment: Deployment,
  chains: readonly ServedChain[],
  graphNodeOrder?: GraphNodeOrder,
): Promise<Service> {
  if (chains.length > 0 && chains.every(({ trouble }) => trouble !== undefined)) {
    throw new Error(chains.map(({ trouble }) => trouble).join("; "));
  }
  const { management: stored, brokenReason } = await managementOf(deployment);
  const isBroken = brokenReason !== undefined;
  const management = deployment.isRemote && !isBroken ? cacheTokens(stored) : stored;
  /** Reason why management data cannot be opened, or only be read. */
  const troubleOf = async () => brokenReason ?? (await management.readOnlyReason());
  const managementTrouble = await troubleOf();
  const graphNode = graphNodeOrder && (await openGraphNode(deployment, graphNodeOrder));
  let cursorKeys: OpenCursorKeys | undefined;
  const closeStores = async () => {
    cursorKeys?.close();
    await graphNode?.stop();
    await Promise.all(chains.map(({ reader }) => reader.close()));
    await management.close();
  };
  const metrics = new Registry();
  let followed: FollowedChains | undefined;
  const starting = { ready: false, chains: {} };
  let http: HttpService;
  try {
    cursorKeys = await deployment.openCursorKeys();
    http = await startHttp(settings, {
      management,
      chains: new Map(chains.map(({ name, reader }) => [name, reader])),
      cursorKeys: cursorKeys.keys,
      readiness: async () => {
        const readiness = {
          ...((await followed?.readiness()) ?? starting),
          ...(graphNode && { graphNode: graphNode.report() ?? {} }),
        };
        const trouble = await troubleOf();
        return trouble === undefined
          ? readiness
          : { ...readiness, ready: readiness.ready && !isBroken, management: { trouble } };
      },
      metrics,
      onDemand: onDemandOf(settings, chains, () => followed),
      graphNode: graphNode?.served,
    });
  } catch (error) {
    await closeStores();
    throw error;
  }
  if (managementTrouble !== undefined) {
    const problem = isBroken ? "management data cannot be opened" : "management data is read-only";
    http.log.error({ reason: managementTrouble }, problem);
  }
  if (cursorKeys.trouble !== undefined) {
    http.log.warn({ reason: cursorKeys.trouble }, "cursors become invalid with the next restart");
  }
  const running = followChains(chains, settings.readyLag, http.log, metrics);
  followed = running;
  graphNode?.watch(http.log, metrics);
  return {
    url: http.url,
    management,
    graphNode: graphNode?.served.node,
    readiness: running.readiness,
    isSettled: running.isSettled,
    async stop() {
      await Promise.all([http.close(), running.stop()]);
      await closeStores();
    },
  };
}

/** Creates the reading of unknown balances; undefined if it is off. */
function onDemandOf(
  { balancesOnDemand: perMinute = 0 }: HttpSettings,
  chains: readonly ServedChain[],
  followed: () => FollowedChains | undefined,
) {
  return perMinute > 0
    ? balancesOnDemand({
        perMinute,
        readers: new Map(chains.map(({ name, reader }) => [name, reader])),
        isFollowed: async (chain) => (await followed()?.isFollowed(chain)) ?? false,
        add: async (chain, pair) => followed()?.addPair(chain, pair),
      })
    : undefined;
}

/** Opens management data; a store that cannot be opened fails when it is used. */
async function managementOf(deployment: Deployment) {
  try {
    return { management: await openManagement(deployment.management), brokenReason: undefined };
  } catch (error) {
    const management = failingStore<ManagementStore>(error as Error);
    return { management, brokenReason: (error as Error).message };
  }
}
