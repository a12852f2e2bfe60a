import type { SubgraphStore } from "../store/subgraph-store.ts";
import { createAdminClient } from "./admin.ts";
import { createDeployments } from "./deployments.ts";
import { createQueryProxy, type ProxyLimits } from "./proxy.ts";
import { type GraphNodeInterface, requestJson } from "./request.ts";
import { createStatusClient } from "./status.ts";
import { assertTaggable, type TagRequirement } from "./tags.ts";

export interface GraphNodeSettings {
  /** JSON-RPC, by default on port 8020. */
  readonly admin: GraphNodeInterface;
  /** GraphQL queries, by default on port 8000. */
  readonly query: GraphNodeInterface;
  /** Indexing statuses, by default on port 8030. */
  readonly status: GraphNodeInterface;
  readonly tagRequires: TagRequirement;
  /** Default: 1 MiB, 64 MiB and 30 s. */
  readonly limits?: ProxyLimits;
  /** Timeout of administrative requests, in milliseconds. */
  readonly requestMs?: number;
  /** Timeout of deployments, in milliseconds. */
  readonly deployMs?: number;
}

/** Whether each interface of graph-node responds. */
export type GraphNodeHealth = Readonly<Record<"admin" | "query" | "status", boolean>>;

export type GraphNode = ReturnType<typeof createGraphNode>;

const MIB = 2 ** 20;
const LIMITS: ProxyLimits = { maxQuery: MIB, maxResponse: 64 * MIB, timeoutMs: 30_000 };
const REQUEST_MS = 10_000;
/** graph-node reads the files of a manifest from IPFS before it responds. */
const DEPLOY_MS = 120_000;
/** Time for the store, in addition to the requests, before a claim expires. */
const MARGIN_MS = 5_000;
const PING_MS = 3_000;

/** Connects a registry with graph-node. Sends no request. */
export function createGraphNode(settings: GraphNodeSettings, store: SubgraphStore) {
  const { requestMs = REQUEST_MS, deployMs = DEPLOY_MS, limits = LIMITS, query } = settings;
  const admin = createAdminClient(settings.admin, requestMs, deployMs);
  const status = createStatusClient(settings.status, requestMs);
  const proxy = createQueryProxy(query, limits);
  const removing = 3 * requestMs + MARGIN_MS;
  return {
    store,
    status,
    proxy,
    deployments: createDeployments({
      store,
      admin,
      status,
      claimMs: { removing, deploying: removing + requestMs + deployMs },
    }),
    assertTaggable: (name: string, version: string, tag: string) =>
      assertTaggable(store, status, settings.tagRequires, name, version, tag),
    health: () => healthOf(settings),
    close: () => proxy.close(),
  };
}

/** Sends a request to each interface. */
export async function healthOf({
  admin,
  query,
  status,
}: Pick<GraphNodeSettings, "admin" | "query" | "status">): Promise<GraphNodeHealth> {
  const requests = [
    createAdminClient(admin, PING_MS, PING_MS).ping(),
    requestJson(query, { timeoutMs: PING_MS, path: "/" }),
    createStatusClient(status, PING_MS).ping(),
  ] as const;
  const [ofAdmin, ofQuery, ofStatus] = await Promise.allSettled(requests);
  return {
    admin: ofAdmin.status === "fulfilled",
    query: ofQuery.status === "fulfilled",
    status: ofStatus.status === "fulfilled",
  };
}
