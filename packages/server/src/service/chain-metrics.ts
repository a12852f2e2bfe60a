import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { IngestEvent } from "../ingest/events.ts";

/** How a chain stands. */
export interface ChainStanding {
  readonly name: string;
  /** Blocks behind its node; undefined before it is known. */
  readonly lag: number | undefined;
  /** Balances that have to be asked for. */
  readonly dirty: number;
}

/** Upper limits in seconds: from a single block to the deepest reorganisation that is followed. */
const ROLLBACK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Registers what Prometheus is told of the chains.
 *
 * @param standings Of all followed chains, now.
 * @returns Counts what happens on a chain.
 */
export function chainMetrics(
  metrics: Registry,
  standings: () => Promise<readonly ChainStanding[]>,
): (chain: string, event: IngestEvent) => void {
  const common = { labelNames: ["chain"], registers: [metrics] };
  const blocks = new Counter({
    ...common,
    name: "chainkit_blocks_total",
    help: "Blocks that were added.",
  });
  const transactions = new Counter({
    ...common,
    name: "chainkit_transactions_total",
    help: "Transactions that were added.",
  });
  const reorgs = new Counter({
    ...common,
    name: "chainkit_reorgs_total",
    help: "Reorganisations that were followed.",
  });
  const rollback = new Histogram({
    ...common,
    name: "chainkit_rollback_duration_seconds",
    help: "Time to take the blocks of a reorganisation away.",
    buckets: ROLLBACK_BUCKETS,
  });
  const failures = new Counter({
    name: "chainkit_rpc_failures_total",
    help: "Requests that a node did not answer.",
    labelNames: ["chain", "host"],
    registers: [metrics],
  });
  new Gauge({
    ...common,
    name: "chainkit_lag_blocks",
    help: "How many blocks of the node are not served yet; -1 before it is known.",
    async collect() {
      for (const { name, lag } of await standings()) {
        this.set({ chain: name }, lag ?? -1);
      }
    },
  });
  new Gauge({
    ...common,
    name: "chainkit_balances_dirty",
    help: "Balances that changed and have to be asked for.",
    async collect() {
      for (const { name, dirty } of await standings()) {
        this.set({ chain: name }, dirty);
      }
    },
  });
  const corrected = new Counter({
    ...common,
    name: "chainkit_balances_corrected_total",
    help: "Balances that had changed without an event, as those of rebasing tokens do.",
  });
  return (chain, event) => {
    switch (event.kind) {
      case "block":
        blocks.inc({ chain });
        transactions.inc({ chain }, event.transactions);
        break;
      case "balances corrected":
        corrected.inc({ chain }, event.count);
        break;
      case "reorg":
        reorgs.inc({ chain });
        rollback.observe({ chain }, event.seconds);
        break;
      case "node left":
        failures.inc({ chain, host: event.host });
        break;
    }
  };
}
