import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { IngestEvent } from "../ingest/events.ts";
import { blocksBehind, type ChainGauges } from "./readiness.ts";

/** Bucket bounds in seconds, from one block to the deepest supported reorganisation. */
const ROLLBACK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Gauges with their values; undefined: the series is absent. */
const GAUGES: readonly {
  readonly name: string;
  readonly help: string;
  readonly value: (chain: ChainGauges) => number | undefined;
}[] = [
  {
    name: "chainkit_lag_blocks",
    help: "Blocks behind the head of the node; -1 until known, and if the chain cannot be read.",
    value: ({ lag }) => lag ?? -1,
  },
  {
    name: "chainkit_chain_ready",
    help: "1 if the chain is near the head of its node and reports no problem, else 0.",
    value: ({ ready }) => Number(ready),
  },
  {
    name: "chainkit_chain_trouble",
    help: "1 if the chain reports a problem, which /readyz names, else 0.",
    value: ({ trouble }) => Number(trouble != null),
  },
  {
    name: "chainkit_node_behind_blocks",
    help: "Blocks by which the head of the node is behind the tip of the store.",
    value: ({ head, served }) => (head === undefined ? undefined : blocksBehind(head, served)),
  },
  {
    name: "chainkit_balances_dirty",
    help: "Balances that changed and have not been read yet.",
    value: ({ counts }) => counts?.pending,
  },
  {
    name: "chainkit_contracts_set_aside",
    help: "Contracts that the node refuses to call or that need too much gas, or whose results cannot be processed; `status` shows the reasons.",
    value: ({ counts }) => counts?.setAside,
  },
  {
    name: "chainkit_transfers_unrecognized",
    help: "Wallets named by transfers that cannot be read, once per contract and block; `status` shows the contracts.",
    value: ({ counts }) => counts?.unrecognized,
  },
];

/** Registers the metrics of the chains. @returns Counts an ingest event. */
export function chainMetrics(
  metrics: Registry,
  gauges: () => Promise<readonly ChainGauges[]>,
): (chain: string, event: IngestEvent) => void {
  const options = (name: string, help: string, ...labels: readonly string[]) => ({
    name,
    help,
    labelNames: ["chain", ...labels],
    registers: [metrics],
  });
  let reading: Promise<readonly ChainGauges[]> | undefined;
  /** Reads the chains once per scrape, of which each gauge takes its part. */
  const current = () => {
    reading ??= gauges().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const { name, help, value } of GAUGES) {
    new Gauge({
      ...options(name, help),
      async collect() {
        this.reset();
        for (const chain of await current()) {
          const known = value(chain);
          if (known !== undefined) {
            this.set({ chain: chain.name }, known);
          }
        }
      },
    });
  }
  new Gauge({
    ...options(
      "chainkit_metadata_faults",
      "NFTs whose metadata cannot be read, by reason.",
      "reason",
    ),
    async collect() {
      this.reset();
      for (const { name, counts } of await current()) {
        for (const [reason, count] of Object.entries(counts?.faults ?? {})) {
          this.set({ chain: name, reason }, count);
        }
      }
    },
  });
  const counter = (...of: Parameters<typeof options>) => new Counter(options(...of));
  const gauge = (...of: Parameters<typeof options>) => new Gauge(options(...of));
  const blocks = counter("chainkit_blocks_total", "Blocks added.");
  const transactions = counter("chainkit_transactions_total", "Transactions added.");
  const reorgs = counter("chainkit_reorgs_total", "Reorganisations.");
  const rollback = new Histogram({
    ...options(
      "chainkit_rollback_duration_seconds",
      "Time to roll back the blocks of a reorganisation.",
    ),
    buckets: ROLLBACK_BUCKETS,
  });
  const failures = counter(
    "chainkit_rpc_failures_total",
    "Failed JSON-RPC requests, by host of the node.",
    "host",
  );
  const waiting = gauge(
    "chainkit_balances_wait_seconds",
    "Longest time that a pending balance can have waited to be read, since the process started.",
  );
  const corrected = counter(
    "chainkit_balances_corrected_total",
    "Balances that had changed without a log, e.g. of rebasing tokens.",
  );
  const calls = counter(
    "chainkit_rpc_calls_total",
    "JSON-RPC calls sent to nodes, by method.",
    "method",
  );
  const limit = gauge(
    "chainkit_rpc_rate_limit",
    "Learned limit of JSON-RPC calls per second; absent until the provider has rejected a call.",
  );

  return (chain, event) => {
    switch (event.kind) {
      case "block":
        blocks.inc({ chain });
        transactions.inc({ chain }, event.transactions);
        break;
      case "balances waiting":
        waiting.set({ chain }, event.seconds);
        break;
      case "balances corrected":
        corrected.inc({ chain }, event.count);
        break;
      case "reorg":
        reorgs.inc({ chain });
        rollback.observe({ chain }, event.seconds);
        break;
      case "rpc usage":
        for (const [method, count] of Object.entries(event.calls)) {
          calls.inc({ chain, method }, count);
        }
        if (Number.isFinite(event.rate)) {
          limit.set({ chain }, event.rate);
        }
        break;
      case "node failed":
        failures.inc({ chain, host: event.host });
        break;
    }
  };
}
