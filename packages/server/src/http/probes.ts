import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, type Registry } from "prom-client";
import { notFound } from "./http-error.ts";

/** State of a chain. Those that nobody follows have no head. */
export interface ChainState {
  readonly ready: boolean;
  /** Number of the tip. */
  readonly served: number | null;
  /** Head of its node. */
  readonly head?: number | null;
  /** Blocks behind it. */
  readonly lag?: number | null;
  /** What prevents the chain from being followed or read. */
  readonly trouble?: string | null;
}

export interface Readiness {
  readonly ready: boolean;
  readonly chains: Readonly<Record<string, ChainState>>;
  /** State of graph-node, if it is used. It does not affect readiness. */
  readonly graphNode?: object;
  /** Reason why the management data is unavailable; absent if it is available. */
  readonly management?: { readonly trouble: string };
}

export interface Probes {
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly metrics: Registry;
}

/** Marks the routes of probes, for their rate limit. */
const PROBE = { config: { kind: "probe" } } as const;

/** Seconds; most responses take well under a millisecond. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Adds `/healthz` (liveness), `/readyz` (503 unless all chains are near their heads), `/readyz/{chain}` (of one
 * chain) and `/metrics` (Prometheus). They require no token.
 *
 * @returns Function that counts a response; `ms`: milliseconds since the request arrived.
 */
export function addProbes(
  app: FastifyInstance,
  { readiness, metrics }: Probes,
): (operation: string, status: number, ms: number) => void {
  collectDefaultMetrics({ register: metrics });
  const duration = new Histogram({
    name: "chainkit_http_request_duration_seconds",
    help: "Duration from the arrival of a request to the end of its response.",
    labelNames: ["operation", "status"],
    buckets: BUCKETS,
    registers: [metrics],
  });
  app.get("/healthz", PROBE, async () => ({ status: "ok" }));
  app.get("/readyz", PROBE, async (_request, reply) => {
    const { ready, ...parts } = await readiness();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...parts });
  });
  app.get("/readyz/:chain", PROBE, async (request, reply) => {
    const { chain } = request.params as { readonly chain: string };
    const { chains } = await readiness();
    const state = Object.hasOwn(chains, chain) ? chains[chain] : undefined;
    if (!state) {
      throw notFound(
        `${chain} is not one of the served chains: ${Object.keys(chains).join(", ")}.`,
      );
    }
    return reply.code(state.ready ? 200 : 503).send(state);
  });
  app.get("/metrics", PROBE, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return (operation, status, ms) => duration.observe({ operation, status }, ms / 1000);
}
