import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import { createGraphNode, type GraphNodeSettings } from "../graph-node/graph-node.ts";
import type { RateLimit } from "../http/rate-limiter.ts";
import { openSubgraphs } from "../store/open.ts";
import type { Deployment } from "./deployment.ts";
import { type GraphNodeReport, watchGraphNode } from "./graph-node-watch.ts";
import type { ServedGraphNode } from "./http-service.ts";

/** Settings of graph-node and of the endpoints that the service exposes. */
export interface GraphNodeOrder {
  readonly settings: GraphNodeSettings;
  /** Rate limit of queries per tag or version. */
  readonly limit: RateLimit;
}

/** graph-node of a running service. */
export interface ManagedGraphNode {
  readonly served: ServedGraphNode;
  /** Starts monitoring. */
  watch(log: FastifyBaseLogger, metrics: Registry): void;
  /** Undefined until monitoring has started. */
  report(): GraphNodeReport | undefined;
  stop(): Promise<void>;
}

/** Connects to graph-node. */
export async function openGraphNode(
  deployment: Deployment,
  order: GraphNodeOrder,
): Promise<ManagedGraphNode> {
  const store = await openSubgraphs(deployment.management);
  const node = createGraphNode(order.settings, store);
  let watch: ReturnType<typeof watchGraphNode> | undefined;
  return {
    served: { node, limit: order.limit },
    watch(log, metrics) {
      watch = watchGraphNode(node, log, metrics);
    },
    report: () => watch?.report(),
    async stop() {
      await watch?.stop();
      node.close();
      await store.close();
    },
  };
}
