import type { SubgraphStore } from "../store/subgraph-store.ts";
import { createAdminClient } from "./admin.ts";
import { createDeployments, type Deployments } from "./deployments.ts";
import { createQueryProxy, type ProxyLimits, type QueryProxy } from "./proxy.ts";
import { type GraphNodeInterface, requestJson } from "./request.ts";
import { createStatusClient, type StatusClient } from "./status.ts";
import { assertTaggable, type TagRequirement } from "./tags.ts";

/** Settings of graph-node. */
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

/** Connection between the registry of subgraphs and graph-node. */
export interface GraphNode {
  readonly store: SubgraphStore;
  readonly status: StatusClient;
  readonly deployments: Deployments;
  readonly proxy: QueryProxy;
  /** Rejects a tag as `assertTaggable` in `tags.ts` does. */
  assertTaggable(name: string, version: string, tag: string): Promise<void>;
  /** Sends a request to each interface. */
  health(): Promise<GraphNodeHealth>;
  close(): void;
}

const MIB = 2 ** 20;
const LIMITS: ProxyLimits = { maxQuery: MIB, maxResponse: 64 * MIB, timeoutMs: 30_000 };
const REQUEST_MS = 10_000;
/** graph-node reads the files of a manifest from IPFS before it responds. */
const DEPLOY_MS = 120_000;
/** Time for the store, in addition to the requests, before a claim expires. */
const MARGIN_MS = 5_000;
const PING_MS = 3_000;

/**
 * Connects a registry with graph-node. Sends no request.
 *
 * @param now Clock, in Unix milliseconds.
 */
export function createGraphNode(
  settings: GraphNodeSettings,
  store: SubgraphStore,
  now: () => number = Date.now,
): GraphNode {
  const { requestMs = REQUEST_MS, deployMs = DEPLOY_MS, limits = LIMITS, query } = settings;
  const admin = createAdminClient(settings.admin, { requestMs, deployMs });
  const status = createStatusClient(settings.status, requestMs);
  const ping = {
    admin: createAdminClient(settings.admin, { requestMs: PING_MS, deployMs }),
    status: createStatusClient(settings.status, PING_MS),
    query: { ping: () => requestJson(query, { timeoutMs: PING_MS, path: "/" }) },
  };
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
      now,
      claimMs: { removing, deploying: removing + requestMs + deployMs },
    }),
    assertTaggable: (name, version, tag) =>
      assertTaggable({ store, status, requires: settings.tagRequires }, name, version, tag),
    async health() {
      const each = Object.entries(ping).map(async ([name, { ping: responds }]) => [
        name,
        await responds().then(
          () => true,
          () => false,
        ),
      ]);
      return Object.fromEntries(await Promise.all(each)) as GraphNodeHealth;
    },
    close: () => proxy.close(),
  };
}
