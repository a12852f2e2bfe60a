import type { FastifyInstance, FastifyRequest } from "fastify";
import { Histogram, type Registry } from "prom-client";

/** Metrics of queries per tag. */
export interface EndpointMetrics {
  /** Sets the labels of a request. Versions share one label, to bound the number of time series. */
  label(request: FastifyRequest, subgraph: string, tag: string): void;
  /** Sets the labels of a request whose tag was not looked up, if another request had them. */
  labelKnown(request: FastifyRequest, subgraph: string, tag: string): void;
  /** Observes the requests of an app. */
  install(app: FastifyInstance): void;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 5, 30];
/** Further tags are counted as `(other)`: each tag adds a dozen time series. */
const MAX_LABELS = 100;

/** Registers the metrics of the endpoints. Only existing tags become labels, at most 100. */
export function createEndpointMetrics(
  metrics: Registry,
  maxLabels: number = MAX_LABELS,
): EndpointMetrics {
  const duration = new Histogram({
    name: "chainkit_subgraph_query_duration_seconds",
    help: "Duration from the arrival of a subgraph query to the end of its response.",
    labelNames: ["subgraph", "tag", "status"],
    buckets: BUCKETS,
    registers: [metrics],
  });
  const labels = new Map<string, readonly [subgraph: string, tag: string]>();
  const ofRequest = new WeakMap<FastifyRequest, readonly [subgraph: string, tag: string]>();
  const keyOf = (subgraph: string, tag: string) => JSON.stringify([subgraph, tag]);
  return {
    label(request, subgraph, tag) {
      const key = keyOf(subgraph, tag);
      if (labels.size < maxLabels) {
        labels.set(key, [subgraph, tag]);
      }
      ofRequest.set(request, labels.get(key) ?? ["(other)", "(other)"]);
    },
    labelKnown(request, subgraph, tag) {
      const known = labels.get(keyOf(subgraph, tag));
      if (known) {
        ofRequest.set(request, known);
      }
    },
    install(app) {
      app.addHook("onResponse", async (request, reply) => {
        const [subgraph, tag] = ofRequest.get(request) ?? ["(none)", "(none)"];
        const seconds = reply.elapsedTime / 1000;
        duration.observe({ subgraph, tag, status: reply.statusCode }, seconds);
      });
    },
  };
}
