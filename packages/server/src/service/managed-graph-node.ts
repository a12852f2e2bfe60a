import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import {
  createGraphNode,
  type GraphNodeHealth,
  type GraphNodeSettings,
} from "../graph-node/graph-node.ts";
import { openSubgraphs } from "../store/open.ts";
import { repeat } from "../turns.ts";
import type { Storage } from "./storage.ts";

/** State of graph-node in `/readyz`. */
interface GraphNodeReport extends Partial<GraphNodeHealth> {
  /** Number of unfinished deployments and removals. */
  readonly unfinished: number | null;
}

const EVERY_MS = 10_000;

export async function openGraphNode(storage: Storage, settings: GraphNodeSettings) {
  const store = await openSubgraphs(storage.management);
  const node = createGraphNode(settings, store);
  let current: GraphNodeReport = { unfinished: null };
  let stopWatching = async () => {};
  return {
    node,
    /** Monitors graph-node, finishes interrupted deployments and removals, and registers metrics. */
    watch(log: FastifyBaseLogger, metrics: Registry): void {
      let last = "";
      new Gauge({
        name: "chainkit_graph_node_up",
        help: "Whether an interface of graph-node responded to the last check.",
        labelNames: ["interface"],
        registers: [metrics],
        collect() {
          const { admin, query, status } = current;
          for (const [name, isUp] of Object.entries({ admin, query, status })) {
            this.set({ interface: name }, isUp ? 1 : 0);
          }
        },
      });
      new Gauge({
        name: "chainkit_graph_node_unfinished",
        help: "Unfinished deployments and removals; -1 until known.",
        registers: [metrics],
        collect() {
          this.set(current.unfinished ?? -1);
        },
      });
      stopWatching = repeat(async () => {
        const [responds, unfinished] = await Promise.all([
          node.health(),
          node.deployments.recover().catch((error: Error) => {
            log.error({ reason: error.message }, "deployments not recovered");
            return null;
          }),
        ]);
        current = { ...responds, unfinished };
        const text = JSON.stringify(current);
        if (text !== last) {
          const isGood = Object.values(responds).every(Boolean) && unfinished === 0;
          log[isGood ? "info" : "warn"]({ graphNode: current }, "graph-node checked");
        }
        last = text;
        return EVERY_MS;
      });
    },
    report: () => current,
    async stop(): Promise<void> {
      await stopWatching();
      node.close();
      await store.close();
    },
  };
}
