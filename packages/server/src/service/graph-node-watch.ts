import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import type { GraphNode, GraphNodeHealth } from "../graph-node/graph-node.ts";

/** State of graph-node in `/readyz`. */
export interface GraphNodeReport extends Partial<GraphNodeHealth> {
  /** Number of unfinished deployments and removals. */
  readonly unfinished: number | null;
}

/** Monitors graph-node, and finishes interrupted deployments and removals. */
export interface GraphNodeWatch {
  /** State at the last check. */
  report(): GraphNodeReport;
  stop(): Promise<void>;
}

const EVERY_MS = 10_000;

/** Starts monitoring graph-node, and registers its metrics. */
export function watchGraphNode(
  { health, deployments }: Pick<GraphNode, "health" | "deployments">,
  log: FastifyBaseLogger,
  metrics: Registry,
  everyMs: number = EVERY_MS,
): GraphNodeWatch {
  let current: GraphNodeReport = { unfinished: null };
  let last = "";
  const look = async () => {
    const [responds, unfinished] = await Promise.all([
      health(),
      deployments.recover().catch((error: Error) => {
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
  };
  registerMetrics(metrics, () => current);

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async (): Promise<void> => {
    await look();
    if (!isStopped) {
      timer = setTimeout(() => {
        running = run();
      }, everyMs);
    }
  };
  let running = run();
  return {
    report: () => current,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function registerMetrics(metrics: Registry, report: () => GraphNodeReport): void {
  new Gauge({
    name: "chainkit_graph_node_up",
    help: "Whether an interface of graph-node responded to the last check.",
    labelNames: ["interface"],
    registers: [metrics],
    collect() {
      const { admin, query, status } = report();
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
      this.set(report().unfinished ?? -1);
    },
  });
}
